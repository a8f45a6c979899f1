import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Heartbeat } from '../../../src/start/processes/heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a heartbeat', () => {
  it('makes its process suspect after three misses, and lost after ten, once', () => {
    const onLost = vi.fn()
    const heartbeat = new Heartbeat(onLost)
    vi.advanceTimersByTime(2_000)
    expect(heartbeat.isSuspect).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect([heartbeat.isSuspect, onLost.mock.calls.length]).toEqual([true, 0])
    vi.advanceTimersByTime(6_000)
    heartbeat.beat()
    expect(heartbeat.isSuspect).toBe(false)
    vi.advanceTimersByTime(9_000)
    expect(onLost).not.toHaveBeenCalled()
    vi.advanceTimersByTime(20_000)
    expect(onLost).toHaveBeenCalledOnce()
    heartbeat.stop()
  })

  it('is not watched after a stop', () => {
    const onLost = vi.fn()
    new Heartbeat(onLost).stop()
    vi.advanceTimersByTime(60_000)
    expect(onLost).not.toHaveBeenCalled()
  })
})
