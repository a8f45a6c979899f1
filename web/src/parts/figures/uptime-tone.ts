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
