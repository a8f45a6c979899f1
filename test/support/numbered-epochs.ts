// Observation epochs that carry their number, so that a receiver can report which ones arrived.
import { BitWriter, FrameReader, frame, unsignedAt } from '@vertice/rtcm'

const TYPES = [1077, 1087, 1097, 1127]

/** Four constellations, `bytes` bytes each. */
export const numberedEpoch = (number: number, bytes = 300): Buffer =>
  Buffer.concat(
    TYPES.map((type) => {
      const head = new BitWriter()
        .unsigned(type, 12)
        .unsigned(7, 12)
        .unsigned(number * 1_000, 30)
        .bytes()
      return frame(Buffer.concat([head, Buffer.alloc(bytes - head.length - 6, number)]))
    }),
  )

export interface Heard {
  /** The epoch number of each complete frame, in order of arrival. */
  readonly epochs: readonly number[]
  /** Bytes outside complete frames, not counting an incomplete frame at the end. */
  readonly torn: number
}

export function hear(bytes: Buffer): Heard {
  const epochs: number[] = []
  const reader = new FrameReader((payload) => epochs.push(unsignedAt(payload, 24, 30) / 1_000))
  reader.push(bytes)
  return { epochs, torn: reader.takeCounts().skippedBytes }
}
