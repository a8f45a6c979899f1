// Totals over all rovers, including those that have left, for the metrics.
import type { EndReason } from '../../domain/sessions/session.ts'
import type { Rover } from './rover.ts'

export class RoverTotals {
  readonly #rovers: readonly Rover[]
  #bytesOfEnded = 0
  droppedForSlowness = 0
  /** Bytes skipped because they were too old when their rovers resumed. */
  leftOutBytes = 0

  constructor(rovers: readonly Rover[]) {
    this.#rovers = rovers
  }

  get bytesOut(): number {
    return this.#rovers.reduce((sum, { bytes }) => sum + bytes, this.#bytesOfEnded)
  }

  roverResumed(_: Rover, skippedBytes: number): void {
    this.leftOutBytes += skippedBytes
  }

  roverEnded({ bytes }: Rover, reason: EndReason): void {
    this.#bytesOfEnded += bytes
    if (reason === 'too_slow') this.droppedForSlowness += 1
  }
}
