/**
 * Like `setInterval`, but due at the multiples of `ms` on the process clock: timers of one process fire together, and a
 * process at rest wakes up less often. `run` receives how late it is called. `background` timers do not keep the
 * process alive. Returns a function that stops the timer.
 */
export function alignedInterval(run: (lateMs: number) => void, ms: number, { background = false } = {}): () => void {
  let timer: NodeJS.Timeout
  let dueAt = 0
  const arm = () => {
    const now = performance.now()
    dueAt = Math.max(dueAt, Math.floor(now / ms) * ms) + ms
    timer = setTimeout(fire, dueAt - now)
    if (background) timer.unref()
  }
  const fire = () => {
    // Timers can fire a fraction of a millisecond early.
    const lateMs = Math.max(0, performance.now() - dueAt)
    arm()
    run(lateMs)
  }
  arm()
  return () => clearTimeout(timer)
}
