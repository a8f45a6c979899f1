// Stations with simulated faults, measured and judged minute by minute by the real parts, as a caster and its job do.
import { QualityJudge } from '../../src/actions/network/judge-quality.ts'
import type { Site } from '../../src/demo/simulator/site.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import type { ReasonCode } from '../../src/domain/network/quality/reason.ts'
import { saveMeasured } from '../../src/recording/quality/save.ts'
import { type Measured, StationMeters } from '../../src/recording/quality/station-meters.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { listVerdicts } from '../../src/store/stations/quality/read.ts'
import { sumHours } from '../../src/store/stations/quality/write.ts'
import { stationIdOf } from './rows.ts'
import type { TestService } from './service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Hours of the day before yesterday that are measured, so that a fall of C/N0 can be noticed. */
const USUAL_HOURS = 20

export interface Injected {
  readonly code: string
  readonly site?: Site
  /** Called before each epoch. Returns `false` if the epoch is lost. */
  readonly act?: (stream: StationStream, atMs: number) => boolean | undefined
}

export interface Report {
  readonly station: string
  readonly code: ReasonCode
  /** From the start to the minute in which it was reported first. */
  readonly afterMinutes: number
}

interface WatchOptions {
  readonly startMs: number
  readonly minutes: number
  readonly everyMs: number
  readonly onMeasured?: (measured: Measured) => void
}

const placeOf = (index: number) => ({
  lat: 19 + 0.3 * (index % 4),
  lng: -99.5 + 0.3 * Math.floor(index / 4),
  height: 2200,
})

/** Reports each reason of each station once, except for what could not be checked, in the order in which they appear. */
export async function watch(
  service: TestService,
  stations: readonly Injected[],
  { startMs, minutes, everyMs, onMeasured }: WatchOptions,
): Promise<Report[]> {
  await service.saveStations(
    ...stations.map(({ code }, index) => {
      const { lat, lng } = placeOf(index)
      return { code, name: code, mountpoint: code, lat, lng }
    }),
  )
  const { book } = await new CurrentReader(service.db, { casterHost: 'x', casterPort: 2101 }).current()
  const sky = new Sky(1)
  const meters = new StationMeters()
  const live: { id: number; stream: StationStream; act: Injected['act'] }[] = []
  for (const [index, { code, site = {}, act }] of stations.entries()) {
    const id = await stationIdOf(service, code)
    const stream = new StationStream(sky, { code, stationId: index + 1, position: placeOf(index), site })
    live.push({ id, stream, act })
  }
  meters.setStations(live.map(({ id }) => ({ id, near: null })))
  const push = (atMs: number) => {
    for (const { id, stream, act } of live) if (act?.(stream, atMs) !== false) meters.push(id, stream.epoch(atMs), atMs)
  }
  for (let hour = 0; hour < USUAL_HOURS; hour++) push(startMs - 48 * HOUR_MS + hour * HOUR_MS)
  await saveMeasured(service.db, meters.take(startMs))
  await sumHours(service.db, new Date(startMs - 48 * HOUR_MS))

  const judge = new QualityJudge()
  const reports: Report[] = []
  for (let minute = 0; minute < minutes; minute++) {
    for (let atMs = startMs + minute * MINUTE_MS; atMs < startMs + (minute + 1) * MINUTE_MS; atMs += everyMs) push(atMs)
    const now = new Date(startMs + (minute + 1) * MINUTE_MS)
    const measured = meters.take(now.getTime())
    onMeasured?.(measured)
    await saveMeasured(service.db, measured)
    await judge.run(service.db, book.active, now)
    for (const { stationId, reasons } of await listVerdicts(service.db))
      for (const { code, level } of reasons) {
        const station = book.byId.get(stationId)!.code
        const isNew = !reports.some((one) => one.station === station && one.code === code)
        if (isNew && level !== 'unknown') reports.push({ station, code, afterMinutes: minute + 1 })
      }
  }
  return reports
}
