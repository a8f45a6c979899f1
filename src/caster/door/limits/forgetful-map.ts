// A bounded map for keys that clients choose: keys are stored as hashes, and the least recently used are evicted.
import { hash } from 'node:crypto'

/** The parts are separated unambiguously: none of them contains a NUL. */
export const keyOf = (...parts: readonly string[]): string => hash('sha256', parts.join('\0'), 'base64url')

export class ForgetfulMap<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number
  /** An iterator that stays at the oldest entry. A new one would pass all deleted entries, which takes up to 100 µs. */
  readonly #oldest = this.#values.keys()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key) // Re-inserted at the end: the first entries are the oldest.
    this.#values.set(key, value)
    if (this.#values.size > this.#most) this.#values.delete(this.#oldest.next().value!)
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  forget(isOver: (value: Value) => boolean): void {
    for (const [key, value] of this.#values) if (isOver(value)) this.#values.delete(key)
  }

  get size(): number {
    return this.#values.size
  }
}
