import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inForceAt } from '../../src/domain/credentials/credential.ts'
import { type Pass, refusalOf } from '../../src/domain/sessions/admission.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const NOW = at(0)
/** Issued long before its start, unless told otherwise. */
const pass = (start: number, end: number, revoked: number | null = null, issued = start - 100): Pass => ({
  id: 1,
  username: 'u',
  stationId: 1,
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
    ['in force', pass(-10, 10), 'M', 'M', null],
    ['suspended', { ...pass(-10, 10), suspendedAt: NOW }, 'M', 'M', 'suspended'],
    ['suspended and past its end', { ...pass(-10, -5), suspendedAt: NOW }, 'M', 'M', 'expired'],
    ['from its very start', pass(0, 10), 'M', 'M', null],
    ['a moment before its start', pass(0.001, 10), 'M', 'M', 'not_started'],
    ['just issued, by a clock that is five seconds ahead', pass(5, 10, null, 5), 'M', 'M', null],
    ['just issued, by a clock that is further ahead', pass(5.001, 10, null, 5.001), 'M', 'M', 'not_started'],
    ['just issued and revoked', pass(1, 10, 1, 1), 'M', 'M', 'revoked'],
    ['to its last moment', pass(-10, 0.001), 'M', 'M', null],
    ['not at its end', pass(-10, 0), 'M', 'M', 'expired'],
    ['revoked', pass(-10, 10, -1), 'M', 'M', 'revoked'],
    ['revoked before its start', pass(5, 10, -1), 'M', 'M', 'revoked'],
    ['in any case of letters', pass(-10, 10), 'cdmx_rtcm32', 'CDMX_RTCM32', null],
    ['another one', pass(-10, 10), 'N', 'M', 'wrong_mountpoint'],
    ['a part of its name', pass(-10, 10), 'M', 'MM', 'wrong_mountpoint'],
    ['its station is archived', pass(-10, 10), 'M', null, 'wrong_mountpoint'],
    ['expired, and another one: what matters more is said', pass(-10, -5), 'N', 'M', 'expired'],
    ['not started, and another one', pass(5, 10), 'N', 'M', 'not_started'],
  ] as const)('%s', (_, given, asked, opens, refusal) => {
    expect(refusalOf(given, asked, opens, NOW)).toBe(refusal)
  })

  it('its own mountpoint opens exactly while it is in force', () => {
    const second = fc.integer({ min: -100, max: 100 })
    fc.assert(
      fc.property(second, fc.integer({ min: 1, max: 100 }), fc.option(second), (start, length, revoked) => {
        const given = pass(start, start + length, revoked)
        expect(refusalOf(given, 'M', 'M', NOW) === null).toBe(inForceAt(given, NOW))
      }),
    )
  })
})
