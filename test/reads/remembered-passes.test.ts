import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RememberedPasses } from '../../src/reads/remembered-passes.ts'
import type { StoredPass } from '../../src/store/credentials/passes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const pass = (id: number, more: Partial<StoredPass> = {}): StoredPass => ({
  id,
  username: `user-${id}`,
  secret: Buffer.alloc(40, id),
  stationId: 7,
  groupId: null,
  issuedAt: new Date('2026-11-15T12:00:00.123Z'),
  startsAt: new Date('2026-11-15T12:00:00.123Z'),
  expiresAt: new Date('2026-12-15T12:00:00.456Z'),
  revokedAt: null,
  suspendedAt: null,
  cuts: 0,
  maxSessions: 3,
  whenFull: 'refuse',
  geofence: null,
  isTest: false,
  stations: 1,
  ...more,
})

const remember = (memory: RememberedPasses, one: StoredPass) => memory.remember(one, memory.proofOf(one.username, 'p'))
const find = (memory: RememberedPasses, username: string) => memory.find(username, 'p')

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('RememberedPasses', () => {
  const remembering = (windowMs = 10 * MINUTE) => new RememberedPasses(windowMs, () => {})

  it('returns what was stored, for the right password', () => {
    const memory = remembering()
    memory.remember(pass(1), memory.proofOf('user-1', 'p'))
    const { secret, stations, ...rest } = pass(1)
    expect(memory.find('user-1', 'p')).toEqual(rest)
    expect(memory.find('user-1', 'q')).toBeNull()
    expect(memory.find('user-2', 'p')).toBeNull()
  })

  it('recognises a password while the secret is unchanged', () => {
    const memory = remembering()
    const [right, wrong] = ['p', 'q'].map((password) => memory.proofOf('user-1', password)) as [string, string]
    expect(memory.isKnown(pass(1), right)).toBe(false)
    memory.remember(pass(1), right)
    expect(memory.isKnown(pass(1), right)).toBe(true)
    expect(memory.isKnown(pass(1), wrong)).toBe(false)
    expect(memory.isKnown(pass(2), right)).toBe(false)
    expect(memory.isKnown(pass(1, { secret: Buffer.alloc(40, 9) }), right)).toBe(false)
  })

  it('is valid for a limited time after the last contact with the database', () => {
    const memory = remembering()
    remember(memory, pass(1))
    vi.advanceTimersByTime(9 * MINUTE)
    memory.heard()
    vi.advanceTimersByTime(10 * MINUTE)
    expect(find(memory, 'user-1')).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(find(memory, 'user-1')).toBeNull()
    memory.heard()
    expect(find(memory, 'user-1')).not.toBeNull()
  })

  it('keeps passes for 24 hours after their session ended', () => {
    const memory = remembering()
    for (const id of [1, 2]) remember(memory, pass(id))
    vi.advanceTimersByTime(23 * HOUR)
    memory.refresh([{ id: 2 }])
    vi.advanceTimersByTime(2 * HOUR)
    memory.heard()
    expect([find(memory, 'user-1'), find(memory, 'user-2')?.id]).toEqual([null, 2])
    memory.refresh([])
    expect([...memory.known].map(({ id }) => id)).toEqual([2])
  })

  it('forgets a revoked pass, also during its admission', () => {
    const memory = remembering()
    remember(memory, pass(1))
    memory.revoke(1)
    expect(find(memory, 'user-1')).toBeNull()
    remember(memory, pass(1))
    expect(find(memory, 'user-1')).toBeNull()
  })

  it('forgets a changed pass, also during its admission, and updates its expiry', () => {
    const memory = remembering()
    for (const id of [1, 2]) remember(memory, pass(id))
    const end = new Date('2027-01-15T12:00:00.000Z')
    memory.change({ id: 1, cuts: 1, expiresAt: end.getTime(), suspended: true })
    memory.change({ id: 2, cuts: 0, expiresAt: end.getTime(), suspended: false })
    remember(memory, pass(1))
    expect([find(memory, 'user-1'), find(memory, 'user-2')?.expiresAt]).toEqual([null, end])
    remember(memory, pass(1, { cuts: 1 }))
    expect(find(memory, 'user-1')?.cuts).toBe(1)
  })

  it('stores nothing if disabled', () => {
    const memory = remembering(0)
    remember(memory, pass(1))
    expect([find(memory, 'user-1'), ...memory.known]).toEqual([null])
  })

  it('stores a limited number, and reports its use once per outage', () => {
    const tell = vi.fn()
    const memory = new RememberedPasses(MINUTE, tell)
    const one = pass(0)
    const proof = memory.proofOf('user-2', 'p')
    const come = (id: number) => memory.remember({ ...one, id, username: `user-${id}` }, proof)
    for (let id = 1; id <= 200_001; id++) come(id)
    expect([find(memory, 'user-1'), find(memory, 'user-2')?.id]).toEqual([null, 2])
    come(2)
    come(200_002)
    expect(find(memory, 'user-2')?.id).toBe(2) // it was used after the third one
    expect([...memory.known].map(({ id }) => id).slice(0, 2)).toEqual([4, 5])
    for (let time = 0; time < 3; time++) memory.used()
    expect(tell).toHaveBeenCalledTimes(1)
    memory.heard()
    memory.used()
    expect(tell).toHaveBeenCalledTimes(2)
  })
})

it('keeps the geofence of a pass during an outage', () => {
  const memory = new RememberedPasses(10 * MINUTE, () => {})
  const geofence = { shape: 'circle', lat: 19.4, lng: -99.1, radiusKm: 5, onBase: 'cut' } as const
  remember(memory, pass(1, { geofence }))
  remember(memory, pass(2))
  expect(find(memory, 'user-1')?.geofence).toEqual(geofence)
  expect(find(memory, 'user-2')?.geofence).toBeNull()
})
