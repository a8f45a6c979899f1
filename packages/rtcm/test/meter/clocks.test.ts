// Streams whose constellations have different times, or whose end marks are wrong, as receivers in the field send them:
// all satellites are counted, no epoch is missed or counted twice, and the clock that is off is named.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/bits.ts'
import { frame } from '../../src/encode/frames.ts'
import { epochField } from '../../src/epoch.ts'
import { type SliceFacts, StreamMeter } from '../../src/meter/stream-meter.ts'
import type { Constellation } from '../../src/observations/head.ts'
import { msmPayload } from '../support/sky.ts'

/** A number in [0, 1) that depends only on both words (the finaliser of MurmurHash 3). */
function fraction(...words: [number, number]): number {
  let state = 0x9e3779b9
  for (const word of words) {
    state = Math.imul(state ^ (word | 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return (state >>> 0) / 2 ** 32
}

/** The GPS week ends within the stream. */
const START = Date.UTC(2026, 10, 14, 23, 59, 12)
const SECOND = 1_000
const SLICE = 2_500
const DELAY = 250
const EPOCHS = 60

const SATELLITES = { GPS: 9, GLO: 6, GAL: 7, BDS: 6, QZS: 3, SBS: 2 } as const
type Sent = keyof typeof SATELLITES
const ALL: readonly Sent[] = ['GPS', 'GLO', 'GAL', 'BDS']

/** The clock of a constellation: a constant offset, or any function of the instant. */
type Clock = number | ((instant: number) => number)
const shown = (clock: Clock | undefined, instant: number) =>
  typeof clock === 'function' ? clock(instant) : instant + (clock ?? 0)
const frozen = (instant: number) => Math.min(instant, START + 10 * SECOND)

const MARKS = {
  right: (place: number, count: number) => place < count - 1,
  'always last': () => false,
  'never last': () => true,
  'the first is the last': (place: number) => place > 0,
}
type Marks = keyof typeof MARKS

interface Stream {
  readonly order?: readonly Sent[]
  readonly clocks?: Partial<Record<Sent, Clock>>
  readonly marks?: Marks
  readonly interval?: number
  readonly epochs?: number
}

interface Packet {
  readonly at: number
  readonly bytes: Buffer
}

const idsOf = (constellation: Sent) => Array.from({ length: SATELLITES[constellation] }, (_, index) => index * 2 + 1)

/** Cached: many streams share most of their messages, and encoding one takes longer than metering it. */
const made = new Map<string, Buffer>()
function messageOf(constellation: Sent, told: number, moreFollow: boolean): Buffer {
  const key = `${constellation} ${told} ${moreFollow}`
  const message = made.get(key) ?? frame(msmPayload(constellation, told, moreFollow, idsOf(constellation)))
  made.set(key, message)
  return message
}

function epochsOf({
  order = ALL,
  clocks = {},
  marks = 'right',
  interval = SECOND,
  epochs = EPOCHS,
}: Stream): Buffer[][] {
  return Array.from({ length: epochs }, (_, epoch) =>
    order.map((constellation, place) => {
      const told = shown(clocks[constellation], START + epoch * interval)
      return messageOf(constellation, told, MARKS[marks](place, order.length))
    }),
  )
}

const ARRIVALS = {
  'in one packet an epoch': (messages: Buffer[][], interval: number): Packet[] =>
    messages.map((epoch, at) => ({ at: START + at * interval + DELAY, bytes: Buffer.concat(epoch) })),
  'message by message': (messages: Buffer[][], interval: number): Packet[] =>
    messages.flatMap((epoch, at) =>
      epoch.map((bytes, place) => ({ at: START + at * interval + DELAY - (epoch.length - 1 - place) * 20, bytes })),
    ),
  'three epochs at a time': (messages: Buffer[][], interval: number): Packet[] =>
    messages.map((epoch, at) => ({ at: START + (at - (at % 3) + 2) * interval + DELAY, bytes: Buffer.concat(epoch) })),
  /** Like a modem that sends once a second, in the middle of epochs. */
  'half of two epochs at a time': (messages: Buffer[][], interval: number): Packet[] =>
    messages.flatMap((epoch, at) => {
      const [first, second] = [epoch.slice(0, epoch.length >> 1), epoch.slice(epoch.length >> 1)]
      return [
        { at: START + at * interval + DELAY, bytes: Buffer.concat(first) },
        { at: START + (at + 1) * interval + DELAY, bytes: Buffer.concat(second) },
      ]
    }),
}
type Arrival = keyof typeof ARRIVALS

function metered(packets: readonly Packet[], until = START + EPOCHS * SECOND): SliceFacts[] {
  const meter = new StreamMeter(START)
  const slices: SliceFacts[] = []
  let next = START + SLICE
  for (const { at, bytes } of packets) {
    for (; next <= at; next += SLICE) slices.push(meter.takeSlice(next))
    meter.push(bytes, at)
  }
  for (; next <= until + SLICE; next += SLICE) slices.push(meter.takeSlice(next))
  return slices
}

const sum = (slices: readonly SliceFacts[], pick: (slice: SliceFacts) => number) =>
  slices.reduce((total, slice) => total + pick(slice), 0)

/** The clocks of the last slice, in seconds, with their reference. */
const told = (slices: readonly SliceFacts[]) => {
  const { clocks } = slices.at(-1)!
  if (clocks === null) return null
  const off = clocks.clocks.map(({ constellation, aheadMs }) => [
    constellation,
    aheadMs === null ? null : aheadMs / 1000,
  ])
  return { [clocks.reference]: Object.fromEntries(off) }
}

const fullOf = (order: readonly Sent[]) => ({
  total: order.reduce((total, constellation) => total + SATELLITES[constellation], 0),
  byConstellation: Object.fromEntries(order.map((constellation) => [constellation, SATELLITES[constellation]])),
})

const HALF = SECOND / 2
const QUIRKS: readonly [string, Stream, ReturnType<typeof told>][] = [
  ['all clocks agree', {}, null],
  ['six constellations agree', { order: ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS'] }, null],
  ['GLONASS has old leap seconds', { clocks: { GLO: 2_000 } }, { GPS: { GLO: 2 } }],
  ['GLONASS has no leap seconds', { clocks: { GLO: 18_000 } }, { GPS: { GLO: 18 } }],
  ['GLONASS after the next leap second', { clocks: { GLO: -1_000 } }, { GPS: { GLO: -1 } }],
  ['GLONASS in UTC instead of Moscow time', { clocks: { GLO: -10_800_000 } }, { GPS: { GLO: -10_800 } }],
  ['BeiDou stamped in the time of GPS', { clocks: { BDS: 14_000 } }, { GPS: { BDS: 14 } }],
  ['QZSS in UTC', { order: ['GPS', 'QZS', 'GAL'], clocks: { QZS: -18_000 } }, { GPS: { QZS: -18 } }],
  ['SBAS in UTC', { order: ['GPS', 'GLO', 'SBS'], clocks: { SBS: -18_000 } }, { GPS: { SBS: -18 } }],
  ['Galileo half a second ahead', { clocks: { GAL: HALF } }, { GPS: { GAL: 0.5 } }],
  ['GLONASS half a second behind', { clocks: { GLO: -HALF } }, { GPS: { GLO: -0.5 } }],
  ['Galileo one epoch late', { clocks: { GAL: -SECOND } }, { GPS: { GAL: -1 } }],
  ['the last one is one epoch late', { clocks: { BDS: -SECOND } }, { GPS: { BDS: -1 } }],
  ['the first one is two epochs late', { clocks: { GPS: -2_000 } }, { GLO: { GPS: -2 } }],
  ['GPS itself is off', { clocks: { GPS: 7_000 } }, { GLO: { GPS: 7 } }],
  ['two are off, each by itself', { clocks: { GLO: 3_000, BDS: 14_000 } }, { GPS: { GLO: 3, BDS: 14 } }],
  ['GLONASS first, and off', { order: ['GLO', 'GPS', 'GAL', 'BDS'], clocks: { GLO: 2_000 } }, { GPS: { GLO: 2 } }],
  ['GLONASS last, and off', { order: ['GPS', 'GAL', 'BDS', 'GLO'], clocks: { GLO: 2_000 } }, { GPS: { GLO: 2 } }],
  ['the clock of GLONASS stops', { clocks: { GLO: frozen } }, { GPS: { GLO: null } }],
  ['the clock of GPS stops', { clocks: { GPS: frozen } }, { GLO: { GPS: null } }],
  [
    'only that of BeiDou goes on',
    { clocks: { GPS: frozen, GLO: frozen, GAL: frozen } },
    { BDS: { GPS: null, GLO: null, GAL: null } },
  ],
  ['one is off while another stops', { clocks: { GLO: 2_000, BDS: frozen } }, { GPS: { GLO: 2, BDS: null } }],
]

for (const marks of Object.keys(MARKS) as Marks[]) {
  for (const arrival of Object.keys(ARRIVALS) as Arrival[]) {
    describe(`marks: ${marks}; arrival: ${arrival}`, () => {
      it.each(QUIRKS)('%s', (_, quirk, clocks) => {
        const stream = { marks, ...quirk }
        const slices = metered(ARRIVALS[arrival](epochsOf(stream), SECOND))
        expect(told(slices)).toEqual(clocks)
        const counted = slices.slice(8).flatMap(({ satellites }) => satellites ?? [])
        expect(counted.length).toBeGreaterThan(5)
        for (const satellites of counted) expect(satellites).toEqual(fullOf(stream.order ?? ALL))
        expect(sum(slices, ({ epochs }) => epochs.received)).toBe(EPOCHS)
        expect(sum(slices, ({ epochs }) => epochs.gaps)).toBe(0)
        expect(slices.at(-1)!.epochs.intervalMs).toBe(SECOND)
      })
    })
  }
}

describe('a stream of GPS and GLONASS alone', () => {
  it.each<[Clock, number]>([
    [2_000, 2],
    [-1_000, -1],
    [HALF, 0.5],
    [-HALF, -0.5],
    [18_000, 18],
  ])('names a GLONASS clock that is off by %d ms', (clock, seconds) => {
    for (const marks of Object.keys(MARKS) as Marks[])
      for (const start of [0, 1]) {
        const messages = epochsOf({ order: ['GPS', 'GLO'], clocks: { GLO: clock }, marks })
        messages[0] = messages[0]!.slice(start)
        const slices = metered(ARRIVALS['in one packet an epoch'](messages, SECOND))
        expect([marks, start, told(slices)]).toEqual([marks, start, { GPS: { GLO: seconds } }])
        for (const { satellites } of slices.slice(8, -2)) expect(satellites).toEqual(fullOf(['GPS', 'GLO']))
      }
  })
})

describe('a report of clocks', () => {
  const packets = (stream: Stream) => ARRIVALS['in one packet an epoch'](epochsOf(stream), stream.interval ?? SECOND)
  const from = (epoch: number, before: Clock, after: Clock) => (instant: number) =>
    shown(instant < START + epoch * SECOND ? before : after, instant)

  it('begins after some epochs, and ends after some correct ones', () => {
    const slices = metered(packets({ clocks: { GLO: from(20, 2_000, 0) } }))
    const off = slices.map(({ clocks }) => clocks !== null)
    expect(off.slice(0, 8)).toEqual([false, false, ...Array(6).fill(true)])
    expect(off.slice(12)).toEqual(Array(off.length - 12).fill(false))
    const changes = off.filter((is, at) => at > 0 && is !== off[at - 1]).length
    expect(changes).toBe(2)
  })

  it.each([2_000, -3_000, HALF, 3_600_000])('is not made for a single message that is %d ms off', (off) => {
    for (const constellation of ALL) {
      const odd = (instant: number) => (instant === START + 30 * SECOND ? instant + off : instant)
      const slices = metered(packets({ clocks: { [constellation]: odd } }))
      expect(slices.every(({ clocks }) => clocks === null)).toBe(true)
      expect(slices.at(-3)!.satellites).toEqual(fullOf(ALL))
      expect(sum(slices, ({ epochs }) => epochs.received)).toBe(EPOCHS)
    }
  })

  it('names GLONASS at a leap second', () => {
    for (const step of [SECOND, -SECOND]) {
      const slices = metered(packets({ clocks: { GLO: from(25, 0, step) } }))
      expect(slices[9]!.clocks).toBeNull()
      expect(told(slices)).toEqual({ GPS: { GLO: step / 1000 } })
      expect(sum(slices, ({ epochs }) => epochs.received)).toBe(EPOCHS)
    }
  })

  it.each([50, 100, 200, 5_000, 15_000, 30_000, 60_000])('is made at one epoch in %d ms', (interval) => {
    const stream = { clocks: { GLO: 2_000, BDS: -interval }, interval, epochs: 40 }
    const slices = metered(packets(stream), START + 40 * interval)
    expect(told(slices)).toEqual({ GPS: { GLO: 2, BDS: -interval / 1000 } })
    expect(sum(slices, ({ epochs }) => epochs.received)).toBe(40)
    expect(slices.at(-1)!.epochs.intervalMs).toBe(interval)
  })

  it('leaves the latency to the majority of the clocks', () => {
    for (const clocks of [{ GPS: 7_000 }, { GLO: -18_000 }, { GLO: 18_000, BDS: frozen }]) {
      const slices = metered(packets({ clocks }))
      const latencies = slices.flatMap(({ latency }) => latency.medianMs ?? [])
      expect(latencies.slice(1).every((ms) => ms === DELAY)).toBe(true)
    }
  })

  it('names a first constellation one epoch late if marks and arrival agree, or counts it fully without a report', () => {
    for (const order of [ALL, ['GLO', 'GPS', 'GAL', 'BDS']] as const) {
      const stream = { order, clocks: { [order[0]!]: -SECOND } }
      const apart = metered(packets(stream))
      const reference = order[0] === 'GPS' ? 'GLO' : 'GPS'
      expect(told(apart)).toEqual({ [reference]: { [order[0]!]: -1 } })
      const bunched = metered(ARRIVALS['three epochs at a time'](epochsOf(stream), SECOND))
      expect(told(bunched)).toBeNull()
      for (const slices of [apart, bunched])
        for (const { satellites } of slices.slice(8, -2)) expect(satellites ?? fullOf(ALL)).toEqual(fullOf(ALL))
    }
  })

  it('names two clocks that are off together, although as many agree with GPS', () => {
    const stream: Stream = { clocks: { GAL: 18_000, BDS: 18_000 } }
    for (const arrival of ['in one packet an epoch', 'message by message', 'three epochs at a time'] as const) {
      const slices = metered(ARRIVALS[arrival](epochsOf(stream), SECOND))
      expect(told(slices)).toEqual({ GPS: { GAL: 18, BDS: 18 } })
    }
  })

  it('does not make a completely frozen receiver count as live', () => {
    const slices = metered(
      packets({ clocks: { GPS: frozen, GLO: (at) => frozen(at) + 2_000, GAL: frozen, BDS: frozen } }),
    )
    expect(slices.at(-1)!.lastEpochArrivalMs).toBe(START + 10 * SECOND + DELAY)
    expect(sum(slices, ({ epochs }) => epochs.received)).toBe(11)
  })

  it('ends for a constellation that is gone', () => {
    const messages = epochsOf({ clocks: { BDS: 14_000 }, epochs: 150 })
    const packets = messages.map((epoch, at) => ({
      at: START + at * SECOND + DELAY,
      bytes: Buffer.concat(at < 30 ? epoch : epoch.slice(0, 3)),
    }))
    const slices = metered(packets, START + 150 * SECOND)
    expect(slices[10]!.clocks).not.toBeNull()
    expect(slices.at(-1)!.clocks).toBeNull()
  })

  it('is not made for constellations at different rates, in any position, marking or arrival', () => {
    for (const order of [ALL, ['GLO', 'GPS'], ['GPS', 'GLO'], ['GLO', 'GAL', 'GPS']] as const)
      for (const marks of Object.keys(MARKS) as Marks[])
        for (const arrival of Object.values(ARRIVALS)) {
          const rare = order.indexOf('GLO')
          const messages = epochsOf({ order, marks }).map((epoch, at) =>
            at % 5 === 0 ? epoch : epoch.filter((_, place) => place !== rare),
          )
          const slices = metered(arrival(messages, SECOND))
          expect(slices.every(({ clocks }) => clocks === null)).toBe(true)
          expect(sum(slices, ({ epochs }) => epochs.received)).toBe(EPOCHS)
        }
  })

  const plan = (marks: Marks, arrival: Arrival, order: Sent[], lostPct: number, seed: number, begins: number) => ({
    marks,
    arrival,
    order,
    lostPct,
    seed,
    begins,
  })

  it('is not made for a healthy stream, whatever is lost, wherever it begins and however it arrives', () => {
    const plans = fc.record({
      marks: fc.constantFrom(...(Object.keys(MARKS) as Marks[])),
      arrival: fc.constantFrom(...(Object.keys(ARRIVALS) as Arrival[])),
      order: fc.shuffledSubarray(['GPS', 'GLO', 'GAL', 'BDS', 'QZS'] as Sent[], { minLength: 1 }),
      lostPct: fc.nat(40),
      seed: fc.nat(),
      begins: fc.nat(4),
    })
    fc.assert(
      fc.property(plans, ({ marks, arrival, order, lostPct, seed, begins }) => {
        let message = 0
        let came = 0
        const messages = epochsOf({ order, marks }).map((epoch, at) => {
          const left = epoch.filter((_, place) =>
            at === 0 ? place >= begins : at < 3 || fraction(seed, message++) * 100 >= lostPct,
          )
          if (left.length > 0) came++
          return left
        })
        const slices = metered(ARRIVALS[arrival](messages, SECOND))
        expect(slices.every(({ clocks }) => clocks === null)).toBe(true)
        const received = sum(slices, ({ epochs }) => epochs.received)
        // Half an epoch at the start may count as one with the next; and if messages are lost twice in a row within one
        // packet, nothing separates the epochs.
        expect(received).toBeLessThanOrEqual(came)
        if (arrival === 'in one packet an epoch' || arrival === 'message by message')
          expect(received).toBeGreaterThanOrEqual(came - 1)
      }),
      {
        numRuns: 100,
        // Losses that make the rests of two epochs look like one, three times in a row.
        examples: [
          [plan('right', 'half of two epochs at a time', ['GPS', 'GAL', 'QZS'], 27, 1250384619, 0)],
          [plan('never last', 'three epochs at a time', ['QZS', 'GLO'], 38, 1639804823, 2)],
        ],
      },
    )
  })
})

describe('SBAS among GPS in a 1004', () => {
  const CELL_BITS = 125
  const gps1004 = (instant: number, ids: readonly number[]) => {
    const fields = new BitWriter()
      .unsigned(1004, 12)
      .unsigned(9, 12)
      .unsigned(epochField('GPS', instant), 30)
      .unsigned(0, 1)
      .unsigned(ids.length, 5)
      .unsigned(0, 4)
    for (const id of ids) {
      fields.unsigned(id, 6)
      for (let left = CELL_BITS - 6; left > 0; left -= 32) fields.unsigned(0, Math.min(left, 32))
    }
    return frame(fields.bytes())
  }
  const count = (...messages: ((instant: number) => Buffer)[]) => {
    const packets = Array.from({ length: 20 }, (_, at) => {
      const instant = START + at * SECOND
      return { at: instant + DELAY, bytes: Buffer.concat(messages.map((message) => message(instant))) }
    })
    return metered(packets, START + 20 * SECOND).at(-2)!.satellites
  }

  it('counts as SBAS', () => {
    const message = (instant: number) => gps1004(instant, [1, 5, 40, 9, 53, 58, 32])
    expect(count(message)).toEqual({ total: 7, byConstellation: { GPS: 4, SBS: 3 } })
  })

  it('is counted once beside MSM of both', () => {
    const msm = (constellation: Constellation, ids: number[]) => (instant: number) =>
      frame(msmPayload(constellation, instant, false, ids))
    const message = (instant: number) => gps1004(instant, [1, 5, 40])
    expect(count(message, msm('GPS', [1, 5, 7]), msm('SBS', [1]))).toEqual({
      total: 4,
      byConstellation: { GPS: 3, SBS: 1 },
    })
  })
})
