const LONG_MS = 1_000
let longOnes = 0

/**
 * Like `setInterval`, but due at the multiples of `ms` on the process clock: timers of one process fire together, and a
 * process at rest wakes up less often. Intervals of more than a second fire half a second later, each in another
 * second: if their jobs ran together, each would need a database connection of its own, on which PostgreSQL plans its
 * statements again. `run` receives how late it is called. `background` timers do not keep the process alive. Returns a
 * function that stops the timer.
 */
export function alignedInterval(run: (lateMs: number) => void, ms: number, { background = false } = {}): () => void {
  let timer: NodeJS.Timeout
  const shiftMs = ms > LONG_MS ? (LONG_MS * longOnes++ + LONG_MS / 2) % ms : 0
  let dueAt = Number.NEGATIVE_INFINITY
  const arm = () => {
    const now = performance.now()
    dueAt = Math.max(dueAt, shiftMs + Math.floor((now - shiftMs) / ms) * ms) + ms
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
