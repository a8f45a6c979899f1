import { expect, it } from 'vitest'
import { didYouMean, nearest } from '../../../src/domain/text/nearest.ts'

it('suggests the nearest name within a few typos, or none', () => {
  const known = ['create', 'list', 'revoke']
  expect(['cretae', 'crete', 'lsit', 'LIST', 'revok', 'remove'].map((typed) => nearest(typed, known))).toEqual([
    'create',
    'create',
    'list',
    'list',
    'revoke',
    'revoke',
  ])
  expect(['make', 'x', ''].map((typed) => nearest(typed, known))).toEqual([null, null, null])
})

it('asks whether the nearest name was meant, and nothing if none is near', () => {
  expect(didYouMean('lsit', ['list'])).toBe('; did you mean "list"?')
  expect(didYouMean('lsit', ['list'], (name) => `--${name}`)).toBe('; did you mean --list?')
  expect(didYouMean('x', ['list'])).toBe('')
})
