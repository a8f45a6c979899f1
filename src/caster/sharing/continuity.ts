// What of a stream's messages may be passed on: those of the newest owner, each once, in their order. What is missing is counted and
// never filled.

export type Verdict = 'next' | 'new_owner' | 'not_the_owner' | 'again'

export class Continuity {
  /** The highest that was heard of: who has a lower one has lost the station, and may not know it yet. */
  fence = 0
  #sequence: number | null = null
  /** Messages that were sent and did not come. */
  missed = 0

  take(fence: number, sequence: number): Verdict {
    if (fence < this.fence) return 'not_the_owner'
    if (fence > this.fence) {
      this.adopt(fence)
      this.#sequence = sequence
      return 'new_owner'
    }
    const last = this.#sequence
    if (last !== null && sequence <= last) return 'again'
    if (last !== null) this.missed += sequence - last - 1
    this.#sequence = sequence
    return 'next'
  }

  /** Somebody has the station with this right. False: that is known, or over. */
  adopt(fence: number): boolean {
    if (fence <= this.fence) return false
    this.fence = fence
    this.#sequence = null
    return true
  }

  /** Nobody listened for a while: what came meanwhile is not missing. */
  pause(): void {
    this.#sequence = null
  }
}
