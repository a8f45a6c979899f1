// When a stream is taken for silent, for dead and for stable, on a clock of the test's own.
import { describe, expect, it } from 'vitest'
import { Pulse } from '../../../src/domain/stations/pulse.ts'

const STABLE_MS = 180_000
const pulseWith = (graceMs = 0) => new Pulse({ graceMs, stableMs: STABLE_MS })

/** Beats every so many milliseconds for a while; returns when it did last. */
function beat(pulse: Pulse, everyMs: number, times: number, from = 1_000_000): number {
  for (let time = 0; time < times; time++) pulse.beat(from + time * everyMs)
  return from + (times - 1) * everyMs
}

/** What is said of it at a time: that it flows, that it is waited for, that it is dead. */
function stateAt(pulse: Pulse, now: number): 'flows' | 'awaited' | 'dead' {
  if (pulse.flows(now)) return 'flows'
  return pulse.isAlive(now) ? 'awaited' : 'dead'
}

describe('a stream', () => {
  it('that flowed before a restart is awaited for the grace period, and flows from its first beat on', () => {
    const pulse = pulseWith(15_000)
    pulse.awaitReconnect(1_000)
    expect([16_000, 16_001].map((now) => stateAt(pulse, now))).toEqual(['awaited', 'dead'])
    pulse.beat(2_000)
    expect(stateAt(pulse, 2_000)).toBe('flows')
    pulse.stop(3_000)
    pulse.awaitReconnect(10_000) // it has been heard here: the break counts
    expect([17_000, 18_001].map((now) => stateAt(pulse, now))).toEqual(['awaited', 'dead'])
    const withoutGrace = pulseWith(0)
    withoutGrace.awaitReconnect(1_000)
    expect(stateAt(withoutGrace, 1_001)).toBe('dead')
  })

  it('is dead before its first beat, alive from it on, and without grace dead at once when its source is gone', () => {
    const pulse = pulseWith(0)
    expect(stateAt(pulse, 1000)).toBe('dead')
    pulse.beat(1000)
    expect(stateAt(pulse, 1000)).toBe('flows')
    pulse.stop(1001)
    expect(stateAt(pulse, 1002)).toBe('dead')
  })

  it.each([
    { everyMs: 100, deadAfterMs: 3_000 },
    { everyMs: 1_000, deadAfterMs: 3_500 },
    { everyMs: 2_000, deadAfterMs: 7_000 },
    { everyMs: 5_000, deadAfterMs: 17_500 },
    { everyMs: 15_000, deadAfterMs: 52_500 },
    { everyMs: 30_000, deadAfterMs: 60_000 },
  ])('that beats every $everyMs ms flows between its beats and is dead $deadAfterMs ms after the last', (pace) => {
    const pulse = pulseWith(0)
    const last = beat(pulse, pace.everyMs, 60)
    expect(stateAt(pulse, last + pace.everyMs)).toBe('flows')
    expect(stateAt(pulse, last + pace.deadAfterMs * 0.97)).toBe('flows')
    expect(stateAt(pulse, last + pace.deadAfterMs * 1.03)).toBe('dead')
  })

  it('that becomes slower while it is connected flows again between its beats', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 60)
    const slower = beat(pulse, 10_000, 10, last + 10_000)
    expect(stateAt(pulse, slower + 10_000)).toBe('flows')
  })

  it('of many parts a second is not taken for a quick one', () => {
    const pulse = pulseWith(0)
    for (let second = 0; second < 60; second++)
      for (let part = 0; part < 4; part++) pulse.beat(second * 1000 + part * 10)
    expect(stateAt(pulse, 59_030 + 3_300)).toBe('flows')
    expect(stateAt(pulse, 59_030 + 3_600)).toBe('dead')
  })

  it('without any gap is found dead within 5 s too, once it has beaten for a while', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 20, 200)
    expect(stateAt(pulse, last + 2_900)).toBe('flows')
    expect(stateAt(pulse, last + 3_100)).toBe('dead')
    const again = beat(pulse, 20, 200, last + 10_000) // nor does it remember a silence as its pace
    expect(stateAt(pulse, again + 3_100)).toBe('dead')
    const single = pulseWith(0)
    single.beat(1_000)
    single.beat(1_020)
    expect(stateAt(single, 31_000)).toBe('flows') // it may beat every half a minute
  })

  it('is found dead within 5 s again soon after a long silence', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 30)
    const again = beat(pulse, 1_000, 20, last + 50_000)
    expect(stateAt(pulse, again + 4_700)).toBe('dead')
  })

  it('is stable when it has flowed for long without a break', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 181)
    expect(pulse.isStable(last - 1)).toBe(false)
    expect(pulse.isStable(last)).toBe(true)
    expect(pulse.isStable(last + 4_000)).toBe(false)
    const again = beat(pulse, 1_000, 180, last + 20_000)
    expect(pulse.isStable(again)).toBe(false)
    expect(pulse.isStable(beat(pulse, 1_000, 2, again))).toBe(true)
  })
})

