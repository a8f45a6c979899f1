import { FrameReader } from '../../src/frames/frame-reader.ts'
import { WholeFrames } from '../../src/frames/whole-frames.ts'

/** As the caster passes a stream on that arrives in pieces of these sizes, over and over: never half a frame. */
export function inWholeFrames(stream: Buffer, sizes: readonly number[]): Buffer[] {
  const reader = new FrameReader(() => {})
  const whole = new WholeFrames()
  const parts: Buffer[] = []
  for (let at = 0, count = 0; at < stream.length; count++) {
    const piece = stream.subarray(at, at + sizes[count % sizes.length]!)
    reader.push(piece)
    const part = whole.pass(piece, reader.unfinishedBytes)
    if (part.length > 0) parts.push(part)
    at += piece.length
  }
  return parts
}
