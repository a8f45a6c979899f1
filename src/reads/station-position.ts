// The position of a station from its baselines, as the API, the console and the command line show it.
import type { StationCoordinate } from '../domain/archive/integrity/coordinate.ts'
import { classOf, type IonosphereIndex } from '../domain/archive/integrity/ionosphere.ts'
import { isCompared, type TroubleCode } from '../domain/archive/integrity/live.ts'
import { middle } from '../domain/archive/integrity/movement.ts'
import { neighbourPairs } from '../domain/archive/integrity/neighbours.ts'
import { TREND_DAYS, type Trend, trendOf } from '../domain/archive/integrity/trend.ts'
import type { UncheckedCode } from '../domain/archive/integrity/unchecked.ts'
import type { Station } from '../domain/stations/station.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time/units.ts'
import type { Database } from '../store/kit/database.ts'
import { listStationCoordinates } from '../store/stations/coordinates.ts'
import {
  type CheckRow,
  listBaselines,
  listOffsets,
  listTroubles,
  type OffsetRow,
  readCheck,
  readIonosphere,
} from '../store/stations/integrity/read.ts'

/** An older judgement says nothing about the present. */
const CURRENT_MS = 15 * MINUTE_MS
/** Half an hour of an hour. */
const LEAST_HOUR_BINS = 6
const IONOSPHERE_CURRENT_MS = 2 * HOUR_MS

/** Millimetres from the announced position. */
export interface PositionOffset {
  readonly eastMm: number
  readonly northMm: number
  readonly upMm: number
  /** Start of the time of which this is the median. */
  readonly since: Date
  readonly baselines: number
  readonly isAttributed: boolean
}

export interface BaselineState {
  readonly stationId: number
  readonly code: string
  readonly lat: number
  readonly lng: number
  readonly km: number
  /** `unsolved`: it has no fixed solution now. */
  readonly state: 'agrees' | 'differs' | 'unsolved'
  /** Difference from the positions of the two stations. */
  readonly residualMm: number | null
  readonly trouble: TroubleCode | null
}

export interface PositionNow {
  /** Why the position cannot be checked; `null` if it is checked. `not_judged`: no worker judged it lately. */
  readonly unchecked: UncheckedCode | 'not_judged' | null
  readonly latest: PositionOffset | null
  readonly hour: PositionOffset | null
  /** Smallest movement within an hour that is detected for certain; `null` if the position cannot be checked. */
  readonly detectable: { readonly horizontalMm: number; readonly verticalMm: number } | null
}

export interface StationPosition extends PositionNow {
  /** The last 24 hours, oldest first. */
  readonly offsets: readonly OffsetRow[]
  readonly days: readonly StationCoordinate[]
  readonly trend: Trend | null
  readonly baselines: readonly BaselineState[]
}

export async function readPositionNow(db: Database, stationId: number, now: Date): Promise<PositionNow> {
  const offsets = await listOffsets(db, stationId, new Date(now.getTime() - HOUR_MS - CURRENT_MS))
  return positionNow(await readCheck(db, stationId), offsets, now)
}

function positionNow(check: CheckRow | null, offsets: readonly OffsetRow[], now: Date): PositionNow {
  const isJudged = check?.judgedAt != null && now.getTime() - check.judgedAt.getTime() < CURRENT_MS
  const unchecked = isJudged ? (check.unchecked as UncheckedCode | null) : 'not_judged'
  if (!isJudged || unchecked !== null) return { unchecked, latest: null, hour: null, detectable: null }
  const { detectableMm, detectableUpMm } = check
  const isKnown = detectableMm !== null && detectableUpMm !== null
  const detectable = isKnown ? { horizontalMm: detectableMm, verticalMm: detectableUpMm } : null
  return { unchecked, ...present(offsets, now), detectable }
}

export async function readStationPosition(
  db: Database,
  station: Station,
  stations: readonly Station[],
  now: Date,
): Promise<StationPosition> {
  const offsets = await listOffsets(db, station.id, new Date(now.getTime() - DAY_MS))
  const from = dayOf(now.getTime() - (TREND_DAYS - 1) * DAY_MS)
  const days = await listStationCoordinates(db, station.id, from, dayOf(now.getTime()))
  return {
    ...positionNow(await readCheck(db, station.id), offsets, now),
    ...{ offsets, days, trend: trendOf(days) },
    baselines: isCompared(station) ? await baselinesOf(db, station, stations, now) : [],
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

function present(offsets: readonly OffsetRow[], now: Date): Pick<StationPosition, 'latest' | 'hour'> {
  const last = offsets.at(-1)
  if (!last || now.getTime() - last.at.getTime() > CURRENT_MS) return { latest: null, hour: null }
  const recent = offsets.filter(({ at }) => at.getTime() > last.at.getTime() - HOUR_MS)
  return {
    latest: medianOf([last]),
    hour: recent.length < LEAST_HOUR_BINS ? null : medianOf(recent),
  }
}

function medianOf(rows: readonly OffsetRow[]): PositionOffset {
  const { east, north, up } = middle(
    rows.map(({ eastMm, northMm, upMm }) => ({ east: eastMm, north: northMm, up: upMm })),
  )
  const { baselines, isAttributed } = rows.at(-1)!
  const since = new Date(rows[0]!.at.getTime() - 5 * MINUTE_MS)
  return { eastMm: east, northMm: north, upMm: up, since, baselines, isAttributed }
}

async function baselinesOf(
  db: Database,
  station: Station,
  stations: readonly Station[],
  now: Date,
): Promise<BaselineState[]> {
  const { id } = station
  const solved = new Map((await listBaselines(db, id)).map((row) => [row.a === id ? row.b : row.a, row]))
  const troubles = new Map(
    (await listTroubles(db, id, new Date(now.getTime() - CURRENT_MS))).map((row) => [
      row.a === id ? row.b : row.a,
      row,
    ]),
  )
  const byId = new Map(stations.map((one) => [one.id, one]))
  const own = neighbourPairs(stations.filter(isCompared)).filter(({ a, b }) => a === id || b === id)
  return own.map(({ a, b, km }) => {
    const { id: stationId, code, lat, lng } = byId.get(a === id ? b : a)!
    const row = solved.get(stationId)
    const isCurrent = row !== undefined && now.getTime() - row.at.getTime() < CURRENT_MS
    const state = !isCurrent || row.agrees === null ? 'unsolved' : row.agrees ? 'agrees' : 'differs'
    const trouble = state === 'unsolved' ? ((troubles.get(stationId)?.trouble ?? null) as TroubleCode | null) : null
    return { stationId, code, lat, lng, km, state, residualMm: isCurrent ? row.residualMm : null, trouble }
  })
}

/** The latest index of the network; `null` if it was not measured within two hours. */
export async function readIonosphereIndex(db: Database, now: Date): Promise<IonosphereIndex | null> {
  const row = await readIonosphere(db, new Date(now.getTime() - IONOSPHERE_CURRENT_MS))
  return row && { ppm: row.ppm, class: classOf(row.ppm), at: row.at }
}
