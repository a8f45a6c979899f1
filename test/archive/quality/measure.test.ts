// The quality of a window of the archive is that of the stream, and is kept as if it had been measured live.
import { ecefOf } from '@vertice/gnss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepQuality, pastJudge } from '../../../src/archive/quality/keep.ts'
import { type MeasuredQuality, measureQuality } from '../../../src/archive/quality/measure.ts'
import { openStorage } from '../../../src/archive/storage/open-storage.ts'
import { sumsOf } from '../../../src/domain/network/quality/sums.ts'
import type { Station } from '../../../src/domain/stations/station.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/units.ts'
import { StationMeters, type StationMinute } from '../../../src/recording/quality/station-meters.ts'
import { listQualityDays, sumMinutes } from '../../../src/store/stations/quality/read.ts'
import { sentBetween, TestArchive } from '../../support/archive.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const FROM = Date.UTC(2026, 10, 14, 18)
const TO = FROM + 40 * MINUTE_MS
const NEAR = { lat: 19.4, lng: -99.1, height: 0 }

let service: TestService
let station: Pick<Station, 'id' | 'lat' | 'lng' | 'positionPending'>
let live: readonly StationMinute[]
let measured: MeasuredQuality
const archive = new TestArchive()
beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx)
  station = { ...(await service.services.current()).book.byCode.get('cdmx')!, lat: NEAR.lat, lng: NEAR.lng }
  const sent = sentBetween(FROM, TO, 10_000)
  archive.record(sent, { stationId: station.id })
  const meters = new StationMeters()
  meters.setStations([{ id: station.id, near: ecefOf(NEAR) }])
  for (const { frames, atMs } of sent) meters.push(station.id, frames, atMs)
  live = meters.take(TO + HOUR_MS).minutes
  const storage = openStorage({ dataDir: archive.dataDir, archiveBucket: null })
  const window = { from: new Date(FROM), to: new Date(TO) }
  measured = await measureQuality(
    { storage, folder: archive.folder },
    { ...window, segments: archive.segments, near: ecefOf(NEAR) },
  )
})
afterAll(async () => {
  archive.remove()
  await service.stop()
})

it('measures the minutes that were measured live', () => {
  expect(measured.minutes.map(({ minuteMs }) => minuteMs)).toEqual(live.map(({ minuteMs }) => minuteMs))
  // The first minutes have more ephemerides than the stream had sent.
  for (const [index, { sky: _, stationId: __, ...minute }] of live.entries())
    if (index >= 10) expect(measured.minutes[index]).toEqual(minute)
  expect(measured.skyParts.map(({ atMs }) => atMs)).toEqual(
    [0, 10, 20, 30].map((minutes) => FROM + minutes * MINUTE_MS),
  )
})

it('keeps minutes, hours and the verdict of the day, and repeating it changes nothing', async () => {
  const keep = () =>
    service.db.transaction(async (tx) => keepQuality(tx, station, measured, await pastJudge(tx, station)))
  const days = await keep()
  expect(days).toEqual([{ day: '2026-11-14', verdict: 'good', reasons: [] }])
  const stored = () => listQualityDays(service.db, station.id, new Date(FROM - HOUR_MS))
  const before = await stored()
  expect(before).toMatchObject([{ day: '2026-11-14', verdict: 'good', cn0Median: expect.any(Number) }])
  expect(await keep()).toEqual(days)
  expect(await stored()).toEqual(before)
})

it('adds minutes as the database does', async () => {
  const byBand = <Row extends { readonly band: string }>(rows: readonly Row[]) =>
    rows.toSorted((one, other) => one.band.localeCompare(other.band))
  const stored = byBand(await sumMinutes(service.db, new Date(FROM), station.id))
  const computed = byBand(sumsOf(measured.minutes))
  expect(computed.map(({ band }) => band)).toEqual(stored.map(({ band }) => band))
  for (const [index, { band, ...sums }] of computed.entries())
    for (const [name, value] of Object.entries(sums)) {
      const other = stored[index]![name as keyof typeof sums]
      if (typeof value === 'number' && typeof other === 'number') expect(value, `${band} ${name}`).toBeCloseTo(other, 3)
      else expect(value, `${band} ${name}`).toBe(other)
    }
})
