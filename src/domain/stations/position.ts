// Detects antennas that are not at their registered position, by the position that they announce (1005/1006) or by
// observations, and the consequences.
import { MOVEMENT_LIMITS_MM, type ObservedMovement } from '../archive/integrity/observed.ts'
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

export type Placed = Pick<
  Station,
  | 'health'
  | 'movedLimitM'
  | 'movedTakesOut'
  | 'positionAckedAt'
  | 'upstream'
  | 'observed'
  | 'observedTakesOut'
  | 'movementLimitMm'
>

export const movedLimitOf = ({ movedLimitM }: Pick<Station, 'movedLimitM'>): number => movedLimitM ?? MOVED_LIMIT_M

/** Offset from the registered position if above the limit, acknowledged or not; else `null`. */
export function offsetBeyondLimit(station: Placed): number | null {
  // Sourcetables round positions to about a kilometre, so an offset means nothing.
  if (station.upstream) return null
  const offset = station.health?.positionOffsetM ?? null
  return offset !== null && offset > movedLimitOf(station) ? offset : null
}

/** What shows that a station is not at its registered position. The announced position is more certain. */
export type Displacement =
  | { readonly source: 'announced'; readonly metres: number; readonly most: number; readonly since: Date | null }
  | {
      readonly source: 'observed'
      readonly metres: number
      readonly most: number
      readonly since: Date
      readonly movement: ObservedMovement
    }

/** `null` if the station is where it should be, as far as is known. Acknowledged or not. */
export function displacementOf(station: Placed): Displacement | null {
  const metres = offsetBeyondLimit(station)
  if (metres !== null) {
    const since = station.health?.announced?.since ?? null
    return { source: 'announced', metres, most: movedLimitOf(station), since }
  }
  const movement = station.observed ?? null
  if (movement === null) return null
  const { eastMm, northMm, upMm, detectedAt: since } = movement
  const most = (station.movementLimitMm ?? MOVEMENT_LIMITS_MM.horizontal.normal) / 1000
  return { source: 'observed', metres: Math.round(Math.hypot(eastMm, northMm, upMm)) / 1000, most, since, movement }
}

/** True if an operator confirmed the registered position and nothing has changed since. */
export function isAcknowledged(station: Placed): boolean {
  const { positionAckedAt } = station
  if (positionAckedAt == null) return false
  const since = displacementOf(station)?.since ?? station.health?.announced?.since ?? null
  return since === null || since <= positionAckedAt
}

/** Displacement that needs the operator's attention; else `null`. */
export const openDisplacement = (station: Placed): Displacement | null =>
  isAcknowledged(station) ? null : displacementOf(station)

/** Metres of the displacement that needs the operator's attention; else `null`. */
export const movedBy = (station: Placed): number | null => openDisplacement(station)?.metres ?? null

/** If true, the station is degraded and not chosen for rovers until the position is acknowledged or corrected. */
export function isTakenOut(station: Placed, now: Date): boolean {
  const from = takenOutFrom(station)
  return from !== null && from <= now
}

/**
 * When the station is or will be taken out if it stays where it is; `null` if never. A movement by observations lasted
 * for long before it was detected.
 */
export function takenOutFrom(station: Placed): Date | null {
  const displacement = openDisplacement(station)
  if (!displacement) return null
  if (displacement.source === 'observed')
    return station.observedTakesOut && displacement.movement.isAttributed ? displacement.since : null
  if (displacement.since === null || station.movedTakesOut === false) return null
  return new Date(displacement.since.getTime() + STEADY_FOR_MS)
}
