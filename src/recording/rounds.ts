// Runs a write a few times a second, one after the other, with a pause after a failure.
import { alignedInterval } from '../base/running/aligned-interval.ts'

const EVERY_MS = 250
/** Pause after a failure, so that an unavailable database is not queried four times a second. */
const REST_MS = 1_000

export class Rounds {
  readonly #write: () => Promise<void>
  readonly #warn: (error: unknown) => void
  readonly #stopTimer: () => void
  #writing: Promise<void> | null = null
  #restUntil = 0

  constructor(write: () => Promise<void>, warn: (error: unknown) => void) {
    this.#write = write
    this.#warn = warn
    this.#stopTimer = alignedInterval(() => {
      if (!this.#writing && performance.now() >= this.#restUntil) void this.now()
    }, EVERY_MS)
  }

  /** Runs a round now, or after the running one. Does not throw. */
  async now(): Promise<void> {
    while (this.#writing) await this.#writing
    this.#writing = this.#write()
      .catch((error) => {
        this.#restUntil = performance.now() + REST_MS
        this.#warn(error)
      })
      .finally(() => {
        this.#writing = null
      })
    await this.#writing
  }

  async stop(): Promise<void> {
    this.#stopTimer()
    await this.now()
  }
}
