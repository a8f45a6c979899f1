// How a node handles the messages of others, over a bus that delivers synchronously.
import { setImmediate as hasRead } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { epochFrame, framesIn, msm7Epoch, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import type { StationLeases } from '../../../src/caster/services.ts'
import { type Heartbeat, writeHeartbeat } from '../../../src/caster/sharing/heartbeat.ts'
import { readMessage, sendingTime, writeMessage } from '../../../src/caster/sharing/message.ts'
import { Ownership } from '../../../src/caster/sharing/ownership.ts'
import { RemoteStations } from '../../../src/caster/sharing/remote-stations.ts'
import { DerivedStream } from '../../../src/caster/streams/derived/derived-stream.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import { NOTHING_ALTERED } from '../../../src/domain/network/mountpoints/alteration.ts'
import { DirectBus } from './direct-bus.ts'

const STATION = 7
const OTHER = 8
const streamOf = (stationId: number) => `vertice.rtcm.${stationId}`
const STREAM = streamOf(STATION)
const TOLD = [1006, 1033, 1230]
const OWNED = { fencingToken: 1, flows: true, observed: true }
const SHAPE = { messages: [], constellations: [], frequencies: 2, bitsPerSecond: 4_800 }

let bus: DirectBus
let feeds: Feeds
let ownership: Ownership
let remote: RemoteStations
let fencingTokens: Map<number, number>

beforeEach(() => {
  bus = new DirectBus()
  fencingTokens = new Map([[STATION, 3]])
  const leases: StationLeases = {
    take: async () => fencingTokens,
    release: async () => {},
    kept: async () => fencingTokens,
    elsewhere: async () => new Set(),
    casters: async () => 1,
    isTrusted: () => true,
  }
  feeds = new Feeds({ graceMs: 1_000, stableMs: 1_000 })
  ownership = new Ownership({ leases, bus, node: 'me', feeds, warn: () => {} })
  const isKnown = (stationId: number) => stationId === STATION || stationId === OTHER
  remote = new RemoteStations({ bus, feeds, ownership, isKnown })
})

describe('followed stations', () => {
  it('are read without a rover, also after another node took over, and not while this node owns them', () => {
    const read: number[] = []
    const isKnown = (stationId: number) => stationId === STATION
    const tap = (stationId: number, frames: Buffer) => void read.push(stationId, frames.length)
    remote = new RemoteStations({ bus, feeds, ownership, isKnown, tap })
    alive(1)
    remote.follow([STATION, OTHER])
    send(1, 1)
    expect(read).toEqual([STATION, epochFrame().length])
    alive(2)
    remote.tick(performance.now() + 120_000)
    send(2, 1)
    send(1, 2)
    expect(read).toHaveLength(4)
    remote.follow([])
    send(2, 2)
    expect(read).toHaveLength(4)
  })
})

function receiver(stationId = STATION) {
  const got: Buffer[] = []
  const take = (data: Buffer) => void got.push(data)
  const one = { place: -1, send: take, sendFirst: take, got, types: () => framesIn(Buffer.concat(got)).types }
  feeds.of(stationId).join(one)
  return one
}

const send = (
  fencingToken: number,
  sequence: number,
  bytes = epochFrame(),
  { node = 'other', agoMs = 0, stationId = STATION } = {},
) =>
  bus.publish(
    streamOf(stationId),
    writeMessage({ node, fencingToken, sequence, receivedAt: sendingTime() - agoMs }, bytes),
  )

const alive = (fencingToken: number, more: Partial<Heartbeat> = {}) =>
  remote.hearHeartbeat({
    node: 'other',
    sentAt: sendingTime(),
    isNew: false,
    owned: [{ stationId: STATION, fencingToken, flows: true, observed: true }],
    ...more,
  })

const told = (fencingToken: number) =>
  writeMessage({ node: 'other', fencingToken, sequence: 0, receivedAt: sendingTime() }, Buffer.concat(stationFrames()))

describe('a stream of another node', () => {
  it('flushes a derived stream’s partial epoch before the station messages of a new source', async () => {
    const alteration = { ...NOTHING_ALTERED, form: 'legacy' } as const
    const made = new DerivedStream(feeds.of(STATION), alteration, { graceMs: 1_000, stableMs: 1_000 }, () => new Date())
    const got: Buffer[] = []
    const take = (data: Buffer) => void got.push(data)
    alive(1)
    made.join({ place: -1, send: take, sendFirst: take })
    await hasRead()
    const [half] = msm7Epoch(1_800_000_000_000)
    send(1, 1, Buffer.concat([...stationFrames(), half!]))
    send(2, 1, Buffer.concat([...stationFrames(8), ...msm7Epoch(1_800_000_001_000)]))
    const { types } = framesIn(Buffer.concat(got))
    expect(types.indexOf(1004)).toBeGreaterThan(types.indexOf(1006))
    expect(types.indexOf(1004)).toBeLessThan(types.lastIndexOf(1006))
  })

  it('is subscribed to from its first receiver until a minute after the last', () => {
    alive(1)
    expect(bus.hasListener(STREAM)).toBe(false)
    const one = receiver()
    expect(bus.hasListener(STREAM)).toBe(true)
    const now = performance.now()
    remote.tick(now)
    feeds.of(STATION).leave(one)
    remote.tick(now + 59_000)
    expect(bus.hasListener(STREAM)).toBe(true)
    remote.tick(now + 61_000)
    expect(bus.hasListener(STREAM)).toBe(false)
    expect(remote.counts.listened).toBe(0)
    receiver()
    expect(bus.hasListener(STREAM)).toBe(true)
  })

  it('is forwarded once per message, only from the newest owner; gaps are counted, old messages dropped', async () => {
    const { got } = receiver()
    await hasRead()
    send(1, 1)
    send(1, 2)
    send(1, 2)
    send(1, 5)
    expect(got).toHaveLength(3)
    send(1, 6, epochFrame(), { agoMs: 2_500 })
    expect(got).toHaveLength(3)
    send(2, 1, epochFrame(), { node: 'third' })
    send(1, 7)
    expect(got).toHaveLength(4)
    expect(remote.counts).toMatchObject({ missed: 2, tooOld: 1, messagesIn: 7 })
  })

  it('begins with the station messages, and later receivers get the newest ones', async () => {
    bus.answer = told(1)
    alive(1)
    const first = receiver()
    await hasRead()
    expect(bus.asked).toEqual([`vertice.first.${STATION}`])
    expect(first.types()).toEqual(TOLD)
    expect(receiver().types()).toEqual(TOLD)
    // Another owner may have another antenna.
    send(2, 1, epochFrame(), { node: 'third' })
    expect(receiver().types()).toEqual([])
    send(2, 2, Buffer.concat([stationFrames()[0]!, epochFrame()]), { node: 'third' })
    expect(receiver().types()).toEqual([1006])
  })

  it('waits for the station messages, and continues without them if no node answers', async () => {
    const late = Promise.withResolvers<Buffer | null>()
    bus.answer = late.promise
    alive(1)
    const first = receiver()
    send(1, 1)
    send(1, 2)
    expect(first.types()).toEqual([])
    late.resolve(told(1))
    await hasRead()
    expect(first.types()).toEqual([...TOLD, 1074, 1074])

    bus.answer = null
    alive(1, { owned: [{ stationId: OTHER, fencingToken: 1, flows: true, observed: true }] })
    const alone = receiver(OTHER)
    send(1, 1, epochFrame(), { stationId: OTHER })
    await hasRead()
    send(1, 2, epochFrame(), { stationId: OTHER })
    expect(alone.types()).toEqual([1074, 1074])
  })

  it('ignores station messages from an owner that lost the station', async () => {
    bus.answer = told(1)
    alive(2)
    const { got } = receiver()
    await Promise.resolve()
    expect(got).toEqual([])
  })

  it('ignores station messages that arrive after the base has moved to this node', async () => {
    const late = Promise.withResolvers<Buffer>()
    bus.answer = late.promise
    alive(1)
    const one = receiver()
    await ownership.take([STATION])
    late.resolve(told(9))
    await new Promise(setImmediate)
    expect(one.got).toEqual([])
    expect(receiver().got).toEqual([])
  })

  it('is online by its node’s heartbeats, and ends when they no longer name it', () => {
    alive(1)
    const feed = feeds.of(STATION)
    expect([feed.pulse.flows(performance.now()), feed.pulse.isAlive(performance.now())]).toEqual([true, true])
    alive(1, { owned: [] })
    expect([feed.pulse.flows(performance.now()), feed.pulse.isAlive(performance.now())]).toEqual([false, true])
    // A delayed heartbeat does not count.
    expect(alive(1, { sentAt: sendingTime() - 3_000 })).toBe(false)
    expect(feed.pulse.flows(performance.now())).toBe(false)
  })
})

describe('a station of this node', () => {
  it('is released at once when another node has a higher fencing token, and then received from there', async () => {
    const [holding] = await ownership.take([STATION])
    let isClosed = false
    holding!.broughtBy(() => {
      isClosed = true
    })
    const { got } = receiver()
    expect(bus.hasListener(STREAM)).toBe(false)
    alive(2)
    expect([isClosed, holding!.isOpen(performance.now())]).toEqual([false, true])
    alive(4)
    expect([isClosed, holding!.isOpen(performance.now()), ownership.count]).toEqual([true, false, 0])
    send(3, 9)
    expect(got).toHaveLength(0)
    send(4, 1)
    expect(got).toHaveLength(1)
  })

  it('is released if others took it while this node counted as dead', async () => {
    const [holding] = await ownership.take([STATION])
    let isClosed = false
    holding!.broughtBy(() => {
      isClosed = true
    })
    await ownership.takeBack()
    expect(isClosed).toBe(false)
    fencingTokens = new Map()
    await ownership.takeBack()
    expect(isClosed).toBe(true)
  })

  it('is free for others while its source is silent, and requested again when the source resumes', async () => {
    const [holding] = await ownership.take([STATION])
    holding!.broughtBy(() => {})
    holding!.rest()
    fencingTokens = new Map([[STATION, 8]])
    expect(holding!.isOpen(performance.now())).toBe(false)
    await new Promise(setImmediate)
    expect([holding!.isOpen(performance.now()), holding!.fencingToken]).toEqual([true, 8])
    holding!.rest()
    fencingTokens = new Map()
    holding!.isOpen(performance.now())
    await new Promise(setImmediate)
    expect(ownership.count).toBe(0)
  })
})

describe('the node that measures a station', () => {
  it('is the last owner until another node owns the station', async () => {
    expect(remote.wasLastHere(STATION)).toBe(false)
    const [holding] = await ownership.take([STATION])
    holding!.broughtBy(() => {})
    holding!.end()
    expect(remote.wasLastHere(STATION)).toBe(true)
    alive(3) // an old heartbeat of the previous owner
    expect(remote.wasLastHere(STATION)).toBe(true)
    alive(4)
    expect(remote.wasLastHere(STATION)).toBe(false)
  })
})

describe('a stream that other nodes announce', () => {
  it('counts as heard while its node announces it and the bus is up', () => {
    expect(remote.isHeard(STATION)).toBe(false)
    alive(1)
    expect([remote.isHeard(STATION), [...remote.heardWithin(60_000)]]).toEqual([true, [STATION]])
    bus.up = false
    expect(remote.isHeard(STATION)).toBe(false)
    bus.up = true
    alive(1, { owned: [] })
    expect([remote.isHeard(STATION), [...remote.heardWithin(60_000)]]).toEqual([false, [STATION]])
  })

  it('has the shape that its own node announces, and ignores other nodes', () => {
    const tell = (node: string, frequencies: number) =>
      remote.hearShapes({ node, sentAt: sendingTime(), shapes: new Map([[STATION, { ...SHAPE, frequencies }]]) })
    alive(1)
    tell('third', 1)
    expect(remote.shapeOf(STATION)).toBeNull()
    tell('other', 2)
    expect(remote.shapeOf(STATION)).toEqual(SHAPE)
  })
})

describe('unexpected input', () => {
  it('uses no memory for unregistered stations, and the others are heard', () => {
    const invented = Array.from({ length: 400_000 }, (_, index) => ({ ...OWNED, stationId: 1_000 + index }))
    alive(1, { owned: [...invented, { ...OWNED, stationId: STATION }] })
    remote.hearShapes({
      node: 'other',
      sentAt: sendingTime(),
      shapes: new Map(invented.map((one) => [one.stationId, SHAPE])),
    })
    alive(1, { owned: [{ ...OWNED, stationId: STATION }] })
    expect(Array.from(feeds.all, ({ stationId }) => stationId)).toEqual([STATION])
    expect([...remote.heardWithin(60_000)]).toEqual([STATION])
    expect(bus.rejected.get('unknown_station')).toBe(1)
  })

  it('is counted as malformed on a stream, and the next message arrives', async () => {
    const { got } = receiver()
    await hasRead()
    bus.publish(STREAM, Buffer.from('nothing of ours'))
    send(1, 1)
    expect([got.length, bus.rejected.get('malformed')]).toEqual([1, 1])
  })

  it('is limited to one megabyte while a stream waits for its first frames', async () => {
    const late = Promise.withResolvers<Buffer | null>()
    bus.answer = late.promise
    alive(1)
    const { got } = receiver()
    for (let sequence = 1; sequence <= 100; sequence++) send(1, sequence, Buffer.alloc(100_000))
    late.resolve(null)
    await hasRead()
    expect(Buffer.concat(got).length).toBe(1_000_000)
  })
})

describe('a stream that this node publishes', () => {
  it('skips what arrived while the node was frozen; subscribers see the gap', async () => {
    const [holding] = await ownership.take([STATION])
    const sent: number[] = []
    bus.subscribe(STREAM, (message) => void sent.push(readMessage(message)!.sequence))
    const now = performance.now()
    ownership.freezes.tick(now - 4_000) // and then no tick for four seconds
    holding!.passOn(epochFrame())
    ownership.freezes.tick(now)
    holding!.passOn(epochFrame())
    await hasRead()
    ownership.freezes.tick(now + 250)
    holding!.passOn(epochFrame())
    expect(sent).toEqual([3])
  })
})

describe('a missing stream', () => {
  it('is cut off if its node is alive and the bus is down, else its base is offline', () => {
    expect(remote.isCutOff(STATION)).toBe(false)
    remote.know(new Set([STATION]))
    alive(1)
    expect(remote.isCutOff(STATION)).toBe(false)
    bus.up = false
    expect(remote.isCutOff(STATION)).toBe(true)
    remote.know(new Set())
    expect(remote.isCutOff(STATION)).toBe(false)
  })
})

it('writes a heartbeat for one station in less than 120 bytes', () => {
  const owned = [{ stationId: 1, fencingToken: 1, flows: true, observed: true }]
  const bytes = writeHeartbeat({ node: 'abcdefghijkl', sentAt: sendingTime(), isNew: false, owned })
  expect(bytes.length).toBeLessThan(120)
})
