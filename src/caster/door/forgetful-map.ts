// A memory of what strangers send: however long that is, a key takes a hash's room, and there are only so many. Who was not seen for
// longest is forgotten.
import { hash } from 'node:crypto'

/** Where one part ends and the next begins is no matter of opinion: none of them holds a NUL. */
export const keyOf = (...parts: readonly string[]): string => hash('sha256', parts.join('\0'), 'base64url')

export class ForgetfulMap<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number
  /** Stays where it is: all before it is gone. To look for the oldest from the beginning passes by whatever was deleted, up to a hundred microseconds each time. */
  readonly #oldest = this.#values.keys()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key) // and in again at the end: the first ones are the oldest
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
