// Plays recorded chunks at the pace at which they were received.
import type { SegmentRecord } from '../reading/records.ts'

/** Shorter silences are normal for stations that send every few seconds. */
export const GAP_MS = 10_000
/** Longer gaps are shortened: the caster closes a push that is silent for five minutes. */
export const LONGEST_PAUSE_MS = 60_000

export interface ReplayListener {
  send(bytes: Buffer): Promise<void>
  /** Resolves when `performance.now()` reaches the instant. */
  until(instantMs: number): Promise<void>
  /** Called before a silence; `pauseMs` is how long the replay is silent, 0 at the end of the window. */
  gap(from: Date, to: Date, pauseMs: number): void
  /** Called after each chunk. */
  played(receivedMs: number): void
}

export class Replay {
  readonly #listener: ReplayListener
  #dueAt: number
  #lastMs: number
  bytes = 0

  /** `from`: start of the window, which is due at `startMs` (performance.now). */
  constructor(listener: ReplayListener, from: Date, startMs: number) {
    this.#listener = listener
    this.#lastMs = from.getTime()
    this.#dueAt = startMs
  }

  async play(chunks: readonly SegmentRecord[]): Promise<void> {
    for (const { bytes, receivedMs } of chunks) {
      await this.#waitFor(receivedMs)
      await this.#listener.send(bytes)
      this.bytes += bytes.length
      this.#listener.played(receivedMs)
    }
  }

  /** Call at the end of the window. Reports a gap that lasts until then, without waiting for it. */
  end(to: Date): void {
    if (to.getTime() - this.#lastMs > GAP_MS) this.#listener.gap(new Date(this.#lastMs), to, 0)
  }

  async #waitFor(receivedMs: number): Promise<void> {
    const lastMs = this.#lastMs
    this.#lastMs = receivedMs
    // The clock of a node can be set back.
    const silenceMs = Math.max(0, receivedMs - lastMs)
    const pauseMs = Math.min(silenceMs, LONGEST_PAUSE_MS)
    if (silenceMs > GAP_MS) this.#listener.gap(new Date(lastMs), new Date(receivedMs), pauseMs)
    this.#dueAt += pauseMs
    await this.#listener.until(this.#dueAt)
  }
}
