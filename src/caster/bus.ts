// Carries messages between casters: at most once, in the order of each sender, without waiting. The implementation is passed in.

export interface Bus {
  /** This node can send and receive. */
  isUp(): boolean
  /** Messages that cannot be sent now are dropped. */
  publish(subject: string, message: Buffer): void
  /** Messages of other nodes, not of this one. Returns a function that unsubscribes. */
  subscribe(subject: string, hear: (message: Buffer, answer: (reply: Buffer) => void) => void): () => void
  /** `null` if no node answered in time. */
  ask(subject: string, question: Buffer, withinMs: number): Promise<Buffer | null>
  readonly counts: BusCounts
}

export interface BusCounts {
  readonly messagesOut: number
  readonly bytesOut: number
  /** Messages that could not be sent. */
  readonly unsendable: number
}
