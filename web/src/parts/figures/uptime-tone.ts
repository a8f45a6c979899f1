/** Limits of a day's uptime, for its colour and the legend. */
export const FINE_PCT = 99.5
export const POOR_PCT = 95

export type UptimeTone = 'good' | 'poor' | 'bad' | 'unknown'

/** `null` if the day was not measured. */
export function toneOf(uptimePct: number | null): UptimeTone {
  if (uptimePct === null) return 'unknown'
  if (uptimePct >= FINE_PCT) return 'good'
  return uptimePct >= POOR_PCT ? 'poor' : 'bad'
}

interface Measured {
  readonly minutesUp: number
  readonly minutesDown: number
}

export const measuredMinutes = (days: readonly Measured[]): number =>
  days.reduce((sum, { minutesUp, minutesDown }) => sum + minutesUp + minutesDown, 0)

/** A percentage of the uptime needs at least one measured day. */
export const hasHistory = (days: readonly Measured[]): boolean => measuredMinutes(days) >= 1_440
