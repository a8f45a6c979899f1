import { describe, expect, it } from 'vitest'
import {
  awaitsData,
  FIRST_STEPS,
  firstStepsDone,
  isThisMachineOnly,
} from '../../../../src/domain/network/overview/first-steps.ts'

describe('a loopback or local address', () => {
  it.each(['localhost', 'LOCALHOST', 'rtk.localhost', '127.0.0.1', '127.9.0.3', '0.0.0.0', '::1', '[::1]'])(
    '%s',
    (host) => {
      expect(isThisMachineOnly(host)).toBe(true)
    },
  )
  it.each(['rtk.example.mx', '192.168.1.10', '203.0.113.7', 'localhost.example.mx', '127.example.mx'])(
    'does not include %s',
    (host) => {
      expect(isThisMachineOnly(host)).toBe(false)
    },
  )
})

it('has no step done in an empty network, and all done in one that is used', () => {
  const empty = { hasOwner: false, hasStation: false, hasData: false, hasCredential: false, hasRover: false }
  const fresh = firstStepsDone({ networkName: 'Vértice', casterHost: 'localhost', ...empty })
  expect(FIRST_STEPS.filter((step) => fresh[step])).toEqual([])
  const used = { hasOwner: true, hasStation: true, hasData: true, hasCredential: true, hasRover: true }
  const done = firstStepsDone({ networkName: 'Red del Bajío', casterHost: 'rtk.example.mx', ...used })
  expect(FIRST_STEPS.filter((step) => !done[step])).toEqual([])
})

it('awaits data of a station until bytes arrive, and of an upstream station once it is unlisted', () => {
  const unheard = { health: null, bytesAt: null }
  expect(awaitsData(unheard)).toBe(true)
  expect(awaitsData({ ...unheard, bytesAt: new Date() })).toBe(false)
  const of = (state: 'offered' | 'unlisted') => ({ ...unheard, upstream: { state } })
  expect(awaitsData(of('offered'))).toBe(false)
  expect(awaitsData(of('unlisted'))).toBe(true)
})
