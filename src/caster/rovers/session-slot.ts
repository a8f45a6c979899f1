// The data that `Sessions` keeps about each rover.

export class SessionSlot {
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** The credential's number of cuts at admission: a later cut ends the session. */
  readonly cuts: number
  /** Index among all sessions. */
  index = -1
  /** The second of each minute in which the progress is recorded. */
  turn = 0
  /** Bytes and positions when the progress was last recorded. */
  recordedBytes = 0
  recordedPositions = 0

  constructor(expiresAt: number, cuts: number) {
    this.expiresAt = expiresAt
    this.cuts = cuts
  }
}
