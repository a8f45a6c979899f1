// Detects a child process that runs but does nothing: a stopped process, or an endless loop. The child sends a heartbeat every second.

export const HEARTBEAT_MS = 1_000
/** Missed heartbeats after which the child counts as down. */
const SUSPECT_AFTER = 3
/** Missed heartbeats after which the child is lost. */
const LOST_AFTER = 10

/** Counts intervals instead of measuring time: after a freeze of the parent process only one interval has passed. */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout
  #missed = 0

  /** `onLost` is called once per silence. */
  constructor(onLost: () => void, intervalMs = HEARTBEAT_MS) {
    this.#timer = setInterval(() => {
      this.#missed += 1
      if (this.#missed === LOST_AFTER) onLost()
    }, intervalMs).unref()
  }

  get isSuspect(): boolean {
    return this.#missed >= SUSPECT_AFTER
  }

  beat(): void {
    this.#missed = 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
