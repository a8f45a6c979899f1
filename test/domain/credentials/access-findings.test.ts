import { describe, expect, it } from 'vitest'
import { type AccessFacts, findingsOf } from '../../../src/domain/credentials/access-findings.ts'
import { REFUSAL_REASONS } from '../../../src/domain/sessions/admission.ts'
import type { EndReason } from '../../../src/domain/sessions/session.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
type Refusal = AccessFacts['refusals'][number]
type Session = AccessFacts['sessions'][number]

const refusal = (reason: Refusal['reason'], minutes: number, more: Partial<Refusal> = {}): Refusal => ({
  reason,
  lastAt: at(minutes),
  times: 1,
  mountpoint: 'CDMX_RTCM32',
  address: '203.0.113.9',
  ...more,
})
const session = (
  start: number,
  end: number | null,
  reason: EndReason | null,
  more: Partial<Session> = {},
): Session => ({
  startedAt: at(start),
  endedAt: end === null ? null : at(end),
  endReason: reason,
  address: '203.0.113.9',
  bytes: 1234,
  mountpoint: 'CDMX_RTCM32',
  ...{ lat: null, lng: null, positionAt: null },
  positions: 0,
  fixedPositions: 0,
  notes: [],
  ageSeconds: null,
  medianAgeSeconds: null,
  worstAgeSeconds: null,
  distanceKm: null,
  baseChanges: null,
  gaps: null,
  longestGapSeconds: null,
  ...more,
})
const found = (facts: Partial<AccessFacts> = {}) =>
  findingsOf(
    {
      username: 'k7mq2wxy9p',
      group: null,
      credential: {
        startsAt: at(-60),
        expiresAt: at(60),
        revokedAt: null,
        suspendedAt: null,
        maxSessions: 1,
        whenFull: 'replace',
        isTest: false,
        geofence: null,
      },
      mountpoint: 'CDMX_RTCM32',
      isNetwork: (mountpoint) => mountpoint === 'RED',
      refusals: [],
      sessions: [],
      ...facts,
    },
    NOW,
  )
const times = (start: number, end: number, revoked: number | null = null) => ({
  startsAt: at(start),
  expiresAt: at(end),
  revokedAt: revoked === null ? null : at(revoked),
  suspendedAt: null as Date | null,
  maxSessions: 1,
  whenFull: 'replace',
  isTest: false,
})

describe('the first finding is the state of the credential', () => {
  it.each([
    ['unknown', { credential: null }, { kind: 'unknown_user' }],
    ['an address', { credential: null, username: 'ana@example.mx' }, { kind: 'email_as_user' }],
    ['in force', {}, { kind: 'in_force', until: at(60), mountpoint: 'CDMX_RTCM32' }],
    ['scheduled', { credential: times(30, 90) }, { kind: 'not_started', at: at(30) }],
    ['expired', { credential: times(-90, -30) }, { kind: 'expired', at: at(-30) }],
    ['revoked', { credential: times(-90, 30, -10) }, { kind: 'revoked', at: at(-10) }],
    ['suspended', { credential: { ...times(-90, 30), suspendedAt: at(-10) } }, { kind: 'suspended', at: at(-10) }],
    ['archived', { mountpoint: null }, { kind: 'station_archived' }],
  ])('%s', (_, facts, finding) => {
    expect(found(facts as Partial<AccessFacts>)[0]).toEqual(finding)
  })
})

