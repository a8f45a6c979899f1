// A rover that does not take its data for a while. What comes meanwhile is not queued behind what it has not taken: when it takes data
// again, it goes on with the newest epoch. Streams come in whole frames, so that it never gets half of one.
import type { NewestEpoch } from '@vertice/rtcm'

export class Stall {
  #stream: NewestEpoch
  /** Where in the stream the bytes begin that it was not given. */
  #from: number

  private constructor(stream: NewestEpoch, from: number) {
    this.#stream = stream
    this.#from = from
  }

  /** The stream's last part is waiting for it. */
  static after(stream: NewestEpoch): Stall {
    return new Stall(stream, stream.position)
  }

  /** The stream's last part, of so many bytes, was not given to it any more. */
  static before(stream: NewestEpoch, length: number): Stall {
    return new Stall(stream, stream.position - length)
  }

  /** What it gets when it takes data again, and how many bytes it never will. */
  end(): { readonly bytes: Buffer; readonly leftOut: number } {
    return { bytes: this.#stream.since(this.#from), leftOut: this.#stream.olderSince(this.#from) }
  }

  /** It gets another stream, from here on. */
  changeTo(stream: NewestEpoch): void {
    this.#stream = stream
    this.#from = stream.position
  }
}
