import { describe, expect, it } from 'vitest'
import { type AccessFacts, explainAccess } from '../../src/domain/credentials/access-explanation.ts'
import { REFUSAL_REASONS } from '../../src/domain/sessions/admission.ts'
import type { EndReason } from '../../src/domain/sessions/session.ts'

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
  notes: [],
  ...more,
})
const explain = (facts: Partial<AccessFacts> = {}) =>
  explainAccess(
    {
      credential: { startsAt: at(-60), expiresAt: at(60), revokedAt: null, maxSessions: 1, whenFull: 'replace' },
      mountpoint: 'CDMX_RTCM32',
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
  maxSessions: 1,
  whenFull: 'replace',
})

describe('the state of the credential comes first', () => {
  it.each([
    ['unknown', { credential: null }, 'No credential has this user name: look for a typing mistake'],
    ['in force', {}, 'It is in force until 2026-11-15 13:00:00 UTC and opens CDMX_RTCM32.'],
    ['scheduled', { credential: times(30, 90) }, 'It is not in force yet: it starts at 2026-11-15 12:30:00 UTC.'],
    ['expired', { credential: times(-90, -30) }, 'It expired at 2026-11-15 11:30:00 UTC.'],
    [
      'revoked',
      { credential: times(-90, 30, -10) },
      'It was revoked at 2026-11-15 11:50:00 UTC; it will not open again.',
    ],
    ['archived', { mountpoint: null }, 'It is in force, but its station is archived, so there is nothing to open.'],
  ])('%s', (_, facts, sentence) => {
    expect(explain(facts as Partial<AccessFacts>)[0]).toContain(sentence)
  })
})

describe('then what happened at the caster', () => {
  it('nothing at all', () => {
    expect(explain()[1]).toBe('It has never been seen at the caster: check host, port and the network of the device.')
  })

  it('nothing is said about the device where nobody has such a credential', () => {
    expect(explain({ credential: null })).toHaveLength(1)
  })

  it('it is connected', () => {
    expect(explain({ sessions: [session(-5, null, null)] }).slice(1)).toEqual([
      'It is connected now, from 203.0.113.9 since 2026-11-15 11:55:00 UTC, and has received 1234 bytes (counted once a minute).',
    ])
  })

  it('it is connected, and gets nothing for want of a position', () => {
    const notes = [{ at: at(-4), text: 'no GGA: this mountpoint needs the position of the rover, which has sent none' }]
    expect(explain({ sessions: [session(-5, null, null, { bytes: 0, notes })] })[2]).toBe(
      'The last that happened: no GGA: this mountpoint needs the position of the rover, which has sent none (2026-11-15 11:56:00 UTC).',
    )
  })

  it.each([
    ['no_credentials', 'the device sent no user and password'],
    ['unknown_user', 'nobody had that user name then'],
    ['bad_password', 'the password was wrong'],
    ['not_started', 'it had not started yet'],
    ['expired', 'it had expired'],
    ['revoked', 'it had been revoked'],
    ['wrong_mountpoint', 'the device asked for TOLU, and this credential opens CDMX_RTCM32'],
    ['unknown_mountpoint', 'there is no mountpoint TOLU'],
    ['too_many_sessions', 'it was in use already, and is set to refuse more sessions'],
    ['outside_coverage', 'no station covers that position'],
    ['base_down', 'the base behind TOLU sent no data'],
    ['unavailable', 'the database did not answer; the next attempt may work'],
  ] as const)('refused: %s', (reason, words) => {
    expect(explain({ refusals: [refusal(reason, -1, { mountpoint: 'TOLU' })] }).slice(1)).toEqual([
      `The last attempt, at 2026-11-15 11:59:00 UTC from 203.0.113.9, was refused: ${words}.`,
    ])
  })

  it('every reason has its words', () => {
    for (const reason of REFUSAL_REASONS)
      expect(explain({ refusals: [refusal(reason, -1)] })[1]).toMatch(/refused: .{10,}\.$/)
  })

  it('refused again and again', () => {
    expect(explain({ refusals: [refusal('bad_password', -1, { times: 40 })] })[1]).toContain(
      'from 203.0.113.9 (40 times), was',
    )
  })

  it.each([
    ['client_left', 'the device left'],
    ['expired', 'the credential expired'],
    ['revoked', 'the credential was revoked'],
    ['replaced', 'the same credential connected anew (the newest wins)'],
    ['kicked', 'an operator ended it'],
    ['too_slow', 'the device did not take the data fast enough'],
    ['broken', 'the connection broke'],
    ['shutdown', 'the caster was stopped'],
    ['node_lost', 'the caster went away'],
  ] as const)('its last session ended: %s', (reason, words) => {
    expect(explain({ sessions: [session(-20, -10, reason)] })[1]).toBe(
      `Its last session ran from 2026-11-15 11:40:00 UTC to 2026-11-15 11:50:00 UTC, got 1234 bytes, and ended because ${words}.`,
    )
  })

  it('what happened in its last session before the end', () => {
    const notes = [{ at: at(-15), text: 'base CDMX, 3.0 km' }]
    expect(explain({ sessions: [session(-20, -10, 'client_left', { notes })] })[1]).toMatch(
      /left\. Before that: base CDMX, 3\.0 km\.$/,
    )
  })

  it('an attempt that was refused before the last session began is no news; one after it is', () => {
    const sessions = [session(-20, -10, 'client_left'), session(-50, -40, 'replaced')]
    expect(explain({ sessions, refusals: [refusal('bad_password', -30)] })).toHaveLength(2)
    const lines = explain({ sessions, refusals: [refusal('bad_password', -5), refusal('expired', -30)] })
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('the password was wrong')
    expect(lines[2]).toContain('the device left')
  })

  it('an attempt that was refused while it is connected is told after the connection', () => {
    const lines = explain({ sessions: [session(-20, null, null)], refusals: [refusal('too_many_sessions', -5)] })
    expect(lines[1]).toContain('It is connected now')
    expect(lines[2]).toContain('in use already')
  })
})
