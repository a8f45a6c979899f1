// The quality of a station as the API, the console and the command line show it.
import { BANDS, type Band, geodeticOf, SkyGrid } from '@vertice/gnss'
import { ALL_BANDS, type TrackPoint } from '../domain/network/quality/facts.ts'
import { isJudged, JUDGED_MINUTES } from '../domain/network/quality/judge.ts'
import { detectableM, offsetFrom } from '../domain/network/quality/offset.ts'
import { byNeed, REASONS, type Reason, reasonFrom, type Verdict } from '../domain/network/quality/reason.ts'
import type { BandQuality, PointOffset, StationQuality } from '../domain/network/quality/shown.ts'
import type { Station } from '../domain/stations/station.ts'
import { localDay } from '../domain/time/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time/units.ts'
import type { Database } from '../store/kit/database.ts'
import { listAnnounced } from '../store/stations/positions.ts'
import {
  countVerdicts,
  type LatestQuality,
  listBandDays,
  listBandTimes,
  listPoints,
  listQualityDays,
  listSkyParts,
  listSkySamples,
  listVerdicts,
  medianPoints,
  readLatestQuality,
  type SolvedPoint,
  type StationSums,
  sumMinutes,
} from '../store/stations/quality/read.ts'

/** An older verdict or sky says nothing about the present. */
const CURRENT_MS = 10 * MINUTE_MS
export const QUALITY_DAYS = 60
/** A position announced farther away than this is not that of this antenna. */
const SAME_ANTENNA_M = 100

export async function readStationQuality(db: Database, station: Station, now: Date): Promise<StationQuality> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const latest = await readLatestQuality(db, station.id)
  const sums = await sumMinutes(db, ago(JUDGED_MINUTES * MINUTE_MS), station.id)
  const [point] = await medianPoints(db, ago(HOUR_MS), station.id)
  return {
    ...currentVerdict(latest, now),
    bands: BANDS.flatMap((band) => sums.filter((one) => one.band === band).map((one) => bandQuality(band, one))),
    sky: latest && isCurrent(latest.measuredAt, now) ? latest.sky : [],
    mask: await maskOf(db, station.id, ago(DAY_MS)),
    position: point && !station.positionPending ? await offsetOf(db, station, point, now) : null,
    days: await listQualityDays(db, station.id, ago(QUALITY_DAYS * DAY_MS)),
  }
}

async function maskOf(db: Database, stationId: number, since: Date) {
  const grid = new SkyGrid()
  for (const { cells } of await listSkyParts(db, since, stationId)) grid.addCells(cells)
  return grid.mask()
}

const isCurrent = (at: Date | null, now: Date) => at !== null && Math.abs(now.getTime() - at.getTime()) < CURRENT_MS

/** An old verdict is none. */
export function currentVerdict(
  row: Pick<LatestQuality, 'verdict' | 'reasons' | 'judgedAt'> | null,
  now: Date,
): { readonly verdict: Verdict; readonly reasons: readonly Reason[] } {
  if (row && isCurrent(row.judgedAt, now))
    return { verdict: row.verdict as Verdict, reasons: row.reasons.map(reasonFrom) }
  const nothing = { band: null, value: null, limit: null }
  const since = row?.judgedAt ?? now
  return { verdict: 'unknown', reasons: [{ code: 'not_measured', level: 'unknown', ...nothing, since }] }
}

export interface RankedStation {
  readonly station: Station
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

/** All stations whose observations are judged; what needs attention most comes first. */
export async function rankQuality(
  db: Database,
  stations: readonly Station[],
  now: Date,
): Promise<readonly RankedStation[]> {
  const rows = new Map((await listVerdicts(db)).map((row) => [row.stationId, row]))
  return stations
    .filter(isJudged)
    .map((station) => ({ station, code: station.code, ...currentVerdict(rows.get(station.id) ?? null, now) }))
    .toSorted(byNeed)
}

/** Stations whose observations are judged, by their verdict now. */
export async function countByVerdict(
  db: Database,
  stations: readonly Station[],
  now: Date,
): Promise<Readonly<Record<Verdict, number>>> {
  const ids = stations.filter(isJudged).map(({ id }) => id)
  const rows = await countVerdicts(db, ids, new Date(now.getTime() - CURRENT_MS))
  const none = { good: 0, attention: 0, bad: 0, unknown: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ verdict, stations: count }) => [verdict, count])) }
}

/** The last day: where the satellites passed, where the antenna seemed to be, and the values of each band. */
export async function readQualityDay(db: Database, station: Station, now: Date) {
  const since = new Date(now.getTime() - DAY_MS)
  const tracks = new Map<string, TrackPoint[]>()
  for (const { at, satellites } of await listSkySamples(db, station.id, since))
    for (const [satellite, azimuth, elevation, cn0] of satellites) {
      const track = tracks.get(satellite) ?? []
      tracks.set(satellite, [...track, [(at.getTime() - since.getTime()) / MINUTE_MS, azimuth, elevation, cn0]])
    }
  const points = station.positionPending ? [] : await listPoints(db, station.id, since)
  const times = await listBandTimes(db, station.id, since)
  return {
    since,
    tracks: [...tracks].map(([satellite, track]) => ({ satellite, points: track })),
    positions: points.map(({ at, ...point }) => {
      const { east, north } = offsetFrom(station, point)
      return { at, eastM: east, northM: north }
    }),
    times: times
      .filter(({ band }) => band !== ALL_BANDS)
      .map(({ at, band, cn0Median, multipathM, losses, satelliteHours }) => ({
        ...{ at, band, cn0Median, multipathM },
        lossesPerHour: satelliteHours > 0 ? losses / satelliteHours : null,
      })),
    limits: {
      cn0Median: REASONS.cn0_low.attention,
      multipathM: REASONS.multipath.attention,
      lossesPerHour: REASONS.losses_of_lock.attention,
      positionM: REASONS.coordinates_wrong.attention,
    },
  }
}

/** 60 days, oldest first: the verdicts, and the values of each band. */
export async function readQualityHistory(db: Database, { id }: Station, now: Date) {
  const since = new Date(now.getTime() - QUALITY_DAYS * DAY_MS)
  const days = await listQualityDays(db, id, since)
  return {
    until: localDay(now),
    days: days.map((day) => ({ ...day, verdict: day.verdict as Verdict | null })),
    bands: await listBandDays(db, id, since),
  }
}

function bandQuality(band: Band, sums: StationSums): BandQuality {
  const { epochs, tracked, expected, minutes, withExpected, losses, satelliteHours } = sums
  return {
    band,
    satellites: tracked / Math.max(1, epochs),
    expected: expected !== null && withExpected === minutes ? expected / Math.max(1, epochs) : null,
    cn0Median: sums.cn0Median,
    cn0P10: sums.cn0P10,
    lossesPerHour: satelliteHours > 0 ? losses / satelliteHours : null,
    multipathM: sums.multipathM,
  }
}

async function offsetOf(db: Database, station: Station, point: SolvedPoint, now: Date): Promise<PointOffset> {
  const { east, north } = offsetFrom(station, point)
  const announced = (await listAnnounced(db, station.id, now)).at(-1)
  const isHere = announced && Math.hypot(...Object.values(offsetFrom(announced, point)).slice(0, 2)) < SAME_ANTENNA_M
  return {
    eastM: east,
    northM: north,
    upM: isHere && announced.height !== null ? geodeticOf(point).height - announced.height : null,
    since: new Date(now.getTime() - HOUR_MS),
    detectableM: detectableM(point.spreadM),
  }
}
