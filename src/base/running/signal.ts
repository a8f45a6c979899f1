// A typed event of a component, to which later components subscribe in their constructors. The emitter does not know
// its subscribers, so dependencies between components point one way.

export class Signal<Values extends unknown[]> {
  readonly #listeners = new Set<(...values: Values) => void>()

  /** Returns a function that unsubscribes. */
  subscribe(listener: (...values: Values) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(...values: Values): void {
    for (const listener of this.#listeners) listener(...values)
  }
}