describe('with a grace of 15 s', () => {
  const GRACE_MS = 15_000

  it('a silence counts from the last beat: the time after which it is silent is not added', () => {
    const pulse = pulseWith(GRACE_MS)
    const last = beat(pulse, 1_000, 60)
    expect(stateAt(pulse, last + 3_400)).toBe('flows')
    expect(stateAt(pulse, last + 3_600)).toBe('awaited')
    expect(stateAt(pulse, last + 15_000)).toBe('awaited')
    expect(stateAt(pulse, last + 15_001)).toBe('dead')
  })

  it('a slow one is silent later than that, and then dead at once', () => {
    const pulse = pulseWith(GRACE_MS)
    const last = beat(pulse, 10_000, 60)
    expect(stateAt(pulse, last + 34_000)).toBe('flows')
    expect(stateAt(pulse, last + 36_000)).toBe('dead')
  })

  it('a source that says goodbye is waited for as long, and not longer than the grace from then on', () => {
    const quick = pulseWith(GRACE_MS)
    const last = beat(quick, 1_000, 60)
    quick.stop(last + 500)
    expect(stateAt(quick, last + 500)).toBe('awaited')
    expect(stateAt(quick, last + 15_000)).toBe('awaited')
    expect(stateAt(quick, last + 15_001)).toBe('dead')
    const slow = pulseWith(GRACE_MS)
    const lastOfSlow = beat(slow, 30_000, 10)
    slow.stop(lastOfSlow + 20_000)
    expect(stateAt(slow, lastOfSlow + 35_000)).toBe('awaited')
    expect(stateAt(slow, lastOfSlow + 35_001)).toBe('dead')
  })

  it('connections that bring nothing do not make it longer', () => {
    const pulse = pulseWith(GRACE_MS)
    const last = beat(pulse, 1_000, 60)
    for (let goodbye = 1; goodbye < 20; goodbye++) pulse.stop(last + goodbye * 1_000)
    expect(stateAt(pulse, last + 15_001)).toBe('dead')
  })

  it('a short break takes nothing from one that was stable, a longer one or one in its first minutes does', () => {
    const trusted = pulseWith(GRACE_MS)
    const last = beat(trusted, 1_000, 200)
    trusted.stop(last)
    trusted.beat(last + 5_000)
    expect(trusted.isStable(last + 5_000)).toBe(true)
    const silent = beat(trusted, 1_000, 30, last + 6_000)
    trusted.beat(silent + 10_000)
    expect(trusted.isStable(silent + 10_000)).toBe(true)
    trusted.stop(silent + 11_000)
    trusted.beat(silent + 40_000)
    expect(trusted.isStable(silent + 40_000)).toBe(false)

    const flapping = pulseWith(GRACE_MS)
    let now = 0
    for (let turn = 0; turn < 100; turn++) {
      now = beat(flapping, 1_000, 10, now + 5_000)
      flapping.stop(now)
    }
    flapping.beat(now + 1)
    expect(flapping.isStable(now + 1)).toBe(false)
  })

  it('the rate of the next source is learned anew', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 60)
    pulse.stop(last)
    pulse.beat(last + 30_000)
    expect(stateAt(pulse, last + 80_000)).toBe('flows')
  })
})
