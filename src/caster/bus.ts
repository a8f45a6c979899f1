// What carries messages between casters: at most once, in order of each sender, and never waited for. What is behind it is handed in.

export interface Bus {
  /** Whoever is connected to it hears this node, and is heard. */
  isUp(): boolean
  /** What cannot be sent now is dropped. */
  publish(subject: string, message: Buffer): void
  /** Whatever others publish; not what this node does. Returns how to stop. */
  subscribe(subject: string, hear: (message: Buffer, answer: (reply: Buffer) => void) => void): () => void
  /** null: nobody answered in time. */
  ask(subject: string, question: Buffer, withinMs: number): Promise<Buffer | null>
  readonly counts: BusCounts
}

export interface BusCounts {
  readonly messagesOut: number
  readonly bytesOut: number
  /** Messages that could not be sent. */
  readonly unsendable: number
}
