import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/bits.ts'
import { encode1033, frame } from '../../src/encode/frames.ts'
import { epochField } from '../../src/epoch.ts'
import { StreamMeter } from '../../src/meter/stream-meter.ts'
import { EQUIPMENT } from '../support/orbits.ts'
import { epochBytes, epochMessages, msmPayload, type Sky, STATION, stationBytes } from '../support/sky.ts'

/** A Saturday evening, 90 s before the GPS week ends: streams of two minutes include the rollover. */
const START = Date.UTC(2026, 10, 14, 23, 58, 12)
const MINUTE = 60_000
const SATELLITES = { GPS: 9, GLO: 6, GAL: 7, BDS: 6 }
const SKY_ONLY_GPS: Sky = { GPS: [1, 2, 3, 4] }

interface Feed {
  readonly from?: number
  readonly to: number
  readonly interval?: number
  readonly delay?: number
  /** Error of the station's clock. */
  readonly clock?: number
  readonly sky?: Sky
}

function feed(meter: StreamMeter, { from = 0, to, interval = 1000, delay = 250, clock = 0, sky }: Feed): void {
  for (let ms = from; ms < to; ms += interval) meter.push(epochBytes(START + ms + clock, sky), START + ms + delay)
}

const minuteOf = (...feeds: Feed[]) => {
  const meter = new StreamMeter(START)
  for (const one of feeds) feed(meter, one)
  return meter.takeSlice(START + MINUTE)
}

const legacy = (type: number, epoch: number, epochWidth: number, moreFollow: boolean, satellites: number) =>
  frame(
    new BitWriter()
      .unsigned(type, 12)
      .unsigned(9, 12)
      .unsigned(epoch, epochWidth)
      .unsigned(moreFollow ? 1 : 0, 1)
      .unsigned(satellites, 5)
      .unsigned(0, 20)
      .bytes(),
  )
const gps1004 = (instant: number, satellites = 8) => legacy(1004, epochField('GPS', instant), 30, true, satellites)
const glonass1012 = (instant: number, satellites = 5) =>
  legacy(1012, epochField('GLO', instant) % 2 ** 27, 27, false, satellites)

