// The calendar of a station's archive, and what it has of a window.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { segmentName } from '../../../../../src/domain/archive/segment.ts'
import { saveDailyFile } from '../../../../../src/store/archive/daily.ts'
import { expectInvalid } from '../../../../support/problems.ts'
import { stationIdOf } from '../../../../support/rows.ts'
import { STATIONS } from '../../../../support/service.ts'
import { type Browser, TestConsole } from '../../support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOURS = 60 * 24

let site: TestConsole
let viewer: Browser
let id: number
beforeAll(async () => {
  site = await TestConsole.start()
  viewer = await site.signedIn('viewer')
  await site.service.saveStations(STATIONS.cdmx)
  id = await stationIdOf(site.service, 'CDMX')
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('truncate archive_segments, archive_daily_files'))

const thisHour = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const hoursAgo = (hours: number) => new Date(thisHour() - hours * HOUR_MS)

async function record(hour: Date, epochs: number, part = 'a') {
  const name = segmentName({ stationId: id, hour }, part)
  await site.db.pool.query(
    `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, first_epoch,
       last_epoch, created_at)
     values ($1, $2, 'stream', 'rtcm', 'node', $3, 'closed', $4, $5, 1000, $2, $6, now())`,
    [id, hour, name, epochs * 1000, epochs, new Date(hour.getTime() + (epochs - 1) * 1000)],
  )
}

it('has no hours while nothing is recorded', async () => {
  const { body } = await viewer.get(`/stations/${id}/archive`)
  expect(body).toMatchObject({ firstAt: null, hours: [] })
})

it('lists every hour since the oldest recorded one', async () => {
  await record(hoursAgo(3), 3600)
  await record(hoursAgo(1), 1000)
  await record(hoursAgo(1), 500, 'b')
  const { body } = await viewer.get(`/stations/${id}/archive`)
  expect(body.firstAt).toBe(hoursAgo(3).toISOString())
  expect(body.hoursFrom).toBe(body.firstAt)
  expect(body.hours).toHaveLength(4)
  expect(body.hours.slice(0, 3)).toEqual([
    { epochs: 3600, expected: 3600, bytes: 3_600_000, isDaily: false },
    { epochs: 0, expected: 3600, bytes: 0, isDaily: false },
    { epochs: 1500, expected: 3600, bytes: 1_500_000, isDaily: false },
  ])
})

it('begins at midnight UTC 59 days ago, however old the archive is', async () => {
  await record(hoursAgo(HOURS + 100), 3600)
  const { body } = await viewer.get(`/stations/${id}/archive`)
  expect(body.since).toMatch(/T00:00:00.000Z$/)
  expect(body.hoursFrom).toBe(body.since)
  expect(body.hours.length).toBeGreaterThan(59 * 24)
  expect(body.hours.length).toBeLessThanOrEqual(HOURS)
})

it('shows hours of which only a daily file is left, and counts windows with both at its interval', async () => {
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 40 * DAY_MS)
  const day = midnight.toISOString().slice(0, 10)
  await saveDailyFile(
    site.db,
    {
      ...{ stationId: id, day, kind: 'obs', name: `daily/${id}/${day}/1-1/obs`, bytes: 24_000, epochs: 2880, key: 'k' },
      ...{ sha256: Buffer.alloc(32), firstEpoch: midnight, lastEpoch: new Date(midnight.getTime() + DAY_MS - 30_000) },
      epochsByHour: Array(24).fill(120),
    },
    new Date(),
  )
  await record(hoursAgo(1), 3600)
  const { body } = await viewer.get(`/stations/${id}/archive`)
  expect(body.firstAt).toBe(midnight.toISOString())
  const hour = { epochs: 120, expected: 120, bytes: 1000, isDaily: true }
  expect(body.hours.slice(0, 24)).toEqual(Array(24).fill(hour))
  const of = (fromHour: number, toHour: number) =>
    viewer.get(
      `/stations/${id}/archive/window?from=${new Date(midnight.getTime() + fromHour * HOUR_MS).toISOString()}&to=${new Date(midnight.getTime() + toHour * HOUR_MS).toISOString()}`,
    )
  const dailyUntil = new Date(midnight.getTime() + DAY_MS).toISOString()
  expect((await of(0, 24)).body).toMatchObject({ epochs: 2880, completenessPct: 100, dailyUntil })
  await record(new Date(midnight.getTime() + DAY_MS), 1800)
  // An hour that was recorded counts, also where the daily file has it too.
  await record(new Date(midnight.getTime() + 23 * HOUR_MS), 3600, 'b')
  const mixed = (await of(22, 25)).body
  expect(mixed).toMatchObject({ epochs: 120 + 120 + 60, expected: 360, completenessPct: 83.3 })
  expect(mixed.dailyUntil).toBe(new Date(midnight.getTime() + 23 * HOUR_MS).toISOString())
  expect(mixed.gaps).toMatchObject([{ missingEpochs: 60 }])
})

