// What was handed to a connection and has not arrived at its other end, as far as is known: bounded, so that a server that takes nothing
// costs no memory; and found out when nothing arrives any more.

const MOST_BYTES = 4 * 1024 * 1024
/** So long an answer is waited for. */
const OVERDUE_MS = 3_000

export class InFlight {
  #bytes = 0
  #askedAt: number | null = null
  /** Answers to what was asked on a connection before count no more. */
  #connection = 0

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= MOST_BYTES
  }

  sent(bytes: number): void {
    this.#bytes += bytes
  }

  /** Something is on its way, and nobody has asked after it. */
  mayAsk(): boolean {
    return this.#askedAt === null && this.#bytes > 0
  }

  /** The other end is asked now; returns what to call when it answers: all that was sent before has arrived then. */
  ask(now: number): () => void {
    const [connection, bytes] = [this.#connection, this.#bytes]
    this.#askedAt = now
    return () => {
      if (connection !== this.#connection) return
      this.#bytes -= bytes
      this.#askedAt = null
    }
  }

  isOverdue(now: number, forMs = OVERDUE_MS): boolean {
    return this.#askedAt !== null && now - this.#askedAt > forMs
  }

  /** Another connection: what was on its way is lost. */
  reset(): void {
    this.#connection += 1
    this.#bytes = 0
    this.#askedAt = null
  }
}
