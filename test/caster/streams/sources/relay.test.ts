import { StreamMeter } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { epochFrame, framesIn } from '../../../../packages/rtcm/test/support/epochs.ts'
import { Feed } from '../../../../src/caster/streams/feed.ts'
import { NewestBytes } from '../../../../src/caster/streams/sources/newest-bytes.ts'
import { Relay } from '../../../../src/caster/streams/sources/relay.ts'

it('drops what arrives while it is closed, and resumes with a whole frame', () => {
  const passed: Buffer[] = []
  let isOpen = true
  const outlet = {
    fencingToken: null,
    isOpen: () => isOpen,
    passOn: (bytes: Buffer) => void passed.push(Buffer.from(bytes)),
  }
  const feed = new Feed(1, { graceMs: 0, stableMs: 0 })
  const relay = new Relay({
    ...{
      feed,
      meter: new StreamMeter(Date.now()),
      unread: new NewestBytes(),
      clock: () => new Date(),
      outlet,
      tap: null,
      isStandby: false,
    },
  })
  const frame = epochFrame()
  const [head, tail] = [frame.subarray(0, 50), frame.subarray(50)]
  relay.receive(frame)
  relay.receive(head)
  isOpen = false
  relay.receive(Buffer.concat([tail, frame, head]))
  expect(passed).toEqual([frame])
  isOpen = true
  relay.receive(Buffer.concat([tail, frame]))
  const { types, skippedBytes } = framesIn(Buffer.concat(passed))
  expect({ types, skippedBytes }).toEqual({ types: [1074, 1074, 1074], skippedBytes: 0 })
})
