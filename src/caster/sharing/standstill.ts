// Detects that this process was frozen (stopped, or its event loop was blocked). Data that bases sent meanwhile was buffered in the kernel for an
// unknown time and arrives at once: other nodes would take it for new.
import { OLDEST_MS } from './ages.ts'

export class Standstill {
  #tickedAt = performance.now()
  #isOver = true
  /** Whether the data that was in the kernel when the process resumed has been read. */
  #isRead = true

  /** On a busy machine two ticks may follow each other before the event loop reads a socket. It has read them when an immediate runs. */
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

  /** Data that arrives now may be too old. */
  mayBeOld(now: number): boolean {
    return !this.#isOver || now - this.#tickedAt > OLDEST_MS
  }
}
