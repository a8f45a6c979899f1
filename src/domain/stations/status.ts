// What a station's status is now, from what the operator declared and what was measured.
import type { Station, StationHealth, StationStatus } from './station.ts'

export const SILENT_AFTER_MS = 60_000
const HEALTHY_PCT = 95
const SLOW_MS = 2_000
const FEW_SATELLITES = 10

export function statusAt(
  { declaredStatus, health }: Pick<Station, 'declaredStatus' | 'health'>,
  now: Date,
): StationStatus {
  if (declaredStatus === 'maintenance' || health === null) return declaredStatus
  if (now.getTime() - health.measuredAt.getTime() > SILENT_AFTER_MS) return 'offline'
  return (health.degraded ?? isBad(health)) ? 'degraded' : 'online'
}

/** Data flows, but not as it should. */
export function isBad({ healthPct, latencyMs, satellites }: MeasuredFigures): boolean {
  return healthPct < HEALTHY_PCT || (latencyMs !== null && latencyMs > SLOW_MS) || satellites < FEW_SATELLITES
}

type MeasuredFigures = Pick<StationHealth, 'healthPct' | 'latencyMs' | 'satellites'>

/** So long the figures must have been good before a degraded station counts as online again: no flicker at the line. */
const GOOD_FOR_MS = 30_000

export interface Hysteresis {
  readonly degraded: boolean
  /** null: they are not good now. */
  readonly goodSince: number | null
}

export function nextHysteresis(before: Hysteresis | null, figures: MeasuredFigures, now: number): Hysteresis {
  if (isBad(figures)) return { degraded: true, goodSince: null }
  const good = { degraded: false, goodSince: before?.goodSince ?? now }
  return before?.degraded === true && !isGoodForLong(good, now) ? { ...good, degraded: true } : good
}

export const isGoodForLong = ({ goodSince }: Hysteresis, now: number): boolean =>
  goodSince !== null && now - goodSince >= GOOD_FOR_MS

/** Until when `statusAt` stays the same if no new measurement comes; null: for ever. */
export function statusHoldsUntil(
  { declaredStatus, health }: Pick<Station, 'declaredStatus' | 'health'>,
  now: Date,
): Date | null {
  if (declaredStatus === 'maintenance' || health === null) return null
  const silentFrom = new Date(health.measuredAt.getTime() + SILENT_AFTER_MS + 1)
  return silentFrom > now ? silentFrom : null
}
