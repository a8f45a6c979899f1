// Computes a station's current status from the declared status and the measurements.
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

/** False for a silent upstream stream: it is no longer pulled, so its old measurements do not apply. */
export const isMeasured = (station: Measured, now: Date): boolean =>
  station.health !== null && !(station.upstream && isSilent(station, now))

/** True if the status is based on measurement, or the station is known to be unavailable. */
export const isStatusFounded = (station: Found, now: Date): boolean => isMeasured(station, now) || isKnownDown(station)

/** True if the status is only declared. A declared maintenance counts as known. */
export const isUnmeasured = (station: Found & Pick<Station, 'declaredStatus'>, now: Date): boolean =>
  !isStatusFounded(station, now) && station.declaredStatus !== 'maintenance'

/**
 * True if an upstream mountpoint is unavailable: no longer listed, its caster does not answer, or a rover requests it
 * and no data arrives. The silence of an unrequested stream means nothing.
 */
const isKnownDown = ({ upstream, failedAt }: Pick<Station, 'upstream' | 'failedAt'>): boolean =>
  upstream != null && (upstream.state !== 'offered' || failedAt != null)

/** True if nothing arrived within the last minute, or ever. */
export const isSilentOrUnheard = (station: Judged, now: Date) => heardAtOf(station) === null || isSilent(station, now)

/** Last observation epoch, or last bytes of a non-RTCM station; `null` if never received. */
export const heardAtOf = ({ health, bytesAt }: Pick<Station, 'health' | 'bytesAt'>): Date | null =>
  health?.measuredAt ?? bytesAt ?? null

/** Window of the completeness metric. */
const WINDOW_MS = 600_000
/** Metrics of silent stations change in common steps, so that responses derived from them can be cached as long. */
const STEP_MS = 10_000

export type Figures = LiveValues &
  Pick<StationHealth, 'healthPct' | 'latencyMs' | 'satellites' | 'satellitesByConstellation'>

/**
 * Current metrics; `null` if the station is not measured. A silent station has no satellites and no latency, and its
 * completeness over the last ten minutes decreases step by step.
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

/** Until when `statusAt` and `figuresAt` stay unchanged without a new measurement; `null` if forever. */
export function figuresHoldUntil(station: Judged, now: Date): Date | null {
  const { health } = station
  if (health === null || !isMeasured(station, now)) return statusHoldsUntil(station, now)
  const silentFrom = new Date(health.measuredAt.getTime() + SILENT_AFTER_MS + 1)
  if (!isSilent(station, now)) return sooner(silentFrom, takenOutAfter(station, now))
  if (figuresAt(station, now)!.healthPct === 0) return null
  return new Date((Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS)
}

/** True if the station was received before and is not now. */
export function isSilent(station: Pick<Station, 'health' | 'bytesAt'>, now: Date): boolean {
  const heardAt = heardAtOf(station)
  return heardAt !== null && now.getTime() - heardAt.getTime() > SILENT_AFTER_MS
}

/** True if data flows but a metric is below its limit. */
export const isBad = (figures: MeasuredFigures): boolean => shortfallsOf(figures).length > 0

/** Uses the measuring node's judgement if there is one, else the metrics. */
export const isPoor = (health: StationHealth): boolean => health.degraded ?? isBad(health)

/** A metric outside its limit, with its value and the limit. */
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

/** Metrics must be good for this long before a degraded station counts as online, to avoid flapping. */
const GOOD_FOR_MS = 30_000

export interface Hysteresis {
  readonly degraded: boolean
  /** `null` if the metrics are bad now. */
  readonly goodSince: number | null
}

export function nextHysteresis(before: Hysteresis | null, figures: MeasuredFigures, now: number): Hysteresis {
  if (isBad(figures)) return { degraded: true, goodSince: null }
  const good = { degraded: false, goodSince: before?.goodSince ?? now }
  return before?.degraded === true && !isGoodForLong(good, now) ? { ...good, degraded: true } : good
}

export const isGoodForLong = ({ goodSince }: Hysteresis, now: number): boolean =>
  goodSince !== null && now - goodSince >= GOOD_FOR_MS

/** Until when `statusAt` stays unchanged without a new measurement; `null` if forever. */
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
