// The distribution of C/N0 values. Bins have the resolution of DF408, so quantiles are exact to what is sent.

const BINS_PER_DB = 16
const MAX_DB = 64

export class Strengths {
  readonly #bins = new Uint32Array(BINS_PER_DB * MAX_DB)
  #count = 0

  add(dbHz: number): void {
    const bin = Math.round(dbHz * BINS_PER_DB)
    this.#bins[Math.min(Math.max(bin, 0), this.#bins.length - 1)]!++
    this.#count++
  }

  /** dB-Hz below which this share of the values lies; `null` without values. */
  quantile(share: number): number | null {
    if (this.#count === 0) return null
    const rank = Math.ceil(share * this.#count) || 1
    let counted = 0
    for (let bin = 0; bin < this.#bins.length; bin++) {
      counted += this.#bins[bin]!
      if (counted >= rank) return bin / BINS_PER_DB
    }
    return MAX_DB
  }

  clear(): void {
    if (this.#count === 0) return
    this.#bins.fill(0)
    this.#count = 0
  }
}
