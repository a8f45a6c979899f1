import { FrameReader } from '../../src/frames/frame-reader.ts'
import { WholeFrames } from '../../src/frames/whole-frames.ts'

/**
 * Splits a stream as the caster forwards it if it arrives in pieces of these sizes, repeatedly: never a partial frame.
 */
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
