// Differences of one observation over time, up to the third order (Hatanaka 2008). Values are integers in thousandths.

const MAX_ORDER = 3

export class Arc {
  /** Order of the next difference; -1 before the first value. */
  #order = -1
  readonly #last = [0, 0, 0]

  /** Ends the arc: the next value starts a new one. */
  reset(): void {
    this.#order = -1
  }

  next(value: number): string {
    if (this.#order < 0) {
      this.#order = 0
      this.#last[0] = value
      return `${MAX_ORDER}&${value}`
    }
    const order = Math.min(this.#order + 1, MAX_ORDER)
    let difference = value
    for (let level = 0; level < order; level++) {
      const before = this.#last[level]!
      this.#last[level] = difference
      difference -= before
    }
    if (order < MAX_ORDER) this.#last[order] = difference
    this.#order = order
    return String(difference)
  }
}
