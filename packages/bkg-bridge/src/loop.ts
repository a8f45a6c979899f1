// Runs a function again and again, one run at a time: after the delay that it returns, or at once when woken, but never
// more often than `minGapMs`.

export interface Loop {
  wake(): void
  /** Waits for the run under way. */
  stop(): Promise<void>
}

/** `run` returns the milliseconds until its next run, and must not throw. */
export function loopOf(run: () => Promise<number>, minGapMs: number): Loop {
  let isStopping = false
  let isWoken = true
  let wake = () => {}

  async function repeat(): Promise<void> {
    while (!isStopping) {
      isWoken = false
      const beganAt = performance.now()
      const delayMs = await run()
      const gapMs = minGapMs - (performance.now() - beganAt)
      if (gapMs > 0) await pause(gapMs, () => isStopping)
      if (delayMs > gapMs) await pause(delayMs - Math.max(gapMs, 0), () => isWoken || isStopping)
    }
  }

  const pause = (milliseconds: number, isOver: () => boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        if (!isOver()) return
        clearTimeout(timer)
        resolve()
      }
      wake()
    })

  const running = repeat()
  return {
    wake() {
      isWoken = true
      wake()
    },
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
