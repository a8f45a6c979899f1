// Epochs of a station that say which they are, so that whoever gets them can tell what it got.
import { BitWriter, FrameReader, frame, unsignedAt } from '@vertice/rtcm'

const TYPES = [1077, 1087, 1097, 1127]

/** Four constellations, so many bytes each. */
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
  /** Of each whole frame, in the order of arrival. */
  readonly epochs: readonly number[]
  /** Bytes that belong to no whole frame, but those of one at the end that has only begun. */
  readonly torn: number
}

export function hear(bytes: Buffer): Heard {
  const epochs: number[] = []
  const reader = new FrameReader((payload) => epochs.push(unsignedAt(payload, 24, 30) / 1_000))
  reader.push(bytes)
  return { epochs, torn: reader.takeCounts().skippedBytes }
}
