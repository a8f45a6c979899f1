// The newest frames that describe a base. A new rover needs them before it can use any observation.
import { frameAround } from './frame-reader.ts'

/** Slot by type: position (1005 or 1006), antenna (1007 or 1008), receiver (1033), GLONASS biases (1230). */
const PLACE_OF: ReadonlyMap<number, number> = new Map([
  [1005, 0],
  [1006, 0],
  [1007, 1],
  [1008, 1],
  [1033, 2],
  [1230, 3],
])

const NOTHING = Buffer.alloc(0)

export class StationFrames {
  #frames: (Buffer | undefined)[] = []
  #bytes: Buffer | null = NOTHING

  /** `payload` as a `FrameReader` passes it. */
  take(payload: Buffer, type: number): void {
    const place = PLACE_OF.get(type)
    if (place === undefined) return
    this.#frames[place] = Buffer.from(frameAround(payload))
    this.#bytes = null
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.concat(this.#frames.filter((frame) => frame !== undefined))
    return this.#bytes
  }

  forget(): void {
    this.#frames = []
    this.#bytes = NOTHING
  }
}
