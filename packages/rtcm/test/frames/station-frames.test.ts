import { expect, it } from 'vitest'
import { encode1005, encode1006, frame } from '../../src/encode/frames.ts'
import { FrameReader } from '../../src/frames/frame-reader.ts'
import { StationFrames } from '../../src/frames/station-frames.ts'
import { epochFrame, framesIn, stationFrames } from '../support/epochs.ts'

function fed(...bytes: Buffer[]) {
  const kept = new StationFrames()
  const reader = new FrameReader((payload, type) => kept.take(payload, type))
  const push = (more: Buffer) => reader.push(more)
  for (const more of bytes) push(more)
  return { kept, push }
}

const place = { stationId: 1, x: 1, y: 2, z: 3 }

it('keeps the station messages of a base unchanged, and nothing else', () => {
  const told = stationFrames()
  const { kept } = fed(Buffer.concat([epochFrame(), ...told, epochFrame()]))
  expect(kept.bytes.equals(Buffer.concat(told))).toBe(true)
  expect(kept.bytes).toBe(kept.bytes)
})

it('keeps them if they arrive in pieces, in chunks whose memory is reused', () => {
  const told = Buffer.concat(stationFrames())
  const memory = Buffer.alloc(16)
  const { kept, push } = fed()
  for (let at = 0; at < told.length; at += 7) push(memory.subarray(0, told.copy(memory, 0, at, at + 7)))
  memory.fill(0)
  expect(kept.bytes.equals(told)).toBe(true)
})

it('keeps the newest of each type, and one position', () => {
  const [older, newer] = [frame(encode1005(place)), frame(encode1006({ ...place, x: 9, antennaHeight: 1 }))]
  const { kept, push } = fed(older, ...stationFrames().slice(1))
  push(newer)
  expect(framesIn(kept.bytes)).toEqual({ types: [1006, 1033, 1230], skippedBytes: 0, unfinishedBytes: 0 })
  expect(kept.bytes.subarray(0, newer.length).equals(newer)).toBe(true)
})

it('forgets them on request', () => {
  const { kept, push } = fed(...stationFrames())
  kept.forget()
  expect(kept.bytes).toHaveLength(0)
  push(stationFrames()[0]!)
  expect(framesIn(kept.bytes).types).toEqual([1006])
})
