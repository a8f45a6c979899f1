// Writes many rows with one statement. Rows that cannot be written are isolated by bisection and dropped, so that they
// never block the others.
import { isCancelled, isUnwritable } from '../store/kit/database.ts'

const AT_ONCE = 2_000
/** Max timed-out statements per call, so that a stuck database does not block a call for minutes. */
const MOST_CANCELLED = 3
/** A single row that times out this often in succession is dropped. */
const LONELY_ATTEMPTS = 3

export class BatchWriter<Item> {
  readonly #write: (some: readonly Item[]) => Promise<unknown>
  readonly #warn: (error: unknown) => void
  #size = AT_ONCE
  #lonelyAttempts = 0
  givenUp = 0

  constructor(write: (some: readonly Item[]) => Promise<unknown>, warn: (error: unknown) => void) {
    this.#write = write
    this.#warn = warn
  }

  /**
   * Calls `done` with rows that were written or dropped. Throws errors that the rows did not cause (a lost connection),
   * and after too many timeouts. The caller retries the remaining rows; the next call starts with smaller batches.
   */
  async writeAll(items: readonly Item[], done: (some: readonly Item[]) => void = () => {}): Promise<void> {
    const queue = piecesOf(items, this.#size)
    const before = this.givenUp
    let cancelled = 0
    let failure: unknown = null
    try {
      for (let some = queue.shift(); some; some = queue.shift()) {
        const error = await this.#attempt(some)
        if (isCancelled(error)) {
          cancelled += 1
          this.#size = Math.ceil(some.length / 2)
        }
        if (error && some.length === 1 && this.#isHopeless(error)) {
          this.givenUp += 1
          failure = error
        } else if (error && cancelled >= MOST_CANCELLED) throw error
        else if (error) {
          queue.push(...piecesOf(some, Math.ceil(some.length / 2))) // at the end, so that the other rows do not wait
          continue
        }
        done(some)
      }
      if (cancelled === 0) this.#size = Math.min(AT_ONCE, this.#size * 2)
    } finally {
      if (failure) this.#warn(Object.assign(failure, { givenUp: this.givenUp - before }))
    }
  }

  /** Returns an error that the rows can have caused; `null` if they are written. */
  async #attempt(some: readonly Item[]): Promise<unknown> {
    try {
      await this.#write(some)
      this.#lonelyAttempts = 0
      return null
    } catch (error) {
      if (isUnwritable(error) || isCancelled(error)) return error
      throw error
    }
  }

  #isHopeless(error: unknown): boolean {
    if (isUnwritable(error)) return true
    this.#lonelyAttempts += 1
    if (this.#lonelyAttempts < LONELY_ATTEMPTS) return false
    this.#lonelyAttempts = 0
    return true
  }
}

function piecesOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const pieces = []
  for (let at = 0; at < items.length; at += size) pieces.push(items.slice(at, at + size))
  return pieces
}
