// A rover that accepts no data for a while. Newer data is not queued: when the rover accepts data again, it continues
// with the newest epoch. Streams consist of whole frames, so it never gets a partial one.
import type { NewestEpoch } from '@vertice/rtcm'

export class Stall {
  #stream: NewestEpoch
  /** Stream position of the first byte that was not sent to the rover. */
  #from: number

  private constructor(stream: NewestEpoch, from: number) {
    this.#stream = stream
    this.#from = from
  }

  /** For a rover that has the stream's last chunk in its queue. */
  static after(stream: NewestEpoch): Stall {
    return new Stall(stream, stream.position)
  }

  /** For a rover that was not sent the stream's last chunk, of this length. */
  static before(stream: NewestEpoch, length: number): Stall {
    return new Stall(stream, stream.position - length)
  }

  /** The bytes that the rover gets when it resumes, and the number of bytes that it never gets. */
  end(): { readonly bytes: Buffer; readonly leftOut: number } {
    return { bytes: this.#stream.since(this.#from), leftOut: this.#stream.olderSince(this.#from) }
  }

  /** Call when the rover gets another stream. */
  changeTo(stream: NewestEpoch): void {
    this.#stream = stream
    this.#from = stream.position
  }
}
