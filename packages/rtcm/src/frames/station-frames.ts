// The newest frames in which a base tells of itself: a rover that has just come needs them before any observation is of use to it.
import { frameAround } from './frame-reader.ts'

/** Where antenna and receiver are told of (1005 or 1006; 1007 or 1008; 1033), and the GLONASS biases (1230). */
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

  /** A message as a `FrameReader` lends it. */
  take(payload: Buffer, type: number): void {
    const place = PLACE_OF.get(type)
    if (place === undefined) return
    this.#frames[place] = Buffer.from(frameAround(payload))
    this.#bytes = null
  }

  /** All of them in a row. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.concat(this.#frames.filter((frame) => frame !== undefined))
    return this.#bytes
  }

  forget(): void {
    this.#frames = []
    this.#bytes = NOTHING
  }
}