describe('StreamMeter', () => {
  it('returns the facts of a minute', () => {
    const meter = new StreamMeter(START)
    meter.push(stationBytes(), START)
    meter.push(frame(encode1033(EQUIPMENT)), START)
    feed(meter, { to: MINUTE })
    const facts = meter.takeSlice(START + MINUTE)
    const bytes = 60 * epochBytes(START).length + stationBytes().length + frame(encode1033(EQUIPMENT)).length
    expect(facts).toEqual({
      fromMs: START,
      toMs: START + MINUTE,
      bytes,
      badCrcs: 0,
      skippedBytes: 0,
      messages: { 1005: 1, 1033: 1, 1077: 60, 1087: 60, 1097: 60, 1127: 60 },
      epochs: { received: 60, expected: 60, intervalMs: 1000, gaps: 0, longestGapMs: 0 },
      latency: { medianMs: 250, clamped: 0, unknown: 0, timeAheadMs: null },
      clocks: null,
      satellites: { total: 28, byConstellation: SATELLITES },
      medianSatellites: { total: 28, byConstellation: SATELLITES },
      lastEpochArrivalMs: START + 59_250,
      position: { ...STATION, itrfYear: 0, antennaHeight: null },
      equipment: EQUIPMENT,
    })
    expect(meter.takeSlice(START + 2 * MINUTE)).toMatchObject({
      fromMs: START + MINUTE,
      bytes: 0,
      messages: {},
      epochs: { received: 0, expected: 58 },
      latency: { medianMs: null },
      satellites: null,
      medianSatellites: null,
      lastEpochArrivalMs: START + 59_250,
      position: { x: STATION.x },
      equipment: EQUIPMENT,
    })
  })

  it('combines the messages about the equipment', () => {
    const meter = new StreamMeter(START)
    const antenna = (type: 1007 | 1008, name: string, serial = '') => {
      const fields = new BitWriter().unsigned(type, 12).unsigned(9, 12)
      for (const text of type === 1008 ? [name, serial] : [name]) {
        fields.unsigned(text.length, 8)
        for (const character of Buffer.from(text)) fields.unsigned(character, 8)
        if (text === name) fields.unsigned(0, 8)
      }
      meter.push(frame(fields.bytes()), START)
      return meter.takeSlice(START).equipment
    }
    expect(antenna(1008, 'LEIAR25.R4', '725100')).toMatchObject({ antennaSerial: '725100', receiver: null })
    meter.push(frame(encode1033({ ...EQUIPMENT, antenna: 'LEIAR25.R4', antennaSerial: '' })), START)
    const { receiver } = EQUIPMENT
    expect(meter.takeSlice(START).equipment).toMatchObject({ antennaSerial: '725100', receiver })
    expect(antenna(1007, 'LEIAR25.R4')).toMatchObject({ antennaSerial: '725100', receiver })
    expect(antenna(1007, 'TRM57971.00')).toMatchObject({ antenna: 'TRM57971.00', antennaSerial: null, receiver })
  })

  it('returns the same however the bytes are split', () => {
    const stream = Buffer.concat([
      stationBytes(),
      ...[0, 1, 2, 4].map((second) => epochBytes(START + second * 1000)),
      Buffer.from('noise'),
      epochBytes(START + 5000).subarray(30),
    ])
    const factsOf = (chunks: Buffer[]) => {
      const meter = new StreamMeter(START)
      for (const chunk of chunks) meter.push(chunk, START + 6000)
      return meter.takeSlice(START + MINUTE)
    }
    const whole = factsOf([stream])
    expect(whole.epochs).toMatchObject({ received: 5, gaps: 1 })
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 30 }), (places) => {
        const ends = [...places.sort((a, b) => a - b), stream.length]
        expect(factsOf(ends.map((end, index) => stream.subarray(ends[index - 1] ?? 0, end)))).toEqual(whole)
      }),
      { numRuns: 50 },
    )
  })

  it.each([200, 1000, 30_000])('learns a rate of one epoch in %d ms', (interval) => {
    const meter = new StreamMeter(START)
    feed(meter, { to: 4 * MINUTE, interval })
    const count = (4 * MINUTE) / interval
    expect(meter.takeSlice(START + 4 * MINUTE).epochs).toMatchObject({
      received: count,
      expected: count,
      intervalMs: interval,
    })
  })

  it('counts lost epochs as missing', () => {
    const { epochs } = minuteOf({ to: 20_000 }, { from: 23_000, to: 40_000 }, { from: 41_000, to: MINUTE })
    expect(epochs).toEqual({ received: 56, expected: 60, intervalMs: 1000, gaps: 2, longestGapMs: 4000 })
  })

  it('counts repeated epochs once, and not their delay', () => {
    const meter = new StreamMeter(START)
    for (let ms = 0; ms < MINUTE; ms += 1000) {
      feed(meter, { from: ms, to: ms + 1 })
      feed(meter, { from: ms, to: ms + 1, delay: 900 })
    }
    const { epochs, latency, satellites, messages } = meter.takeSlice(START + MINUTE)
    expect(epochs).toMatchObject({ received: 60, expected: 60 })
    expect(latency.medianMs).toBe(250)
    expect(satellites!.total).toBe(28)
    expect(messages[1077]).toBe(120)
  })

  it('does not count a frozen receiver or text as live', () => {
    const meter = new StreamMeter(START)
    feed(meter, { to: 5000 })
    for (let ms = 5000; ms < MINUTE; ms += 1000) {
      meter.push(epochBytes(START + 4000), START + ms)
      meter.push(frame(new BitWriter().unsigned(1029, 12).unsigned(0, 60).bytes()), START + ms)
      meter.push(frame(msmPayload('GPS', START + ms, false, [])), START + ms)
    }
    expect(meter.lastEpochArrivalMs).toBe(START + 4250)
    const { epochs, lastEpochArrivalMs, messages } = meter.takeSlice(START + MINUTE)
    expect(lastEpochArrivalMs).toBe(START + 4250)
    expect(messages[1029]).toBe(55)
    expect(epochs).toMatchObject({ received: 5, expected: 5 + 53 })
  })

  it('measures the delay to the last message of an epoch', () => {
    const meter = new StreamMeter(START)
    for (let ms = 0; ms < 10_000; ms += 1000) {
      for (const [index, message] of epochMessages(START + ms).entries())
        meter.push(message, START + ms + 100 * (index + 1))
    }
    expect(meter.takeSlice(START + 10_000).latency.medianMs).toBe(400)
  })

  it('ends an epoch at the next one when no message is marked as the last', () => {
    const meter = new StreamMeter(START)
    const open = (ms: number) => meter.push(Buffer.concat(epochMessages(START + ms).slice(0, 3)), START + ms + 250)
    for (let ms = 0; ms < 10_000; ms += 1000) open(ms)
    const { epochs, satellites, latency } = meter.takeSlice(START + 10_000)
    expect(epochs.received).toBe(10)
    expect(satellites).toEqual({ total: 22, byConstellation: { GPS: 9, GLO: 6, GAL: 7 } })
    expect(latency.medianMs).toBe(250)
  })

  it('joins messages that are all marked as the last', () => {
    const meter = new StreamMeter(START)
    for (let ms = 0; ms < 10_000; ms += 1000) {
      meter.push(frame(msmPayload('GPS', START + ms, false, [1, 2, 50])), START + ms)
      meter.push(frame(msmPayload('GLO', START + ms, false, [3])), START + ms)
      // more than 64 cells: the same constellation again, with a satellite that it had before
      meter.push(frame(msmPayload('GPS', START + ms, false, [2, 40])), START + ms)
    }
    meter.push(frame(msmPayload('GPS', START + 10_000, false, [1])), START + 10_000)
    const { epochs, medianSatellites } = meter.takeSlice(START + 10_000)
    expect(epochs).toMatchObject({ received: 11, expected: 11 })
    expect(medianSatellites).toEqual({ total: 5, byConstellation: { GPS: 4, GLO: 1 } })
  })

  it('returns the last epoch, and the median of the minute', () => {
    const { satellites, medianSatellites } = minuteOf({ to: 55_000 }, { from: 55_000, to: MINUTE, sky: SKY_ONLY_GPS })
    expect(satellites).toEqual({ total: 4, byConstellation: { GPS: 4 } })
    expect(medianSatellites).toEqual({ total: 28, byConstellation: SATELLITES })
  })

  it('reads the older 1004 and 1012, alone and beside MSM', () => {
    const meter = new StreamMeter(START)
    const push =
      (...frames: Buffer[]) =>
      (ms: number) =>
        meter.push(Buffer.concat(frames), START + ms + 250)
    for (let ms = 0; ms < 30_000; ms += 1000) push(gps1004(START + ms), glonass1012(START + ms))(ms)
    const alone = meter.takeSlice(START + 30_000)
    expect(alone.epochs).toMatchObject({ received: 30, expected: 30, intervalMs: 1000 })
    expect(alone.satellites).toEqual({ total: 13, byConstellation: { GPS: 8, GLO: 5 } })
    for (let ms = 30_000; ms < MINUTE; ms += 1000) {
      push(gps1004(START + ms), glonass1012(START + ms), epochBytes(START + ms))(ms)
    }
    const beside = meter.takeSlice(START + MINUTE)
    expect(beside.epochs).toMatchObject({ received: 30, expected: 30 })
    expect(beside.satellites).toEqual({ total: 28, byConstellation: SATELLITES })
  })

  it('resolves the day of GLONASS without one, with a wrong one, and after a night of silence', () => {
    const wrongDay = (instant: number) => {
      const fields = epochField('GLO', instant)
      return frame(
        new BitWriter()
          .unsigned(1084, 12)
          .unsigned(9, 12)
          .unsigned((Math.floor(fields / 2 ** 27) + 1) % 7, 3)
          .unsigned(fields % 2 ** 27, 27)
          .unsigned(0, 19)
          .unsigned(1, 32)
          .unsigned(0, 64)
          .bytes(),
      )
    }
    const meter = new StreamMeter(START)
    const night = 20 * 3_600_000
    for (const from of [0, night]) {
      for (let ms = from; ms < from + MINUTE; ms += 1000) {
        meter.push(frame(msmPayload('GPS', START + ms, true)), START + ms + 250)
        meter.push(wrongDay(START + ms), START + ms + 250)
      }
      expect(meter.takeSlice(START + from + MINUTE)).toMatchObject({
        epochs: { received: 60 },
        latency: { medianMs: 250 },
        satellites: { byConstellation: { GPS: 3, GLO: 1 } },
      })
    }
    const alone = new StreamMeter(START)
    for (const ms of [0, 1000, night, night + 1000]) alone.push(glonass1012(START + ms), START + ms + 250)
    expect(alone.takeSlice(START + night + MINUTE).latency).toMatchObject({ medianMs: 250, clamped: 0, unknown: 0 })
  })

  describe('clocks', () => {
    it('treats slightly early epochs as on time', () => {
      expect(minuteOf({ to: MINUTE, clock: 1000 }).latency).toMatchObject({ medianMs: 0, clamped: 60, unknown: 0 })
    })

    it('treats epochs that are seconds early as on time, and reports the offset', () => {
      expect(minuteOf({ to: MINUTE, clock: 5000 }).latency).toEqual({
        ...{ medianMs: 0, clamped: 60, unknown: 0 },
        timeAheadMs: 4750,
      })
    })

    it.each([3_600_000, -3_600_000, 2 * 86_400_000])('returns no latency when the clocks are %d ms apart', (clock) => {
      const { latency, epochs } = minuteOf({ to: MINUTE, clock })
      expect(latency).toEqual({ medianMs: null, clamped: 0, unknown: 60, timeAheadMs: clock - 250 })
      expect(epochs).toMatchObject({ received: 60, expected: 60 })
    })

    it('measures an old recording as complete, with unknown latency', () => {
      const recorded = Date.UTC(2021, 2, 3, 4, 5, 6)
      const meter = new StreamMeter(START)
      for (let ms = 0; ms < MINUTE; ms += 1000) {
        meter.push(Buffer.concat([glonass1012(recorded + ms), gps1004(recorded + ms)]), START + ms)
        meter.push(epochBytes(recorded + ms), START + ms)
      }
      const { latency, epochs, satellites } = meter.takeSlice(START + MINUTE)
      expect(latency.medianMs).toBeNull()
      expect(satellites!.total).toBe(28)
      expect(epochs).toMatchObject({ received: 60, expected: 60, intervalMs: 1000 })
    })

    it('continues when a recording starts over', () => {
      const meter = new StreamMeter(START)
      for (let ms = 0; ms < MINUTE; ms += 1000) meter.push(epochBytes(START - 1e8 + (ms % 20_000)), START + ms)
      expect(meter.takeSlice(START + MINUTE).epochs).toMatchObject({ received: 60, expected: 60 })
    })
  })

  it('returns the latency of a late stream, up to ten minutes', () => {
    expect(minuteOf({ to: MINUTE, delay: 70_000 }).latency).toMatchObject({ medianMs: 70_000, timeAheadMs: null })
    expect(minuteOf({ to: MINUTE, delay: 599_000 }).latency).toMatchObject({ medianMs: 599_000, timeAheadMs: null })
    expect(minuteOf({ to: MINUTE, delay: 601_000 }).latency).toMatchObject({ medianMs: null, timeAheadMs: -601_000 })
  })

  describe('over ten minutes', () => {
    const completeness = (minutes: readonly { received: number; expected: number }[]) => {
      const sum = (pick: 'received' | 'expected') => minutes.reduce((total, minute) => total + minute[pick], 0)
      return Math.min(100, (100 * sum('received')) / sum('expected'))
    }
    /** Connected only in the spans; takes a slice every minute. */
    const run = (...spans: [number, number][]) => {
      const meter = new StreamMeter(START)
      return Array.from({ length: 10 }, (_, minute) => {
        for (let ms = minute * MINUTE; ms < (minute + 1) * MINUTE; ms += 1000) {
          if (spans.some(([from]) => from === ms)) meter.reconnected()
          if (spans.some(([from, to]) => ms >= from && ms < to)) feed(meter, { from: ms, to: ms + 1 })
        }
        return meter.takeSlice(START + (minute + 1) * MINUTE).epochs
      })
    }

    it('counts a stream without losses as complete', () => expect(completeness(run([0, 600_000]))).toBe(100))

    it('counts exactly the epochs that a reconnect cost', () => {
      expect(completeness(run([0, 125_000], [140_000, 600_000]))).toBeCloseTo(97.5, 6)
      expect(completeness(run([0, 125_000], [305_000, 600_000]))).toBeCloseTo(70, 6)
    })

    it('counts down a stream that ends, and nothing before the start of one that begins', () => {
      expect(completeness(run([0, 300_000]))).toBeCloseTo(50, 0)
      expect(completeness(run([300_000, 600_000]))).toBe(100)
    })
  })

  it('survives any input', () => {
    const start = fc.constantFrom(...epochMessages(START), stationBytes(), frame(encode1033(EQUIPMENT)))
    const damaged = fc
      .tuple(start, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }))
      .map(([bytes, changes]) => {
        const payload = Buffer.from(bytes.subarray(3, -3))
        for (const [place, value] of changes) payload[place % payload.length] = value
        return frame(payload.subarray(0, 2 + ((changes[0]?.[0] ?? 2000) % payload.length)))
      })
    const instant = fc.integer({ min: -1e6, max: 1e9 })
    fc.assert(
      fc.property(fc.array(fc.tuple(damaged, instant), { maxLength: 40 }), (messages) => {
        const meter = new StreamMeter(START)
        for (const [bytes, ms] of messages) meter.push(bytes, START + ms)
        const { epochs, latency } = meter.takeSlice(START + MINUTE)
        expect(epochs.received).toBeLessThanOrEqual(messages.length)
        expect(epochs.expected).toBeGreaterThanOrEqual(0)
        expect(latency.medianMs ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
