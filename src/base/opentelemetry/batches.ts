// A bounded queue for the collector. Adding never blocks; items without room, or not accepted, are lost and counted.
import { settledWithin } from '../running/settled-within.ts'

export interface BatchSettings<Item> {
  readonly mostWaiting: number
  readonly atOnce: number
  readonly everyMs: number
  readonly send: (items: readonly Item[]) => Promise<void>
  readonly lost: (count: number, why: unknown) => void
}

export class Batches<Item> {
  readonly #settings: BatchSettings<Item>
  readonly #timer: NodeJS.Timeout
  #waiting: Item[] = []
  #sending: Promise<void> | null = null

  constructor(settings: BatchSettings<Item>) {
    this.#settings = settings
    this.#timer = setInterval(() => this.#send(), settings.everyMs)
    this.#timer.unref()
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(item: Item): void {
    const { mostWaiting, atOnce, lost } = this.#settings
    if (this.#waiting.length < mostWaiting) this.#waiting.push(item)
    else lost(1, null)
    if (this.#waiting.length >= atOnce) this.#send()
  }

  /** Flushes the queue, for at most `withinMs`. */
  async stop(withinMs: number): Promise<void> {
    clearInterval(this.#timer)
    this.#send()
    await settledWithin(this.#sending ?? Promise.resolve(), withinMs)
    if (this.#waiting.length > 0) this.#settings.lost(this.#waiting.length, null)
    this.#waiting = []
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
  }

  async #sendAll(): Promise<void> {
    const { atOnce, send, lost } = this.#settings
    while (this.#waiting.length > 0) {
      const items = this.#waiting.splice(0, atOnce)
      await send(items).catch((error) => lost(items.length, error))
    }
  }
}
