// What a station's status is now, from what the operator declared and what was measured.
import { MINUTE_MS } from '../time/units.ts'
import { type LiveValues, liveValues } from './measured.ts'
import { isTakenOut, type Placed, takenOutFrom } from './position.ts'
import type { Station, StationHealth, StationStatus } from './station.ts'

export const SILENT_AFTER_MS = MINUTE_MS
const HEALTHY_PCT = 95
const SLOW_MS = 2_000
const FEW_SATELLITES = 10

export type Judged = Pick<Station, 'declaredStatus' | 'health' | 'bytesAt' | 'upstream' | 'failedAt'> & Placed

export function statusAt(station: Judged, now: Date): StationStatus {
  const { declaredStatus, health } = station
  if (declaredStatus === 'maintenance') return declaredStatus
  if (station.upstream && isSilentOrUnheard(station, now)) return isKnownDown(station) ? 'offline' : declaredStatus
  if (isSilent(station, now)) return 'offline'
  if (health === null) return declaredStatus
  return isPoor(health) || isTakenOut(station, now) ? 'degraded' : 'online'
}

type Measured = Pick<Station, 'health' | 'upstream'>
type Found = Measured & Pick<Station, 'failedAt'>

/** Somebody has measured it. Another caster's that is silent was let go: what it was before says nothing of it now. */
export const isMeasured = (station: Measured, now: Date): boolean =>
  station.health !== null && !(station.upstream && isSilent(station, now))

/** Its status is more than a word: it was measured, or cannot be had. */
export const isStatusFounded = (station: Found, now: Date): boolean => isMeasured(station, now) || isKnownDown(station)

/** Nobody measures it: its status is only what was declared. Work that was announced is true all the same. */
export const isUnmeasured = (station: Found & Pick<Station, 'declaredStatus'>, now: Date): boolean =>
  !isStatusFounded(station, now) && station.declaredStatus !== 'maintenance'

/**
 * Another caster's mountpoint that cannot be had: it is not listed any more, its caster does not answer, or somebody wants it and nothing
 * comes. One that nobody wants is silent, and that says nothing.
 */
const isKnownDown = ({ upstream, failedAt }: Pick<Station, 'upstream' | 'failedAt'>): boolean =>
  upstream != null && (upstream.state !== 'offered' || failedAt != null)

/** Nothing came of it within the last minute, or ever. */
export const isSilentOrUnheard = (station: Judged, now: Date) => heardAtOf(station) === null || isSilent(station, now)

/** Its last sign of life: an observation epoch, or bytes of one that is not RTCM; null: nobody has ever heard it. */
export const heardAtOf = ({ health, bytesAt }: Pick<Station, 'health' | 'bytesAt'>): Date | null =>
  health?.measuredAt ?? bytesAt ?? null

/** Completeness is told of so much time. */
const WINDOW_MS = 600_000
/** All silent stations step together, so that what is made of their figures holds for as long. */
const STEP_MS = 10_000

export type Figures = LiveValues &
  Pick<StationHealth, 'healthPct' | 'latencyMs' | 'satellites' | 'satellitesByConstellation'>

/**
 * What can be said of a measured station now; null: nobody has measured it. One that went silent has no satellites and no latency, and of
 * the last ten minutes those count in which nothing came: what was measured before leaves the window bit by bit.
 */
export function figuresAt(station: Measured, now: Date): Figures | null {
  const { health } = station
  if (health === null || !isMeasured(station, now)) return null
  if (!isSilent(station, now)) return health
  const step = Math.floor(now.getTime() / STEP_MS) * STEP_MS
  const silentMs = Math.max(SILENT_AFTER_MS, step - health.measuredAt.getTime())
  const left = Math.max(0, 1 - silentMs / WINDOW_MS)
  const healthPct = Math.floor(health.healthPct * left * 10) / 10
  return { ...liveValues(null), healthPct, satellites: 0, satellitesByConstellation: {} }
}

/** Until when `statusAt` and `figuresAt` stay the same if no new measurement comes; null: for ever. */
export function figuresHoldUntil(station: Judged, now: Date): Date | null {
  const { health } = station
  if (health === null || !isMeasured(station, now)) return statusHoldsUntil(station, now)
  const silentFrom = new Date(health.measuredAt.getTime() + SILENT_AFTER_MS + 1)
  if (!isSilent(station, now)) return sooner(silentFrom, takenOutAfter(station, now))
  if (figuresAt(station, now)!.healthPct === 0) return null
  return new Date((Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS)
}

/** It was heard before, and is no more. */
export function isSilent(station: Pick<Station, 'health' | 'bytesAt'>, now: Date): boolean {
  const heardAt = heardAtOf(station)
  return heardAt !== null && now.getTime() - heardAt.getTime() > SILENT_AFTER_MS
}

/** Data flows, but not as it should. */
export const isBad = (figures: MeasuredFigures): boolean => shortfallsOf(figures).length > 0

/** As whoever measures it says, or as the figures do. */
export const isPoor = (health: StationHealth): boolean => health.degraded ?? isBad(health)

/** What is not as it should be, by how much, and what it should be. */
export type Shortfall =
  | { readonly code: 'epochs'; readonly pct: number; readonly least: number }
  | { readonly code: 'late'; readonly ms: number; readonly most: number }
  | { readonly code: 'satellites'; readonly count: number; readonly least: number }

export function shortfallsOf({ healthPct, latencyMs, satellites }: MeasuredFigures): Shortfall[] {
  const found: Shortfall[] = []
  if (healthPct < HEALTHY_PCT) found.push({ code: 'epochs', pct: healthPct, least: HEALTHY_PCT })
  if (latencyMs !== null && latencyMs > SLOW_MS) found.push({ code: 'late', ms: latencyMs, most: SLOW_MS })
  if (satellites < FEW_SATELLITES) found.push({ code: 'satellites', count: satellites, least: FEW_SATELLITES })
  return found
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
export function statusHoldsUntil(station: Judged, now: Date): Date | null {
  const heardAt = heardAtOf(station)
  if (station.declaredStatus === 'maintenance' || heardAt === null) return null
  const silentFrom = new Date(heardAt.getTime() + SILENT_AFTER_MS + 1)
  return silentFrom > now ? sooner(silentFrom, takenOutAfter(station, now)) : null
}

function takenOutAfter(station: Judged, now: Date): Date | null {
  const from = takenOutFrom(station)
  return from !== null && from > now ? from : null
}

const sooner = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one)