it('says what a window contains', async () => {
  await record(hoursAgo(5), 3600)
  await record(hoursAgo(3), 3600)
  const query = `from=${hoursAgo(5).toISOString()}&to=${hoursAgo(2).toISOString()}`
  const { body } = await viewer.get(`/stations/${id}/archive/window?${query}`)
  expect(body).toMatchObject({
    hours: 3,
    epochs: 7200,
    expected: 10_800,
    completenessPct: 66.6,
    gaps: [{ from: hoursAgo(4).toISOString(), to: hoursAgo(3).toISOString(), missingEpochs: 3600 }],
    furtherGaps: 0,
  })
  const text = await viewer.get(`/stations/${id}/archive/window?${query}&intervalS=1&hatanaka=false`)
  expect(text.body.fileBytes).toBeGreaterThan(30 * body.fileBytes)
})

it('rejects a window that ends before it starts or is longer than 31 days', async () => {
  const ask = (from: number, to: number) =>
    viewer.get(`/stations/${id}/archive/window?from=${hoursAgo(from).toISOString()}&to=${hoursAgo(to).toISOString()}`)
  expectInvalid(await ask(1, 2), '/to')
  expectInvalid(await ask(24 * 31 + 1, 0), '/to')
})

it('knows no archive of an unknown station', async () => {
  expect((await viewer.get('/stations/999999/archive')).status).toBe(404)
})

it('lists the daily files by day, with downloads for users who may order', async () => {
  const file = (day: string, kind: 'obs' | 'nav', epochs: number) =>
    saveDailyFile(
      site.db,
      {
        ...{ stationId: id, day, kind, name: `daily/${id}/${day}/1-1/${day}.${kind}`, bytes: 10, epochs, key: 'k' },
        ...{ sha256: Buffer.alloc(32), firstEpoch: null, lastEpoch: null, epochsByHour: [] },
      },
      new Date(),
    )
  await file('2026-11-13', 'obs', 2880)
  await file('2026-11-13', 'nav', 0)
  await file('2026-11-11', 'obs', 1439)
  await site.db.pool.query(
    `insert into archive_days (station_id, day, failure) values ($1, '2026-11-12', 'not_readable')`,
    [id],
  )
  const operator = await site.signedIn('operator')
  const { body } = await operator.get(`/stations/${id}/archive/days?limit=2`)
  expect(body.days).toEqual([
    {
      ...{ day: '2026-11-13', completenessPct: 100, failure: null },
      files: [
        { kind: 'obs', name: '2026-11-13.obs', bytes: 10, path: '/rinex/k/2026-11-13.obs' },
        { kind: 'nav', name: '2026-11-13.nav', bytes: 10, path: '/rinex/k/2026-11-13.nav' },
      ],
    },
    { day: '2026-11-12', completenessPct: null, failure: 'not_readable', files: [] },
  ])
  const rest = (await viewer.get(`/stations/${id}/archive/days?limit=2&cursor=${body.nextCursor}`)).body
  expect(rest).toMatchObject({ days: [{ day: '2026-11-11', completenessPct: 49.9 }], nextCursor: null })
  expect(rest.days[0].files[0].path).toBeNull()
})
