// Gaps in the data that a rover gets, checked about once a second: checking every message would cost more than sending
// it.
import { GAP_SECONDS } from '../../domain/sessions/session-quality.ts'
import type { Feed } from '../streams/feed.ts'

export class StreamGaps {
  count = 0
  longestSeconds = 0
  #seenBytes = 0
  #quietSince = secondsNow()
  isOpen = false

  /** `bytes`: sent to the rover so far. A pause of the base itself is not a gap. */
  check(bytes: number, feed: Feed | null, now: number): void {
    if (bytes !== this.#seenBytes) {
      this.#seenBytes = bytes
      this.#quietSince = now
      this.isOpen = false
      return
    }
    const quiet = now - this.#quietSince
    if (quiet <= GAP_SECONDS || feed?.reaches(1000 * now)) return
    if (!this.isOpen) this.count += 1
    this.isOpen = true
    this.longestSeconds = Math.max(this.longestSeconds, quiet)
  }

  /** Seconds since the last data; bytes sent after the last check count as sent now. */
  quietSeconds(bytes: number): number {
    return bytes === this.#seenBytes ? secondsNow() - this.#quietSince : 0
  }
}

/** Whole seconds, which V8 stores without a heap object. */
export const secondsNow = () => Math.floor(performance.now() / 1000)
