import { decodePosition, encode1020, frame } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { encodeMsm } from '../../../../packages/rtcm/src/encode/msm.ts'
import { payloadsIn, typeOf } from '../../../../packages/rtcm/test/support/conversion.ts'
import { epochFrame, framesIn, stationFrames } from '../../../../packages/rtcm/test/support/epochs.ts'
import { GLONASS, INSTANT } from '../../../../packages/rtcm/test/support/orbits.ts'
import { readLegacy } from '../../../../packages/rtcm/test/support/raw-messages.ts'
import { DerivedStream } from '../../../../src/caster/streams/derived/derived-stream.ts'
import { Feed, type Receiver } from '../../../../src/caster/streams/feed.ts'
import { Feeds } from '../../../../src/caster/streams/feeds.ts'
import { NOTHING_ALTERED } from '../../../../src/domain/network/mountpoints/alteration.ts'
import { normalAlteration } from '../../../../src/domain/network/mountpoints/alteration-input.ts'
import { conversionOf } from '../../../../src/domain/network/mountpoints/conversion.ts'

const PATIENCE = { graceMs: 1_000, stableMs: 1_000 }

function follower(onFirst: () => void = () => {}): Receiver & { readonly got: Buffer[] } {
  const got: Buffer[] = []
  return {
    ...{ place: -1, got },
    sendFirst(data) {
      got.push(data)
      onFirst()
    },
    send: (data) => void got.push(data),
  }
}

function madeOf() {
  const source = new Feed(1, PATIENCE)
  for (const frame of stationFrames(7)) source.hear(frame.subarray(3, -3), (frame[3]! << 4) | (frame[4]! >> 4))
  const made = new DerivedStream(source, { ...NOTHING_ALTERED, constellations: ['GPS'] }, PATIENCE, () => new Date())
  return { source, made }
}

it('keeps the other receivers of the station when a receiver leaves before its first byte', () => {
  const { source, made } = madeOf()
  const innocent = follower()
  source.join(innocent)
  const gone = follower(() => made.leave(gone))
  made.join(gone)
  expect(source.receivers).toEqual([innocent])
  source.publish(epochFrame())
  expect(framesIn(innocent.got.at(-1)!).types).toEqual([1074])
})

it('leaves nothing behind for such a receiver: the next one receives each frame once', () => {
  const { source, made } = madeOf()
  const gone = follower(() => made.leave(gone))
  made.join(gone)
  expect(source.receivers).toHaveLength(0)
  const next = follower()
  made.join(next)
  expect(source.receivers).toEqual([made])
  const before = next.got.length
  source.publish(epochFrame())
  source.publish(epochFrame(Date.now() + 1_000))
  made.leave(next)
  expect(framesIn(Buffer.concat(next.got.slice(before))).types.length).toBeLessThanOrEqual(2)
  expect(source.receivers).toHaveLength(0)
})

it('takes GLONASS channels from message 1020 of another station on the node', () => {
  const feeds = new Feeds(PATIENCE)
  const source = feeds.of(1)
  const made = new DerivedStream(source, { ...NOTHING_ALTERED, form: 'legacy' }, PATIENCE, () => new Date())
  const rover = follower()
  made.join(rover)
  feeds.of(2).hear(encode1020({ ...GLONASS, frequencyChannel: -6 }), 1020)
  const signal = { signal: '1C', pseudorange: 2e7, phaseRange: 2e7, phaseRangeRate: null, cnr: 40, lockTime: 10 }
  const satellites = [{ satellite: GLONASS.satellite, signals: [signal] }]
  const epoch = { constellation: 'GLO', stationId: 1, instantMs: INSTANT, moreFollow: false, satellites } as const
  source.publish(frame(encodeMsm(4, epoch)))
  const [payload] = payloadsIn(rover.got.at(-1)!)
  expect([typeOf(payload!), readLegacy(payload!).satellites[0]!.channel]).toEqual([1012, -6])
})

it('announces the position in another frame, to rovers that join too, and passes everything else on unmodified', () => {
  const source = new Feed(1, PATIENCE)
  const about = stationFrames(7)
  for (const frame of about) source.hear(frame.subarray(3, -3), (frame[3]! << 4) | (frame[4]! >> 4))
  const station = {
    id: 1,
    lat: 19.43,
    lng: -99.13,
    frame: 'mexico-itrf2008',
    epoch: 2010,
    velocity: [-11, 2, -200] as const,
  }
  const alteration = normalAlteration({ announced: { frame: 'itrf2014', epoch: 2026.5 } })
  const made = new DerivedStream(
    source,
    conversionOf({ stationId: 1, alteration }, station),
    PATIENCE,
    () => new Date(),
  )
  const rover = follower()
  made.join(rover)
  const epoch = epochFrame()
  const sent = Buffer.concat([...about, epoch])
  source.publish(sent)
  const others = (bytes: Buffer) => payloadsIn(bytes).filter((payload) => ![1005, 1006].includes(typeOf(payload)))
  const places = (bytes: Buffer) => payloadsIn(bytes).flatMap((payload) => decodePosition(payload) ?? [])
  const [first, stream] = [rover.got[0]!, Buffer.concat(rover.got.slice(1))]
  expect(others(stream)).toEqual(others(sent))
  expect(others(first)).toEqual(others(Buffer.concat(about)))
  const [asSent] = places(sent)
  const move = conversionOf({ stationId: 1, alteration }, station).position!
  const rounded = (metres: number) => Math.round(metres * 10_000) / 10_000
  const { x, y, z } = move(asSent!)
  const expected = { ...asSent, x: rounded(x), y: rounded(y), z: rounded(z) }
  expect(expected.x).not.toBe(asSent!.x)
  expect([...places(first), ...places(stream)]).toEqual([expected, expected])
  made.alter(conversionOf({ stationId: 1, alteration }, { ...station, velocity: null }))
  source.publish(sent)
  expect(places(Buffer.concat(rover.got))).toHaveLength(2)
  expect(made.leftOut.get('other_frame')).toBe(1)
})
