import { describe, expect, it } from 'vitest'
import {
  awaitsData,
  FIRST_STEPS,
  firstStepsDone,
  isThisMachineOnly,
} from '../../../../src/domain/network/overview/first-steps.ts'

describe('an address that means this machine only', () => {
  it.each(['localhost', 'LOCALHOST', 'rtk.localhost', '127.0.0.1', '127.9.0.3', '0.0.0.0', '::1', '[::1]'])(
    '%s',
    (host) => {
      expect(isThisMachineOnly(host)).toBe(true)
    },
  )
  it.each(['rtk.example.mx', '192.168.1.10', '203.0.113.7', 'localhost.example.mx', '127.example.mx'])(
    'not %s',
    (host) => {
      expect(isThisMachineOnly(host)).toBe(false)
    },
  )
})

it('of an empty network nothing is done, and of one in use everything', () => {
  const empty = { hasOwner: false, hasStation: false, hasData: false, hasCredential: false, hasRover: false }
  const fresh = firstStepsDone({ networkName: 'Vértice', casterHost: 'localhost', ...empty })
  expect(FIRST_STEPS.filter((step) => fresh[step])).toEqual([])
  const used = { hasOwner: true, hasStation: true, hasData: true, hasCredential: true, hasRover: true }
  const done = firstStepsDone({ networkName: 'Red del Bajío', casterHost: 'rtk.example.mx', ...used })
  expect(FIRST_STEPS.filter((step) => !done[step])).toEqual([])
})

it('a station awaits its data until something came; one of another caster only once it is not offered any more', () => {
  const unheard = { health: null, bytesAt: null }
  expect(awaitsData(unheard)).toBe(true)
  expect(awaitsData({ ...unheard, bytesAt: new Date() })).toBe(false)
  const of = (state: 'offered' | 'unlisted') => ({ ...unheard, upstream: { state } })
  expect(awaitsData(of('offered'))).toBe(false)
  expect(awaitsData(of('unlisted'))).toBe(true)
})
