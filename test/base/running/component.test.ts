import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Component, Components, every } from '../../../src/base/running/component.ts'
import { Signal } from '../../../src/base/running/signal.ts'

const calls: string[] = []
const warnings: string[] = []

beforeEach(() => {
  calls.length = 0
  warnings.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const named = (name: string, more: Component = {}): Component => ({
  start: async () => void calls.push(`${name} starts`),
  tick: () => void calls.push(`${name} ticks`),
  stop: async () => void calls.push(`${name} stops`),
  ...more,
})
const components = (...list: Component[]) => new Components(list, (message) => void warnings.push(message))

describe('components', () => {
  it('start and tick in the order of the list, and stop in reverse order', async () => {
    const all = components(named('a'), named('b', { tickMs: 1_000 }), named('c'), {})
    await all.start()
    await vi.advanceTimersByTimeAsync(1_000)
    await all.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls.slice(0, 5)).toEqual(['a starts', 'b starts', 'c starts', 'a ticks', 'c ticks'])
    expect(calls.slice(-3)).toEqual(['c stops', 'b stops', 'a stops'])
    expect(calls.filter((call) => call.endsWith('ticks')).toSorted()).toEqual([
      ...Array(4).fill('a ticks'),
      'b ticks',
      ...Array(4).fill('c ticks'),
    ])
  })

  it('are all stopped when one cannot start, and stop only once', async () => {
    const fails = named('b', { start: () => Promise.reject(new Error('no port')) })
    const all = components(named('a'), fails, named('c'))
    await expect(all.start()).rejects.toThrow('no port')
    await all.stop()
    expect([all.isStopped, calls]).toEqual([true, ['a starts', 'c stops', 'b stops', 'a stops']])
  })

  it('are all stopped when the start is aborted, and no further one starts', async () => {
    const aborter = new AbortController()
    const aborts = named('b', { start: async () => aborter.abort() })
    await expect(components(named('a'), aborts, named('c')).start(aborter.signal)).rejects.toThrow('aborted')
    expect(calls).toEqual(['a starts', 'c stops', 'b stops', 'a stops'])
  })

  it('report why one of them could not start, even if another fails to stop or hangs', async () => {
    const fails = named('b', {
      start: () => Promise.reject(new Error('no port')),
      stop: () => Promise.reject(new Error('stuck')),
    })
    await expect(components(named('a'), fails).start()).rejects.toThrow('no port')
    const hangs = named('a', { stop: () => new Promise(() => {}) })
    await expect(components(hangs, fails).start()).rejects.toThrow('no port')
  })

  it('stop even if one of them fails to', async () => {
    const all = components(named('a'), named('b', { stop: () => Promise.reject(new Error('stuck')) }))
    await all.start()
    await expect(all.stop()).rejects.toThrow('stuck')
    expect(calls.at(-1)).toBe('a stops')
  })

  it('do not tick again while an earlier tick is pending, and continue after a failed one', async () => {
    let finish: (() => void) | null = null
    let runs = 0
    const slow = every(100, 'Reading', () => {
      runs += 1
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      finish = runs === 1 ? resolve : () => reject(new Error('away'))
      return promise
    })
    const all = components(slow)
    await all.start()
    await vi.advanceTimersByTimeAsync(350)
    expect(runs).toBe(1)
    finish!()
    await vi.advanceTimersByTimeAsync(100)
    expect(runs).toBe(2)
    finish!()
    await vi.advanceTimersByTimeAsync(100)
    expect([runs, warnings]).toEqual([3, ['Reading failed']])
    await all.stop()
  })

  it('continue after a tick that throws synchronously', async () => {
    const throws = every(100, 'Reading', () => {
      throw new Error('away')
    })
    const all = components(throws, named('a', { tickMs: 100 }))
    await all.start()
    await vi.advanceTimersByTimeAsync(200)
    await all.stop()
    expect([warnings, calls]).toEqual([
      ['Reading failed', 'Reading failed'],
      ['a starts', 'a ticks', 'a ticks', 'a stops'],
    ])
  })

  it('report no tick that fails after they were stopped', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const reading = every(100, 'Reading', () => promise)
    const all = components(reading)
    await all.start()
    await vi.advanceTimersByTimeAsync(100)
    await all.stop()
    reject(new Error('the database is closed'))
    all.tickNow(reading)
    await vi.advanceTimersByTimeAsync(100)
    expect(warnings).toEqual([])
  })
})

it('a signal calls its listeners in the order of their subscription, until they unsubscribe', () => {
  const signal = new Signal<[number]>()
  const heard: string[] = []
  const unsubscribe = signal.subscribe((value) => heard.push(`a ${value}`))
  signal.subscribe((value) => heard.push(`b ${value}`))
  signal.emit(1)
  unsubscribe()
  signal.emit(2)
  expect(heard).toEqual(['a 1', 'b 1', 'b 2'])
})
