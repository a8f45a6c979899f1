import { describe, expect, it } from 'vitest'
import { ubx } from '../../../packages/rtcm/test/support/ubx.ts'
import { ObservationWatch } from '../../../src/caster/health/observation-watch.ts'

const SLICE_MS = 2_500
const NOTHING: Buffer = Buffer.alloc(0)

/** A station that is checked every 2.5 s. */
class Watched {
  readonly watch = new ObservationWatch()
  nowMs = 1_000_000
  #lastEpochArrivalMs: number | null = null

  /** Lets `seconds` pass in which this arrives. */
  pass(seconds: number, { bytes = 0, messages = {} as Record<number, number>, epochs = false } = {}): this {
    for (let slice = 0; slice < seconds / 2.5; slice++) {
      const fromMs = this.nowMs
      this.nowMs += SLICE_MS
      if (epochs) this.#lastEpochArrivalMs = this.nowMs - 100
      const lastEpochArrivalMs = this.#lastEpochArrivalMs
      this.watch.add({ fromMs, toMs: this.nowMs, bytes, messages, lastEpochArrivalMs })
    }
    return this
  }

  told(newest = NOTHING) {
    const found = this.watch.unobserved(7, this.nowMs, () => newest)
    return found && { ...found, sends: found.sends() }
  }
}

const position = { bytes: 100, messages: { 1006: 1, 1033: 2 } }
const observations = { bytes: 600, messages: { 1077: 3 }, epochs: true }

describe('bytes without observations', () => {
  it('are reported after a minute, with the messages of the last minute', () => {
    const station = new Watched().pass(60, position)
    expect(station.told()).toBeNull()
    station.pass(60, position)
    const sends = { messages: { 1033: 48, 1006: 24 }, formats: [] }
    expect(station.told()).toEqual({ stationId: 7, since: new Date(1_000_000), sends })
    expect(station.told(ubx(1, 7, Buffer.alloc(10)))?.sends.formats).toEqual(['UBX'])
  })

  it('count from the last epoch, and end with the next one', () => {
    const station = new Watched().pass(120, observations)
    const since = new Date(station.nowMs)
    expect(station.pass(60, position).told()).toBeNull()
    expect(station.pass(5, position).told()?.since).toEqual(since)
    expect(station.pass(2.5, observations).told()).toBeNull()
    expect(station.pass(60, position).told()).toBeNull()
  })

  it('may have pauses of up to a minute', () => {
    const station = new Watched()
    for (let turn = 0; turn < 4; turn++) station.pass(2.5, position).pass(27.5)
    expect(station.told()).not.toBeNull()
    expect(station.pass(60).told()).toBeNull()
    expect(station.pass(60, position).told()).toBeNull()
  })

  it('are not reported for a station that sends nothing, or one epoch every 30 s', () => {
    expect(new Watched().pass(600).told()).toBeNull()
    const slow = new Watched()
    for (let turn = 0; turn < 10; turn++) {
      slow.pass(2.5, observations).pass(27.5, position)
      expect(slow.told()).toBeNull()
    }
  })

  it('report only the most frequent message types', () => {
    const types = Object.fromEntries(Array.from({ length: 500 }, (_, type) => [type + 1, type + 1]))
    const { messages } = new Watched().pass(65, { bytes: 1, messages: types }).told()!.sends
    expect(Object.keys(messages)).toHaveLength(12)
    expect(messages).toHaveProperty('500')
  })

  it('start again when the clock is set back', () => {
    const station = new Watched().pass(120, position)
    station.nowMs -= 3_600_000
    expect(station.pass(60, position).told()).toBeNull()
    expect(station.pass(10, position).told()).not.toBeNull()
  })
})
