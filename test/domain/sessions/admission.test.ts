import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inForceAt } from '../../../src/domain/credentials/credential.ts'
import { type Pass, refusalOf } from '../../../src/domain/sessions/admission.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const NOW = at(0)
/** By default issued long before its start. */
const pass = (start: number, end: number, revoked: number | null = null, issued = start - 100): Pass => ({
  id: 1,
  username: 'u',
  stationId: 1,
  groupId: null,
  geofence: null,
  issuedAt: at(issued),
  startsAt: at(start),
  expiresAt: at(end),
  revokedAt: revoked === null ? null : at(revoked),
  suspendedAt: null,
  cuts: 0,
  maxSessions: 1,
  whenFull: 'replace',
  isTest: false,
})

describe('whether a pass opens a mountpoint', () => {
  it.each([
    ['in force', pass(-10, 10), true, null],
    ['suspended', { ...pass(-10, 10), suspendedAt: NOW }, true, 'suspended'],
    ['suspended and past its end', { ...pass(-10, -5), suspendedAt: NOW }, true, 'expired'],
    ['from its very start', pass(0, 10), true, null],
    ['a moment before its start', pass(0.001, 10), true, 'not_started'],
    ['just issued, by a clock that is five seconds ahead', pass(5, 10, null, 5), true, null],
    ['just issued, by a clock that is further ahead', pass(5.001, 10, null, 5.001), true, 'not_started'],
    ['just issued and revoked', pass(1, 10, 1, 1), true, 'revoked'],
    ['to its last moment', pass(-10, 0.001), true, null],
    ['not at its end', pass(-10, 0), true, 'expired'],
    ['revoked', pass(-10, 10, -1), true, 'revoked'],
    ['revoked before its start', pass(5, 10, -1), true, 'revoked'],
    ['another one', pass(-10, 10), false, 'wrong_mountpoint'],
    ['expired, and another one: what matters more is said', pass(-10, -5), false, 'expired'],
    ['not started, and another one', pass(5, 10), false, 'not_started'],
  ] as const)('%s', (_, given, isOpened, refusal) => {
    expect(refusalOf(given, isOpened, NOW)).toBe(refusal)
  })

  it('opens its own mountpoint exactly while it is in force', () => {
    const second = fc.integer({ min: -100, max: 100 })
    fc.assert(
      fc.property(second, fc.integer({ min: 1, max: 100 }), fc.option(second), (start, length, revoked) => {
        const given = pass(start, start + length, revoked)
        expect(refusalOf(given, true, NOW) === null).toBe(inForceAt(given, NOW))
      }),
    )
  })
})
