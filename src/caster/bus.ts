// Carries messages between casters: at most once, in the order of each sender, without waiting. The implementation is
// passed in.

export interface Bus {
  /** Whether this node can send and receive. */
  isUp(): boolean
  /** Messages that cannot be sent now are dropped. */
  publish(subject: string, message: Buffer): void
  /**
   * Receives messages of other nodes only. At most one subscription per subject. Returns a function that unsubscribes.
   */
  subscribe(subject: string, hear: (message: Buffer, answer: (reply: Buffer) => void) => void): () => void
  /** `null` if no node answered in time. */
  ask(subject: string, question: Buffer, withinMs: number): Promise<Buffer | null>
  /** Counts a message that its subscriber cannot use, and logs it where that helps. */
  reject(reason: Rejection, subject: string): void
  readonly counts: BusCounts
}

/** Why a message from the bus has no effect. */
export const REJECTIONS = [
  /** Larger than any message of this release. */
  'too_large',
  /** The format of another release, or not one of our messages. */
  'unknown_version',
  /** Signed with a key that this node does not have. */
  'unknown_key',
  /** The message is forged or damaged. */
  'bad_signature',
  /** The sender's time differs too much. */
  'out_of_time',
  /** A copy of an earlier message. */
  'repeated',
  /** Signed, but not in the format of its subject. */
  'malformed',
  /** About a station that this node does not know, or not yet. */
  'unknown_station',
  /** The subscriber threw an error. */
  'failed',
] as const
export type Rejection = (typeof REJECTIONS)[number]

export interface BusCounts {
  readonly messagesOut: number
  readonly bytesOut: number
  readonly unsendable: number
  readonly rejected: ReadonlyMap<Rejection, number>
}
