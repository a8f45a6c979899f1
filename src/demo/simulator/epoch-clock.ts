// Calls at every whole interval of real time: at a second of UTC, and so of GPS time, as receivers do.

/** After a longer sleep, or when the clock was set, it begins anew instead of making up for all that was missed. */
const MOST_LATE_MS = 5_000

/** Returns how to stop it. A busy process is late with an epoch, but leaves none out. */
export function everyEpoch(intervalMs: number, onEpoch: (instantMs: number) => void): () => void {
  const upcoming = () => (Math.floor(Date.now() / intervalMs) + 1) * intervalMs
  let next = upcoming()
  let timer: NodeJS.Timeout | null = null
  const wait = () => {
    timer = setTimeout(fire, untilThen(next))
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

/** A busy process is late, and Node warns of a wait that is negative. */
export const untilThen = (instantMs: number): number => Math.max(0, instantMs - Date.now())
