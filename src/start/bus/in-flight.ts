// Tracks bytes that were sent to NATS and not yet acknowledged by a flush. Limits memory use if the server does not
// read, and detects a server that does not respond.

const MOST_BYTES = 4 * 1024 * 1024
/** A flush without a response for this long marks the connection as down. */
const OVERDUE_MS = 3_000

export class InFlight {
  #bytes = 0
  #askedAt: number | null = null
  /** Distinguishes connections: responses on an earlier connection are ignored. */
  #connection = 0

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= MOST_BYTES
  }

  sent(bytes: number): void {
    this.#bytes += bytes
  }

  /** True if bytes are unacknowledged and no flush is pending. */
  mayAsk(): boolean {
    return this.#askedAt === null && this.#bytes > 0
  }

  /** Records a flush. Call the returned function on its response: everything sent before has then arrived. */
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

  /** On a new connection: unacknowledged bytes are lost. */
  reset(): void {
    this.#connection += 1
    this.#bytes = 0
    this.#askedAt = null
  }
}
