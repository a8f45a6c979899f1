// When a stream is silent, dead or stable, with simulated time.
import { describe, expect, it } from 'vitest'
import { Pulse } from '../../../src/domain/stations/pulse.ts'

const STABLE_MS = 180_000
const pulseWith = (graceMs = 0) => new Pulse({ graceMs, stableMs: STABLE_MS })

/** Beats `times` times, every `everyMs`; returns the time of the last beat. */
function beat(pulse: Pulse, everyMs: number, times: number, from = 1_000_000): number {
  for (let time = 0; time < times; time++) pulse.beat(from + time * everyMs)
  return from + (times - 1) * everyMs
}

function stateAt(pulse: Pulse, now: number): 'flows' | 'awaited' | 'dead' {
  if (pulse.flows(now)) return 'flows'
  return pulse.isAlive(now) ? 'awaited' : 'dead'
}

describe('the pulse of a stream', () => {
  it('is awaited for the grace period after a restart, and flows from its first beat', () => {
    const pulse = pulseWith(15_000)
    pulse.awaitReconnect(1_000)
    expect([16_000, 16_001].map((now) => stateAt(pulse, now))).toEqual(['awaited', 'dead'])
    pulse.beat(2_000)
    expect(stateAt(pulse, 2_000)).toBe('flows')
    pulse.stop(3_000)
    pulse.awaitReconnect(10_000) // the stream has been online here: the interruption counts
    expect([17_000, 18_001].map((now) => stateAt(pulse, now))).toEqual(['awaited', 'dead'])
    const withoutGrace = pulseWith(0)
    withoutGrace.awaitReconnect(1_000)
    expect(stateAt(withoutGrace, 1_001)).toBe('dead')
  })

  it('is dead before its first beat, alive after it, and dead at once without grace', () => {
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
  ])('with a beat every $everyMs ms flows between beats and is dead $deadAfterMs ms after the last', (pace) => {
    const pulse = pulseWith(0)
    const last = beat(pulse, pace.everyMs, 60)
    expect(stateAt(pulse, last + pace.everyMs)).toBe('flows')
    expect(stateAt(pulse, last + pace.deadAfterMs * 0.97)).toBe('flows')
    expect(stateAt(pulse, last + pace.deadAfterMs * 1.03)).toBe('dead')
  })

  it('reports that its grace period ends soon only while it is silent', () => {
    const pulse = pulseWith(15_000)
    const last = beat(pulse, 1_000, 60)
    const endsSoon = (afterMs: number) => pulse.endsWithin(5_000, last + afterMs)
    expect([1_000, 9_000, 10_500, 16_000].map(endsSoon)).toEqual([false, false, true, true])
    pulse.beat(last + 10_500)
    expect(endsSoon(10_500)).toBe(false)
  })

  it('adapts to a lower rate while connected', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 60)
    const slower = beat(pulse, 10_000, 10, last + 10_000)
    expect(stateAt(pulse, slower + 10_000)).toBe('flows')
  })

  it('counts several parts per second as one beat', () => {
    const pulse = pulseWith(0)
    for (let second = 0; second < 60; second++)
      for (let part = 0; part < 4; part++) pulse.beat(second * 1000 + part * 10)
    expect(stateAt(pulse, 59_030 + 3_300)).toBe('flows')
    expect(stateAt(pulse, 59_030 + 3_600)).toBe('dead')
  })

  it('is dead within 5 s even if it has beaten without gaps', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 20, 200)
    expect(stateAt(pulse, last + 2_900)).toBe('flows')
    expect(stateAt(pulse, last + 3_100)).toBe('dead')
    const again = beat(pulse, 20, 200, last + 10_000) // and it does not take the silence for its rate
    expect(stateAt(pulse, again + 3_100)).toBe('dead')
    const single = pulseWith(0)
    single.beat(1_000)
    single.beat(1_020)
    expect(stateAt(single, 31_000)).toBe('flows') // its rate may be one beat per half minute
  })

  it('is dead within 5 s again soon after a long silence', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 30)
    const again = beat(pulse, 1_000, 20, last + 50_000)
    expect(stateAt(pulse, again + 4_700)).toBe('dead')
  })

  it('is stable after a long time without interruption', () => {
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

describe('a grace period of 15 s', () => {
  const GRACE_MS = 15_000

  it('counts from the last beat, without the time to detect silence', () => {
    const pulse = pulseWith(GRACE_MS)
    const last = beat(pulse, 1_000, 60)
    expect(stateAt(pulse, last + 3_400)).toBe('flows')
    expect(stateAt(pulse, last + 3_600)).toBe('awaited')
    expect(stateAt(pulse, last + 15_000)).toBe('awaited')
    expect(stateAt(pulse, last + 15_001)).toBe('dead')
  })

  it('is over already when a slow stream becomes silent', () => {
    const pulse = pulseWith(GRACE_MS)
    const last = beat(pulse, 10_000, 60)
    expect(stateAt(pulse, last + 34_000)).toBe('flows')
    expect(stateAt(pulse, last + 36_000)).toBe('dead')
  })

  it('starts at the end of the connection if the source closes it', () => {
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

  it('is not extended by connections without data', () => {
    const pulse = pulseWith(GRACE_MS)
    const last = beat(pulse, 1_000, 60)
    for (let goodbye = 1; goodbye < 20; goodbye++) pulse.stop(last + goodbye * 1_000)
    expect(stateAt(pulse, last + 15_001)).toBe('dead')
  })

  it('keeps a stable stream stable over a short interruption, not over a long or early one', () => {
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

  it('learns the rate of the next source again', () => {
    const pulse = pulseWith(0)
    const last = beat(pulse, 1_000, 60)
    pulse.stop(last)
    pulse.beat(last + 30_000)
    expect(stateAt(pulse, last + 80_000)).toBe('flows')
  })
})
