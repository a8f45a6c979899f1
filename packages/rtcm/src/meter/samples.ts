// The median of a slice's values in bounded memory at any rate. Above the limit every second value is dropped, of the
// kept ones and of the following ones. Up to two values a second the median is exact.

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

  /** Returns the lower of two middle values, which is a value that occurred; `null` without values. Resets. */
  take(): number | null {
    const kept = this.#kept
    if (kept.length === 0) return null
    // Usually already sorted: a few equal values.
    if (!kept.every((value, index) => index === 0 || value >= kept[index - 1]!)) kept.sort((a, b) => a - b)
    const median = kept[(kept.length - 1) >> 1]!
    kept.length = 0
    this.#stride = 1
    this.#untilNext = 1
    return median
  }
}
