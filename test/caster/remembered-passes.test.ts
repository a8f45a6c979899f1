import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RememberedPasses } from '../../src/reads/remembered-passes.ts'
import type { StoredPass } from '../../src/store/credentials/passes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const pass = (id: number, more: Partial<StoredPass> = {}): StoredPass => ({
  id,
  username: `user-${id}`,
  secret: Buffer.from([0, 127, 128, 255, id]),
  stationId: 7,
  issuedAt: new Date('2026-11-15T12:00:00.123Z'),
  startsAt: new Date('2026-11-15T12:00:00.123Z'),
  expiresAt: new Date('2026-12-15T12:00:00.456Z'),
  revokedAt: null,
  maxSessions: 3,
  whenFull: 'refuse',
  sessionsElsewhere: 0,
  ...more,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('RememberedPasses', () => {
  const remembering = (windowMs = 10 * MINUTE) => new RememberedPasses(windowMs, () => {})

  it('what it gives back is what it was given', () => {
    const memory = remembering()
    memory.remember(pass(1))
    expect(memory.find('user-1')).toMatchObject(pass(1))
    expect(memory.find('user-2')).toBeNull()
  })

  it('counts for so long after the database was last heard', () => {
    const memory = remembering()
    memory.remember(pass(1))
    vi.advanceTimersByTime(9 * MINUTE)
    memory.heard()
    vi.advanceTimersByTime(10 * MINUTE)
    expect(memory.find('user-1')).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(memory.find('user-1')).toBeNull()
    memory.heard()
    expect(memory.find('user-1')).not.toBeNull()
  })

  it('of the last 24 hours, which begin when its session ends', () => {
    const memory = remembering()
    for (const id of [1, 2]) memory.remember(pass(id))
    vi.advanceTimersByTime(23 * HOUR)
    memory.look([2])
    vi.advanceTimersByTime(2 * HOUR)
    memory.heard()
    expect([memory.find('user-1'), memory.find('user-2')?.id]).toEqual([null, 2])
    memory.look([])
    expect([...memory.ids]).toEqual([2])
  })

  it('a revoked one is forgotten, also when its admission was under way', () => {
    const memory = remembering()
    memory.remember(pass(1))
    memory.revoke(1)
    expect(memory.find('user-1')).toBeNull()
    memory.remember(pass(1))
    expect(memory.find('user-1')).toBeNull()
  })

  it('keeps nothing where it is off', () => {
    const memory = remembering(0)
    memory.remember(pass(1))
    expect([memory.find('user-1'), ...memory.ids]).toEqual([null])
  })

  it('keeps so many, and tells once an outage that it is used', () => {
    const tell = vi.fn()
    const memory = new RememberedPasses(MINUTE, tell)
    const one = pass(0)
    for (let id = 1; id <= 200_001; id++) memory.remember({ ...one, id, username: `user-${id}` })
    expect([memory.find('user-1'), memory.find('user-2')?.id]).toEqual([null, 2])
    for (let time = 0; time < 3; time++) memory.used()
    expect(tell).toHaveBeenCalledTimes(1)
    memory.heard()
    memory.used()
    expect(tell).toHaveBeenCalledTimes(2)
  })
})
