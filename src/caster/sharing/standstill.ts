// Whether this process has just stood still (it was stopped, or its loop was held up). What a base sent meanwhile lay in the kernel, nobody
// knows for how long, and comes all at once: it would go to other nodes as if it had come now.
import { OLDEST_MS } from './ages.ts'

export class Standstill {
  #lookedAt = performance.now()
  #isOver = true

  /** A few times a second. Between two looks whatever lay in the kernel at the first is read. */
  look(now: number): void {
    this.#isOver = now - this.#lookedAt <= OLDEST_MS
    this.#lookedAt = now
  }

  /** What comes now may be older than anybody should get it. */
  mayBeOld(now: number): boolean {
    return !this.#isOver || now - this.#lookedAt > OLDEST_MS
  }
}
