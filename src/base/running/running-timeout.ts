// node:timers and node:perf_hooks instead of the globals, so that fake timers in tests do not cause database timeouts.
import { performance } from 'node:perf_hooks'
import { clearInterval, setInterval } from 'node:timers'

const SLICE_MS = 100

/**
 * A timeout that counts only time during which this process runs. A blocked event loop or a process without CPU time
 * delays the answers of a healthy peer too, so a slice that takes longer counts as SLICE_MS. Pending I/O is read before
 * `late` is called. The timeout does not keep the process alive. Returns a function that cancels it.
 */
export function runningTimeout(late: () => void, ms: number): () => void {
  let leftMs = ms
  let before = performance.now()
  let isOver = false
  const timer = setInterval(
    () => {
      const now = performance.now()
      leftMs -= Math.min(now - before, SLICE_MS)
      before = now
      if (leftMs > 0) return
      clearInterval(timer)
      setImmediate(() => {
        if (!isOver) late()
      })
    },
    Math.min(SLICE_MS, ms),
  )
  timer.unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