describe('the next finding is what happened at the caster', () => {
  it('never connected', () => {
    expect(found()[1]).toEqual({ kind: 'never_seen' })
  })

  it('omits the device if no such credential exists', () => {
    expect(found({ credential: null })).toHaveLength(1)
  })

  it('connected', () => {
    expect(found({ sessions: [session(-5, null, null)] }).slice(1)).toEqual([
      { kind: 'connected', address: '203.0.113.9', since: at(-5), bytes: 1234 },
    ])
  })

  it('admitted from memory, with later notes', () => {
    const memory = { at: at(-5), code: 'from_memory' as const, params: {} }
    const later = { at: at(-4), code: 'no_gga' as const, params: {} }
    const of = (notes: Session['notes'], end: number | null = null) =>
      found({ sessions: [session(-5, end, end === null ? null : 'client_left', { notes })] }).slice(2)
    expect(of([memory, later])).toEqual([
      { kind: 'noted', note: later },
      { kind: 'let_in_from_memory', at: at(-5) },
    ])
    expect(of([memory, later], -1)).toEqual([{ kind: 'let_in_from_memory', at: at(-5) }])
    expect(of([memory])).toEqual([{ kind: 'noted', note: memory }])
  })

  it('connected, but without data because the rover sends no position', () => {
    const notes = [{ at: at(-4), code: 'no_gga' as const, params: {} }]
    expect(found({ sessions: [session(-5, null, null, { bytes: 0, notes })] })[2]).toEqual({
      kind: 'noted',
      note: notes[0],
    })
  })

  it.each(REFUSAL_REASONS)('refused: %s', (reason) => {
    expect(found({ refusals: [refusal(reason, -1, { mountpoint: 'TOLU', times: 40 })] }).slice(1)).toEqual([
      { kind: 'refused', reason, at: at(-1), times: 40, address: '203.0.113.9', asked: 'TOLU', opens: 'CDMX_RTCM32' },
    ])
  })

  it.each([
    ['client_left', 'client_left'],
    ['kicked', 'kicked'],
    [null, 'node_lost'],
  ] as const)('last session ended: %s', (stored, reason) => {
    expect(found({ sessions: [session(-20, -10, stored)] })[1]).toEqual({
      kind: 'ended',
      reason,
      from: at(-20),
      to: at(-10),
      bytes: 1234,
      note: null,
    })
  })

  it('what happened in the last session before its end', () => {
    const notes = [{ at: at(-15), code: 'base' as const, params: { station: 'CDMX', distanceKm: 3 } }]
    expect(found({ sessions: [session(-20, -10, 'client_left', { notes })] })[1]).toMatchObject({ note: notes[0] })
  })

  it('omits refusals before the last session, and includes later ones', () => {
    const sessions = [session(-20, -10, 'client_left'), session(-50, -40, 'replaced')]
    expect(found({ sessions, refusals: [refusal('bad_password', -30)] })).toHaveLength(2)
    const findings = found({ sessions, refusals: [refusal('bad_password', -5), refusal('expired', -30)] })
    expect(findings.slice(1)).toMatchObject([
      { kind: 'refused', reason: 'bad_password' },
      { kind: 'ended', reason: 'client_left' },
    ])
  })

  it('lists a refusal during a session after the connection', () => {
    const findings = found({ sessions: [session(-20, null, null)], refusals: [refusal('too_many_sessions', -5)] })
    expect(findings.slice(1)).toMatchObject([{ kind: 'connected' }, { kind: 'refused', reason: 'too_many_sessions' }])
  })
})

describe('the last finding is the quality of the newest session', () => {
  const felt = {
    ageSeconds: 40,
    medianAgeSeconds: 1.5,
    worstAgeSeconds: 41,
    distanceKm: 12.3,
    baseChanges: 2,
    gaps: 1,
    longestGapSeconds: 14,
  }

  it('includes what was measured', () => {
    const measured = session(-5, null, null, { ...felt, positions: 30, fixedPositions: 20 })
    expect(found({ sessions: [measured] }).at(-1)).toEqual({ kind: 'felt', felt, fixedPct: 66 })
  })

  it('is omitted if nothing was measured or nothing happened', () => {
    for (const one of [session(-5, null, null), session(-5, null, null, { baseChanges: 0, gaps: 0 })])
      expect(found({ sessions: [one] }).map(({ kind }) => kind)).not.toContain('felt')
  })
})
