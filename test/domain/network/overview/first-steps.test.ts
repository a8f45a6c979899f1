import { expect, it } from 'vitest'
import { awaitsData, type FirstFacts, firstSteps } from '../../../../src/domain/network/overview/first-steps.ts'

const EMPTY: FirstFacts = {
  ...{ networkName: 'Vértice', casterReach: 'machine', webReach: 'machine' },
  ...{ hasOwner: false, hasStation: false, hasData: false, hasCredential: false, hasRover: false, hasToken: false },
}
const USED: FirstFacts = {
  ...{ networkName: 'Red del Bajío', casterReach: 'public', webReach: 'public' },
  ...{ hasOwner: true, hasStation: true, hasData: true, hasCredential: true, hasRover: true, hasToken: true },
}
const open = (facts: FirstFacts, isReseller = false) =>
  firstSteps(facts, isReseller).flatMap(({ name, done }) => (done ? [] : [name]))

it('has no step done in an empty network, and all done in one that is used', () => {
  const all = ['name', 'casterAddress', 'webAddress', 'owner', 'station', 'data', 'credential', 'rover']
  expect(open(EMPTY)).toEqual(all)
  expect(open(USED)).toEqual([])
})

it('keeps the address steps open for private addresses', () => {
  expect(open({ ...USED, casterReach: 'private' })).toEqual(['casterAddress'])
  expect(open({ ...USED, webReach: 'private' })).toEqual(['webAddress'])
})

it('gives resellers steps of their own', () => {
  expect(open(EMPTY, true)).toEqual(['credential', 'rover', 'token'])
  expect(open(USED, true)).toEqual([])
})

it('awaits data of a station until bytes arrive, and of an upstream station once it is unlisted', () => {
  const unheard = { health: null, bytesAt: null }
  expect(awaitsData(unheard)).toBe(true)
  expect(awaitsData({ ...unheard, bytesAt: new Date() })).toBe(false)
  const of = (state: 'offered' | 'unlisted') => ({ ...unheard, upstream: { state } })
  expect(awaitsData(of('offered'))).toBe(false)
  expect(awaitsData(of('unlisted'))).toBe(true)
})
