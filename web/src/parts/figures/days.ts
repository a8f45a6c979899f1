// Calendar days on a time axis. Each day is at its noon in the network's zone, so that the axis shows its date.
import { DAY_MS } from '../time-units.ts'

/** `day`: YYYY-MM-DD, a day of the network's zone or of UTC. */
export const noonOf = (day: string): number => Date.parse(`${day}T18:00:00Z`)

/** The frame of a chart of `count` days that ends with `day`. */
export function daysUntil(day: string, count: number) {
  const to = noonOf(day) + DAY_MS / 2
  return { from: to - count * DAY_MS, to, stepMs: DAY_MS }
}
