// Runs that operators request, on a real database: what is kept, attempts, and a lost lease.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { requestRun } from '../../../src/actions/archive/request-run.ts'
import { computeNext, type RunServices } from '../../../src/archive/integrity/runs.ts'
import type { StationRunOutcome } from '../../../src/archive/integrity/station-run.ts'
import type { RunResult } from '../../../src/domain/archive/integrity/run.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/units.ts'
import { listIntegrityRuns } from '../../../src/store/archive/integrity-runs.ts'
import { listStationCoordinates } from '../../../src/store/stations/coordinates.ts'
import { listQualityDays } from '../../../src/store/stations/quality/read.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const RESULT: RunResult = {
  coordinates: [
    {
      ...{ day: '2026-11-13', eastMm: 1.5, northMm: -2, upMm: 7, sigmaMm: 3, sigmaUpMm: 8, baselines: 2 },
      ...{ isAttributed: true, completenessPct: 100, hours: 23.5, reference: { x: 1, y: 2, z: 6_400_000 } },
    },
  ],
  ...{ movements: [], baselines: [], unchecked: null, qualityMinutes: 1, unread: 0 },
}
const MINUTES = Array.from({ length: 60 }, (_, index) => ({
  ...{ minuteMs: NOW.getTime() - HOUR_MS + index * MINUTE_MS, epochs: 60, missed: 0, tracked: 600, expected: 1260 },
  ...{ belowHorizon: 0, contradicting: 0, clockMs: 300, bands: [], point: null },
}))
const OUTCOME: StationRunOutcome = {
  result: RESULT,
  quality: {
    minutes: MINUTES,
    skyParts: [],
  },
}

let service: TestService
let stationId: number
let now: Date
beforeAll(async () => {
  service = await TestService.start({ clock: () => NOW })
  await service.saveStations(STATIONS.cdmx)
  stationId = (await service.services.current()).book.byCode.get('cdmx')!.id
})
beforeEach(async () => {
  now = NOW
  await service.db.query({ text: 'delete from integrity_runs' })
  await service.db.query({ text: 'delete from station_coordinates' })
  await service.db.query({ text: 'delete from station_quality_minutes' })
})
afterAll(() => service.stop())

const request = (from = new Date(NOW.getTime() - 24 * HOUR_MS), to = NOW) =>
  requestRun({ db: service.db, now, by: system('test') }, { id: stationId, code: 'CDMX' }, { from, to })
const services = (compute: RunServices['compute'] = async () => OUTCOME): RunServices => ({
  ...{ db: service.db, clock: () => now, antennaFile: 'none', onDue() {}, warn() {}, compute },
  stations: async () => (await service.services.current()).book.active,
})
const state = async () => (await listIntegrityRuns(service.db, stationId, 1))[0]!
const stored = () => listStationCoordinates(service.db, stationId, '2026-11-01', '2026-11-30')

it('keeps positions and quality', async () => {
  await request()
  const percents: number[] = []
  expect(
    await computeNext(
      services(async (job, progress) => {
        percents.push(job.integrity.intervalS)
        progress(50)
        return OUTCOME
      }),
    ),
  ).toBe(true)
  expect(await state()).toMatchObject({
    ...{ state: 'ready', progressPct: 100 },
    result: { ...RESULT, qualityDays: [{ day: '2026-11-14', verdict: 'bad', reasons: ['satellites_missing'] }] },
  })
  expect(await stored()).toEqual(RESULT.coordinates)
  const minutes = await service.db.query<{ epochs: number }>({ text: 'select epochs from station_quality_minutes' })
  expect(minutes).toHaveLength(60)
  expect(minutes[0]).toEqual({ epochs: 60 })
  const days = await listQualityDays(service.db, stationId, new Date(NOW.getTime() - 60 * DAY_MS))
  expect(days).toMatchObject([{ day: '2026-11-14', verdict: 'bad', satellites: 10 }])
  expect(percents).toEqual([30])
  expect(await computeNext(services())).toBe(false)
})

it('fails after three attempts, and says that it was interrupted if none of them ended', async () => {
  await request()
  const failing = services(async () => {
    throw new Error('broken')
  })
  for (const minutes of [0, 1, 3]) {
    now = new Date(now.getTime() + minutes * 60_000)
    await computeNext(failing)
  }
  expect(await state()).toMatchObject({ state: 'failed', failure: 'internal_error', attempt: 3 })
  await request()
  await service.db.query({ text: `update integrity_runs set attempts = 3 where state = 'pending'` })
  await computeNext(services())
  expect(await state()).toMatchObject({ state: 'failed', failure: 'broken_off' })
})

it('gives a run back when the service stops, and keeps nothing after it lost its lease', async () => {
  await request()
  let isStopping = false
  await computeNext(
    services(async () => {
      isStopping = true
      throw new Error('killed')
    }),
    () => isStopping,
  )
  expect(await state()).toMatchObject({ state: 'pending', attempt: 0 })
  await computeNext(
    services(async () => {
      await service.db.query({ text: 'update integrity_runs set attempts = attempts + 1' })
      return OUTCOME
    }),
  )
  expect(await state()).toMatchObject({ state: 'pending', attempt: 2 })
  expect(await stored()).toEqual([])
})

it('refuses windows that are too long, end before they start or are not over', async () => {
  const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
  for (const [from, to] of [
    [-24 * 8, 0],
    [-1, -2],
    [-1, 1],
  ] as const)
    await expect(async () => request(at(from), at(to))).rejects.toMatchObject({ code: 'invalid_request' })
})
