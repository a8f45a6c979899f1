// Calls at every whole interval of real time, such as each UTC second (and so of GPS time), as receivers do.

/** After a longer suspension or a clock change, missed epochs are skipped. */
const MOST_LATE_MS = 5_000

/** Returns a function that stops the clock. A busy process is late with an epoch but does not skip it. */
export function everyEpoch(intervalMs: number, onEpoch: (instantMs: number) => void): () => void {
  const upcoming = () => (Math.floor(Date.now() / intervalMs) + 1) * intervalMs
  let next = upcoming()
  let timer: NodeJS.Timeout | null = null
  const wait = () => {
    timer = setTimeout(fire, msUntil(next))
  }
  const fire = () => {
    const now = Date.now()
    if (now - next > MOST_LATE_MS || next - now > intervalMs) next = upcoming()
    while (next <= now && timer !== null) {
      const instant = next
      next += intervalMs
      onEpoch(instant)
    }
    if (timer !== null) wait()
  }
  wait()
  return () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
}

/** Never negative, because Node warns about negative delays. */
export const msUntil = (instantMs: number): number => Math.max(0, instantMs - Date.now())
