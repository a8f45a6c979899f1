// Detects a child process that is frozen: stopped, or in an endless loop. The child sends a heartbeat every second.
import { alignedInterval } from '../../base/running/aligned-interval.ts'

export const HEARTBEAT_MS = 1_000
/** Missed heartbeats after which the child counts as down. */
const SUSPECT_AFTER = 3
/** Missed heartbeats after which the child is lost. */
const LOST_AFTER = 10

/** Counts intervals instead of measuring time: after a freeze of the parent, only one interval has passed. */
export class Heartbeat {
  readonly stop: () => void
  #missed = 0

  /** `onLost` is called once per silence. */
  constructor(onLost: () => void, intervalMs = HEARTBEAT_MS) {
    const miss = () => {
      this.#missed += 1
      if (this.#missed === LOST_AFTER) onLost()
    }
    this.stop = alignedInterval(miss, intervalMs, { background: true })
  }

  get isSuspect(): boolean {
    return this.#missed >= SUSPECT_AFTER
  }

  beat(): void {
    this.#missed = 0
  }
}
