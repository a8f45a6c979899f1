// An antenna that stands elsewhere than where it is registered: since when it says so, whether that counts, and what follows.
import { distanceKm, type Position } from '../geometry/geodesy.ts'
import type { Announced, Station } from './station.ts'

/** What the network's operator has not set otherwise. */
export const MOVED_LIMIT_M = 0.1
/** So long it must have announced the same place before rovers are kept from it: receivers that have just started look for theirs. */
export const STEADY_FOR_MS = 600_000
/** Two places that are nearer to each other are the same: what a receiver goes on averaging. */
const SAME_PLACE_M = 0.01

/** As it was, if it says the same; `told` null: it has not said where it is (since it was connected, say). */
export function announcedNow(before: Announced | null, told: Position | null, now: Date): Announced | null {
  if (told === null) return before
  if (before !== null && metresBetween(before, told) <= SAME_PLACE_M) return before
  return { lat: told.lat, lng: told.lng, since: now }
}

/** Over the ground, to the millimetre. */
export const metresBetween = (one: Position, other: Position): number =>
  Math.round(distanceKm(one, other) * 1_000_000) / 1000

export type Placed = Pick<Station, 'health' | 'movedLimitM' | 'movedTakesOut' | 'positionAckedAt' | 'upstream'>

export const movedLimitOf = ({ movedLimitM }: Pick<Station, 'movedLimitM'>): number => movedLimitM ?? MOVED_LIMIT_M

/** How far it is from where it is registered, if that is more than it may be, whether or not somebody knows of it. */
export function offsetBeyondLimit(station: Placed): number | null {
  // Sourcetables tell a place to a kilometre: that an antenna stands elsewhere says nothing.
  if (station.upstream) return null
  const offset = station.health?.positionOffsetM ?? null
  return offset !== null && offset > movedLimitOf(station) ? offset : null
}

/** Somebody let the registered place stand, and it has announced nothing else since. */
export function isAcknowledged({ health, positionAckedAt }: Placed): boolean {
  if (positionAckedAt == null) return false
  const since = health?.announced?.since ?? null
  return since === null || since <= positionAckedAt
}

/** How far it is from where it is registered, where somebody should look at it; else null. */
export const movedBy = (station: Placed): number | null => (isAcknowledged(station) ? null : offsetBeyondLimit(station))

/** Nobody is given it who did not ask for it, and it counts as degraded, until somebody acknowledges or corrects its place. */
export function isTakenOut(station: Placed, now: Date): boolean {
  const from = takenOutFrom(station)
  return from !== null && from <= now
}

/** When it is, or will be if it goes on announcing the same; null: not at all. */
export function takenOutFrom(station: Placed): Date | null {
  const since = station.health?.announced?.since ?? null
  if (since === null || station.movedTakesOut === false || movedBy(station) === null) return null
  return new Date(since.getTime() + STEADY_FOR_MS)
}
