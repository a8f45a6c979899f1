// What a station's status is now, from what the operator declared and what was measured.
import type { Station, StationHealth, StationStatus } from './station.ts'

export const SILENT_AFTER_MS = 60_000
const HEALTHY_PCT = 95
const SLOW_MS = 2_000
const FEW_SATELLITES = 10

export function statusAt(station: Pick<Station, 'declaredStatus' | 'health' | 'bytesAt'>, now: Date): StationStatus {
  const { declaredStatus, health } = station
  if (declaredStatus === 'maintenance') return declaredStatus
  if (isSilent(station, now)) return 'offline'
  if (health === null) return declaredStatus
  return (health.degraded ?? isBad(health)) ? 'degraded' : 'online'
}

/** Its last sign of life: an observation epoch, or bytes of one that is not RTCM; null: nobody has ever heard it. */
export const heardAtOf = ({ health, bytesAt }: Pick<Station, 'health' | 'bytesAt'>): Date | null =>
  health?.measuredAt ?? bytesAt ?? null

/** It was heard before, and is no more. */
export function isSilent(station: Pick<Station, 'health' | 'bytesAt'>, now: Date): boolean {
  const heardAt = heardAtOf(station)
  return heardAt !== null && now.getTime() - heardAt.getTime() > SILENT_AFTER_MS
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
  station: Pick<Station, 'declaredStatus' | 'health' | 'bytesAt'>,
  now: Date,
): Date | null {
  const heardAt = heardAtOf(station)
  if (station.declaredStatus === 'maintenance' || heardAt === null) return null
  const silentFrom = new Date(heardAt.getTime() + SILENT_AFTER_MS + 1)
  return silentFrom > now ? silentFrom : null
}
