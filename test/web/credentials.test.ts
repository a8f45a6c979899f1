import { describe, expect, it } from 'vitest'
import type { Credential, LiveDevice } from '../../src/http/console/contract/credentials/credentials.ts'
import { dayText } from '../../web/src/parts/text/day-text.ts'
import { skippedOf } from '../../web/src/sections/credentials/bulk/skips.ts'
import { verdictOf } from '../../web/src/sections/credentials/one/diagnosis.ts'

type Place = Parameters<typeof dayText>[2]

const credential = (username: string, state: Credential['state'], suspendedAt: string | null = null) =>
  ({ id: 1, username, state, suspendedAt, connected: 0, test: false }) as Credential

describe('bulk actions name what they skip', () => {
  const all = [
    credential('running', 'in_force'),
    credential('paused', 'in_force', '2026-11-18'),
    credential('over', 'expired'),
    credential('gone', 'revoked'),
  ]
  const chosen = { chosen: all, revoked: 1, expired: 1 }
  const skipped = (kind: Parameters<typeof skippedOf>[0]) =>
    skippedOf(kind, chosen).named.map(({ username, why }) => `${username}: ${why}`)

  it('renews all but revoked credentials', () => {
    expect(skipped('renew')).toEqual(['gone: revoked'])
    expect(skipped('change')).toEqual(['gone: revoked'])
  })

  it('suspends, resumes and revokes only those in a state that allows it', () => {
    expect(skipped('suspend')).toEqual(['paused: suspended', 'over: expired', 'gone: revoked'])
    expect(skipped('resume')).toEqual(['running: running', 'over: expired', 'gone: revoked'])
    expect(skipped('revoke')).toEqual(['over: expired', 'gone: revoked'])
  })

  it('counts them if all matches are selected', () => {
    const matching = { chosen: null, revoked: 3, expired: 2 }
    expect(skippedOf('renew', matching)).toEqual({ count: 3, named: [] })
    expect(skippedOf('revoke', matching)).toEqual({ count: 5, named: [] })
  })
})

describe('the diagnosis of a credential', () => {
  const active = credential('one', 'in_force')
  const connected = { kind: 'connected', trouble: null, flows: true } as LiveDevice

  it('is its state, if that keeps it from connecting', () => {
    expect(verdictOf(credential('one', 'expired'), connected, [])).toBe('expired')
    expect(verdictOf(credential('one', 'in_force', '2026-11-18'), connected, [])).toBe('suspended')
    expect(verdictOf(active, connected, [{ kind: 'station_archived' }])).toBe('no_access')
  })

  it('is green only if corrections flow', () => {
    expect(verdictOf(active, null, [])).toBeNull()
    expect(verdictOf(active, { kind: 'never' }, [])).toBe('never')
    expect(verdictOf(active, connected, [])).toBe('works')
    expect(verdictOf(active, { ...connected, flows: false } as LiveDevice, [])).toBe('connecting')
    expect(verdictOf(active, { ...connected, trouble: 'no_gga' } as LiveDevice, [])).toBe('trouble')
    const ended = { kind: 'ended', reason: 'client_left', from: '', at: '', trouble: 'no_gga' } as LiveDevice
    expect(verdictOf(active, ended, [])).toBe('nothing_received')
    const unnoted = { ...ended, trouble: null } as LiveDevice
    expect(verdictOf(active, unnoted, [{ kind: 'ended', bytes: 0, note: { code: 'no_gga' } }])).toBe('nothing_received')
    expect(verdictOf(active, unnoted, [{ kind: 'ended', bytes: 9, note: null }])).toBe('ended')
  })
})

it('writes a date with its year only if that is another one, in the network’s time zone', () => {
  const now = new Date('2026-11-18T18:00:00Z')
  const [es, en] = ['es-MX', 'en-GB'].map((locale) => ({ locale, zone: 'America/Mexico_City' })) as [Place, Place]
  expect(dayText(new Date('2026-12-17T18:00:00Z'), now, es)).toMatch(/^17 (de )?dic\.?$/)
  expect(dayText(new Date('2027-01-03T18:00:00Z'), now, en)).toBe('3 Jan 2027')
  // 05:00 UTC is the evening before in Mexico City.
  expect(dayText(new Date('2026-12-17T05:00:00Z'), now, en)).toBe('16 Dec')
})
