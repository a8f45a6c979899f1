// Detects antennas whose announced position (1005/1006) differs from the registered one, and the consequences.
import { distanceKm, type Position } from '../geometry/geodesy.ts'
import type { Announced, Station } from './station.ts'

/** Default if the operator sets no limit. */
export const MOVED_LIMIT_M = 0.1
/** A moved position must be announced this long before rovers are kept away: receivers need time after a start. */
export const STEADY_FOR_MS = 600_000
/** Positions closer than this are the same: receivers keep averaging. */
const SAME_PLACE_M = 0.01

/** Keeps `before` if the position is unchanged. `told` is `null` if none was announced since the station connected. */
export function announcedNow(before: Announced | null, told: Position | null, now: Date): Announced | null {
  if (told === null) return before
  if (before !== null && metresBetween(before, told) <= SAME_PLACE_M) return before
  return { lat: told.lat, lng: told.lng, since: now }
}

/** Horizontal distance, rounded to the millimetre. */
export const metresBetween = (one: Position, other: Position): number =>
  Math.round(distanceKm(one, other) * 1_000_000) / 1000

export type Placed = Pick<Station, 'health' | 'movedLimitM' | 'movedTakesOut' | 'positionAckedAt' | 'upstream'>

export const movedLimitOf = ({ movedLimitM }: Pick<Station, 'movedLimitM'>): number => movedLimitM ?? MOVED_LIMIT_M

/** Offset from the registered position if above the limit, acknowledged or not; else `null`. */
export function offsetBeyondLimit(station: Placed): number | null {
  // Sourcetables round positions to about a kilometre, so an offset means nothing.
  if (station.upstream) return null
  const offset = station.health?.positionOffsetM ?? null
  return offset !== null && offset > movedLimitOf(station) ? offset : null
}

/** True if an operator confirmed the registered position and the station has announced no other since. */
export function isAcknowledged({ health, positionAckedAt }: Placed): boolean {
  if (positionAckedAt == null) return false
  const since = health?.announced?.since ?? null
  return since === null || since <= positionAckedAt
}

/** Offset that needs the operator's attention; else `null`. */
export const movedBy = (station: Placed): number | null => (isAcknowledged(station) ? null : offsetBeyondLimit(station))

/** If true, the station is degraded and not chosen for rovers until the position is acknowledged or corrected. */
export function isTakenOut(station: Placed, now: Date): boolean {
  const from = takenOutFrom(station)
  return from !== null && from <= now
}

/** When the station is or will be taken out if it keeps announcing this position; `null` if never. */
export function takenOutFrom(station: Placed): Date | null {
  const since = station.health?.announced?.since ?? null
  if (since === null || station.movedTakesOut === false || movedBy(station) === null) return null
  return new Date(since.getTime() + STEADY_FOR_MS)
}
