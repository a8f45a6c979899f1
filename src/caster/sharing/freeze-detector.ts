// Detects that this process was frozen (stopped, or its event loop was blocked). Data that bases sent meanwhile was
// buffered in the kernel for an unknown time and arrives at once: other nodes would take it for new.
import { OLDEST_MS } from './message-ages.ts'

export class FreezeDetector {
  #tickedAt = performance.now()
  #isOver = true
  /** Whether the data that was in the kernel when the process resumed has been read. */
  #isRead = true

  /** Two ticks can follow each other before the event loop reads the sockets. An immediate runs after reading. */
  tick(now: number): void {
    if (now - this.#tickedAt > OLDEST_MS) {
      this.#isOver = false
      this.#isRead = false
      setImmediate(() => {
        this.#isRead = true
      })
    } else if (this.#isRead) this.#isOver = true
    this.#tickedAt = now
  }

  /** Whether data that arrives now may be too old. */
  mayBeOld(now: number): boolean {
    return !this.#isOver || now - this.#tickedAt > OLDEST_MS
  }
}
