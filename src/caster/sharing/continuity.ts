// Decides which messages of a stream are forwarded: those of the newest owner, each once, in order. Missing messages
// are counted, never requested again.

export type Verdict = 'next' | 'new_owner' | 'not_the_owner' | 'again'

export class Continuity {
  /** The highest token so far. A node with a lower token has lost the station and may not know it yet. */
  fencingToken = 0
  #sequence: number | null = null
  /** Messages that were sent and did not arrive. */
  missed = 0

  take(fencingToken: number, sequence: number): Verdict {
    if (fencingToken < this.fencingToken) return 'not_the_owner'
    if (fencingToken > this.fencingToken) {
      this.adopt(fencingToken)
      this.#sequence = sequence
      return 'new_owner'
    }
    const last = this.#sequence
    if (last !== null && sequence <= last) return 'again'
    if (last !== null) this.missed += sequence - last - 1
    this.#sequence = sequence
    return 'next'
  }

  /** Records that a node owns the station with this token. Returns false if that is known or outdated. */
  adopt(fencingToken: number): boolean {
    if (fencingToken <= this.fencingToken) return false
    this.fencingToken = fencingToken
    this.#sequence = null
    return true
  }

  /** Call when this node stops listening: messages of that time do not count as missing. */
  pause(): void {
    this.#sequence = null
  }
}
