// The quality of stations in a window of the archive, measured and judged day by day.
import { ecefOf, type QualityMinute } from '@vertice/gnss'
import { keepQuality, pastJudge } from '../../archive/quality/keep.ts'
import { measureQuality } from '../../archive/quality/measure.ts'
import type { SegmentPlaces } from '../../archive/reading/records.ts'
import { VALID_MS } from '../../archive/reading/window.ts'
import type { JudgedDay } from '../../domain/network/quality/reason.ts'
import type { Station } from '../../domain/stations/station.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/units.ts'
import { listObserved } from '../../store/archive/segments.ts'
import type { Database } from '../../store/kit/database.ts'
import type { ResultFile } from './result-files.ts'

interface QualityWish {
  readonly from: Date
  readonly to: Date
  /** `null`: not written. */
  readonly file: ResultFile | null
  /** Days that begin before this instant are not stored; `null`: nothing is stored. */
  readonly storedSince: Date | null
  readonly progress: (station: string, share: number) => void
}

export interface StationDay extends JudgedDay {
  readonly station: string
}

export async function qualityOfStations(
  db: Database,
  places: SegmentPlaces,
  stations: readonly Station[],
  wish: QualityWish,
): Promise<readonly StationDay[]> {
  const found: StationDay[] = []
  for (const station of stations) {
    const days = await qualityOf(db, places, station, wish)
    found.push(...days.map((day) => ({ station: station.code, ...day })))
  }
  return found
}

async function qualityOf(
  db: Database,
  places: SegmentPlaces,
  station: Station,
  { from, to, file, storedSince, progress }: QualityWish,
): Promise<readonly JudgedDay[]> {
  const { id, code, lat, lng } = station
  const judge = await pastJudge(db, station)
  const near = ecefOf({ lat, lng, height: 0 })
  for (let atMs = from.getTime(); atMs < to.getTime(); atMs = nextDay(atMs)) {
    progress(code, (atMs - from.getTime()) / (to.getTime() - from.getTime()))
    const day = { from: new Date(atMs), to: new Date(Math.min(nextDay(atMs), to.getTime())) }
    const around = [new Date(day.from.getTime() - VALID_MS), new Date(day.to.getTime() + HOUR_MS)] as const
    const segments = await listObserved(db, id, ...around)
    const measured = await measureQuality(places, { ...day, segments, near })
    for (const row of measured.minutes.flatMap((minute) => rowsOf(code, minute))) file?.write(row)
    await file?.ready()
    if (storedSince !== null && day.from >= storedSince)
      await db.transaction((tx) => keepQuality(tx, station, measured, judge))
    else await judge.add(measured.minutes, measured.skyParts)
  }
  return judge.days
}

const nextDay = (atMs: number) => (Math.floor(atMs / DAY_MS) + 1) * DAY_MS

const rowsOf = (station: string, { minuteMs, epochs, missed, bands }: QualityMinute) =>
  bands.map((band) => ({
    ...{ station, minute: new Date(minuteMs), band: band.band, epochs, missed },
    satellites: decimals(band.tracked / Math.max(1, epochs), 2),
    expected: band.expected === null ? null : decimals(band.expected / Math.max(1, epochs), 2),
    cn0Median: band.cn0Median === null ? null : decimals(band.cn0Median, 2),
    cn0P10: band.cn0P10 === null ? null : decimals(band.cn0P10, 2),
    losses: band.losses,
    satelliteHours: decimals(band.satelliteMs / HOUR_MS, 4),
    multipathM:
      band.multipathSamples === 0 ? null : decimals(Math.sqrt(band.multipathSquares / band.multipathSamples), 3),
  }))

const decimals = (value: number, digits: number) => Number(value.toFixed(digits))
