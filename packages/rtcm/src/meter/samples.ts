// The median of a slice's values in bounded memory, whatever the rate: past the limit every second value is dropped,
// the ones kept and the ones to come. Up to two a second the median is exact.

const MOST_KEPT = 128

export class Samples {
  #kept: number[] = []
  #stride = 1
  #untilNext = 1

  add(value: number): void {
    if (--this.#untilNext > 0) return
    if (this.#kept.length === MOST_KEPT) {
      this.#kept = this.#kept.filter((_, index) => index % 2 === 0)
      this.#stride *= 2
    }
    this.#kept.push(value)
    this.#untilNext = this.#stride
  }

  /** The lower one of two in the middle: a value that occurred. null: none came. Begins anew. */
  take(): number | null {
    const kept = this.#kept
    if (kept.length === 0) return null
    // Mostly they are: a few values, all the same.
    if (!kept.every((value, index) => index === 0 || value >= kept[index - 1]!)) kept.sort((a, b) => a - b)
    const median = kept[(kept.length - 1) >> 1]!
    kept.length = 0
    this.#stride = 1
    this.#untilNext = 1
    return median
  }
}
