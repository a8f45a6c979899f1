// What a station's status is now, from what the operator declared and what was measured.
import type { Station, StationStatus } from './station.ts'

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
  const slow = health.latencyMs !== null && health.latencyMs > SLOW_MS
  return health.healthPct < HEALTHY_PCT || slow || health.satellites < FEW_SATELLITES ? 'degraded' : 'online'
}

/** Until when `statusAt` stays the same if no new measurement comes; null: for ever. */
export function statusHoldsUntil(
  { declaredStatus, health }: Pick<Station, 'declaredStatus' | 'health'>,
  now: Date,
): Date | null {
  if (declaredStatus === 'maintenance' || health === null) return null
  const silentFrom = new Date(health.measuredAt.getTime() + SILENT_AFTER_MS + 1)
  return silentFrom > now ? silentFrom : null
}
