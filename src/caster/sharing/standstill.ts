// Whether this process has just stood still (it was stopped, or its loop was held up). What a base sent meanwhile lay in the kernel, nobody
// knows for how long, and comes all at once: it would go to other nodes as if it had come now.
import { OLDEST_MS } from './ages.ts'

export class Standstill {
  #lookedAt = performance.now()
  #isOver = true
  /** Whatever lay in the kernel when it woke. */
  #isRead = true

  /** A few times a second. On a busy machine two looks may follow each other before the loop reads anything: it has when an immediate comes. */
  look(now: number): void {
    if (now - this.#lookedAt > OLDEST_MS) {
      this.#isOver = false
      this.#isRead = false
      setImmediate(() => {
        this.#isRead = true
      })
    } else if (this.#isRead) this.#isOver = true
    this.#lookedAt = now
  }

  /** What comes now may be older than anybody should get it. */
  mayBeOld(now: number): boolean {
    return !this.#isOver || now - this.#lookedAt > OLDEST_MS
  }
}
