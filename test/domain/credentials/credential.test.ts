import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOf, inForceAt, stateAt } from '../../../src/domain/credentials/credential.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const times = (start: number, end: number, revoked: number | null = null, suspended: number | null = null) => ({
  startsAt: at(start),
  expiresAt: at(end),
  revokedAt: revoked === null ? null : at(revoked),
  suspendedAt: suspended === null ? null : at(suspended),
})

describe('the state of a credential', () => {
  it.each([
    ['scheduled', times(1, 100), 'active', false],
    ['at its start', times(0, 100), 'active', true],
    ['in the middle', times(-50, 50), 'active', true],
    ['a moment before its end', times(-50, 0.001), 'active', true],
    ['at its end', times(-50, 0), 'expired', false],
    ['after its end', times(-50, -1), 'expired', false],
    ['revoked', times(-50, 50, -1), 'revoked', false],
    ['suspended', times(-50, 50, null, -1), 'active', false],
    ['suspended and past its end', times(-50, -10, null, -20), 'expired', false],
    ['revoked at this moment', times(-50, 50, 0), 'revoked', false],
    ['revoked before its start', times(10, 50, -1), 'revoked', false],
    ['revoked and past its end', times(-50, -10, -20), 'revoked', false],
  ] as const)('%s', (_, credential, state, inForce) => {
    expect(stateAt(credential, at(0))).toBe(state)
    expect(inForceAt(credential, at(0))).toBe(inForce)
  })

  it('is in force exactly from its start to its end unless revoked', () => {
    const second = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(second, fc.integer({ min: 1, max: 1000 }), second, fc.boolean(), (start, length, now, revoked) => {
        const credential = times(start, start + length, revoked ? start : null)
        expect(inForceAt(credential, at(now))).toBe(!revoked && start <= now && now < start + length)
        if (inForceAt(credential, at(now))) expect(stateAt(credential, at(now))).toBe('active')
      }),
    )
  })

  it('endOf counts seconds from the start', () => {
    expect(endOf(at(0), 3600)).toEqual(at(3600))
    expect(endOf(at(0), 31_536_000)).toEqual(at(31_536_000))
  })
})
