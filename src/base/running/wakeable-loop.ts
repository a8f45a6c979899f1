// Work that is done when somebody calls, and from time to time in case the call was not heard: one run at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { alignedInterval } from './aligned-interval.ts'

export interface WakeableLoop {
  /** Runs now, or once more after the run under way: whoever calls is served by a run that began later. */
  wake(): void
  /** No run begins any more; the one under way is waited for. */
  stop(): Promise<void>
}

/** Whoever wants to know whether runs succeed. */
export interface LoopWatch {
  succeeded(): void
  failed(): void
}

export interface LoopSettings {
  readonly everyMs: number
  /** Between two runs: what comes meanwhile is done together. */
  readonly gapMs?: number
  /** A run that failed is made up for after so long, and told of only when the one before it did not fail too. */
  readonly againMs?: number
  readonly watch?: LoopWatch | undefined
  readonly warn: (error: unknown) => void
}

export function wakeableLoop(
  work: () => Promise<unknown>,
  { everyMs, gapMs = 0, againMs, watch, warn }: LoopSettings,
): WakeableLoop {
  let hasFailed = false
  let makingUp: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let stopping = false

  const succeeded = () => {
    hasFailed = false
    watch?.succeeded()
  }
  const failed = (error: unknown) => {
    watch?.failed()
    if (againMs === undefined) return warn(error)
    if (!hasFailed) warn(error)
    hasFailed = true
    clearTimeout(makingUp)
    makingUp = setTimeout(wake, againMs)
  }

  async function runWhileCalled(): Promise<void> {
    while (again && !stopping) {
      again = false
      await work().then(succeeded, failed)
      if (gapMs > 0) await sleep(gapMs)
    }
    running = null // in the same breath as the last look at `again`: no call is lost between the two
  }

  const wake = (): void => {
    again = true
    if (!stopping) running ??= runWhileCalled()
  }
  const stopTimer = alignedInterval(() => {
    if (!running) wake()
  }, everyMs)
  return {
    wake,
    async stop() {
      stopping = true
      stopTimer()
      await running
      clearTimeout(makingUp)
    },
  }
}
