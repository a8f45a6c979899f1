// Which packages a release carries: those that run, found as Node finds them.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reachedFrom } from '../../scripts/release/reached.ts'

const lock = {
  packages: {
    'node_modules/a': { dependencies: { b: '^2.0.0' }, optionalDependencies: { d: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '*' } },
    'node_modules/b': {},
    'node_modules/c': {
      dependencies: { a: '*' },
      peerDependencies: { e: '*', f: '*' },
      peerDependenciesMeta: { f: { optional: true } },
    },
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/f': {},
  },
}

it('the nearest of a name counts, circles end, peers that may be missing are left', () => {
  expect(reachedFrom({ dependencies: { a: '1' } }, lock)).toEqual(
    ['a', 'a/node_modules/b', 'c', 'd', 'e'].map((path) => `node_modules/${path}`),
  )
})

it('what the lock does not have is named, with who needs it', () => {
  expect(() => reachedFrom({ dependencies: { g: '1' } }, lock)).toThrow(
    'package-lock.json has no g, which the service needs',
  )
})

it('the service needs nothing that builds the browser app', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  const reached = reachedFrom(read('package.json'), read('package-lock.json'))
  expect(reached).toContain('node_modules/fastify')
  expect(reached.filter((path) => /react|mantine|tabler|vite|rolldown|leaflet|uplot|wouter/.test(path))).toEqual([])
})
