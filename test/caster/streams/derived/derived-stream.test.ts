// What happens to a station's feed when whoever follows what is made of it comes and goes at a bad moment.
import { expect, it } from 'vitest'
import { epochFrame, framesIn, stationFrames } from '../../../../packages/rtcm/test/support/epochs.ts'
import { DerivedStream } from '../../../../src/caster/streams/derived/derived-stream.ts'
import { Feed, type Receiver } from '../../../../src/caster/streams/feed.ts'
import { NOTHING_ALTERED } from '../../../../src/domain/network/mountpoints/alteration.ts'

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

it('one that is gone before it has got a byte takes nobody else along', () => {
  const { source, made } = madeOf()
  const innocent = follower()
  source.join(innocent)
  const gone = follower(() => made.leave(gone))
  made.join(gone)
  expect(source.receivers).toEqual([innocent])
  source.publish(epochFrame())
  expect(framesIn(innocent.got.at(-1)!).types).toEqual([1074])
})

it('nor does it leave anything behind: whoever comes next gets each frame once', () => {
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
