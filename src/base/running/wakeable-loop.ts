// Work that runs on demand, and periodically in case a wake-up was lost; one run at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { alignedInterval } from './aligned-interval.ts'

export interface WakeableLoop {
  /** Runs now, or again after the current run, so the work always starts after the call. */
  wake(): void
  stop(): Promise<void>
}

export interface LoopWatch {
  succeeded(): void
  failed(): void
}

export interface LoopSettings {
  readonly everyMs: number
  /** Pause between two runs, to batch what arrives meanwhile. */
  readonly gapMs?: number
  /** Delay before a failed run is retried. Then only the first failure in a row is logged. */
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
    running = null // synchronous with the last check of `again`, so no wake-up is lost in between
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
