// What a source sends while it may not be passed on is left out whole: nobody gets the second half of a frame.

import { StreamMeter } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { epochFrame, framesIn } from '../../packages/rtcm/test/support/epochs.ts'
import { Feed } from '../../src/caster/streams/feed.ts'
import { NewestBytes } from '../../src/caster/streams/newest-bytes.ts'
import { Relay } from '../../src/caster/streams/relay.ts'

it('leaves out what comes while its way is closed, and goes on with a whole frame', () => {
  const passed: Buffer[] = []
  let isOpen = true
  const way = { isOpen: () => isOpen, passOn: (bytes: Buffer) => void passed.push(Buffer.from(bytes)) }
  const feed = new Feed(1, { graceMs: 0, stableMs: 0 })
  const relay = new Relay(feed, new StreamMeter(Date.now()), new NewestBytes(), () => new Date(), way)
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
