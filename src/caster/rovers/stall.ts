// A rover that does not accept data for a while. Newer data is not queued behind: when the rover accepts data again, it continues with the newest
// epoch. Streams consist of whole frames, so it never gets a partial one.
import type { NewestEpoch } from '@vertice/rtcm'

export class Stall {
  #stream: NewestEpoch
  /** Position in the stream of the first byte that the rover was not given. */
  #from: number

  private constructor(stream: NewestEpoch, from: number) {
    this.#stream = stream
    this.#from = from
  }

  /** The stream's last chunk is queued for the rover. */
  static after(stream: NewestEpoch): Stall {
    return new Stall(stream, stream.position)
  }

  /** The stream's last chunk, of this length, was not given to the rover. */
  static before(stream: NewestEpoch, length: number): Stall {
    return new Stall(stream, stream.position - length)
  }

  /** What the rover gets when it resumes, and how many bytes it never gets. */
  end(): { readonly bytes: Buffer; readonly leftOut: number } {
    return { bytes: this.#stream.since(this.#from), leftOut: this.#stream.olderSince(this.#from) }
  }

  /** The rover gets another stream from here on. */
  changeTo(stream: NewestEpoch): void {
    this.#stream = stream
    this.#from = stream.position
  }
}
