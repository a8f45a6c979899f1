// A rover that does not take its data for a while. What comes meanwhile is not queued behind what it has not taken: when it takes data
// again, it goes on with the newest epoch, and always between two frames.
import type { NewestEpoch } from '../rtcm/newest-epoch.ts'

const NOTHING = Buffer.alloc(0)

export class Stall {
  #stream: NewestEpoch
  /** Where in the stream the bytes begin that it was not given. */
  #from: number
  /** What it was given ends within a frame. */
  #isTorn: boolean

  private constructor(stream: NewestEpoch, from: number, isTorn: boolean) {
    this.#stream = stream
    this.#from = from
    this.#isTorn = isTorn
  }

  /** The stream's last part is waiting for it. */
  static after(stream: NewestEpoch): Stall {
    return new Stall(stream, stream.position, stream.isTorn)
  }

  /** The stream's last part, of so many bytes, was not given to it any more. */
  static before(stream: NewestEpoch, length: number): Stall {
    return new Stall(stream, stream.position - length, stream.rest > 0)
  }

  /** What it must get of a part that it is not given: the rest of a frame whose beginning it has. */
  restOf(part: Buffer): Buffer {
    if (!this.#isTorn) return NOTHING
    const rest = part.subarray(0, this.#stream.rest)
    this.#from += rest.length
    this.#isTorn = rest.length === part.length && this.#stream.isTorn
    return rest
  }

  /** What it gets when it takes data again, and how many bytes it never will. */
  end(): { readonly bytes: Buffer; readonly leftOut: number } {
    return { bytes: this.#stream.since(this.#from), leftOut: this.#stream.olderSince(this.#from) }
  }

  /** It gets another stream, from here on. */
  changeTo(stream: NewestEpoch): void {
    this.#stream = stream
    this.#from = stream.position
    this.#isTorn = false
  }
}
