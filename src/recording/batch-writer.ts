// Writes many rows with one statement, and gets on when some of them cannot be written: those are found by halving and given up, so
// that they never hold up the rest.
import { isCancelled, isUnwritable } from '../store/kit/database.ts'

const AT_ONCE = 2_000
/** Statements that may run out of time in one go: a database that is stuck is not asked for minutes on end. */
const MOST_CANCELLED = 3
/** A row that ran out of time all by itself, so often in a row, is given up. */
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
   * Tells what is done with, because it was written or given up. Throws what is no fault of the rows (a lost connection) and when too
   * much ran out of time: what was not told then is for the next call, which begins with smaller pieces, so no piece comes whole for ever.
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
          queue.push(...piecesOf(some, Math.ceil(some.length / 2))) // at the end: the others do not wait for it
          continue
        }
        done(some)
      }
      if (cancelled === 0) this.#size = Math.min(AT_ONCE, this.#size * 2)
    } finally {
      if (failure) this.#warn(Object.assign(failure, { givenUp: this.givenUp - before }))
    }
  }

  /** What the rows may be to blame for; null: they are written. */
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
