// Daily files, made from real segments with a real index; in the first test by the real thread.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { RinexReader } from '@vertice/rinex'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeNextDay } from '../../../src/archive/rinex/daily.ts'
import { makeRinex } from '../../../src/archive/rinex/make.ts'
import { startMakingRinex } from '../../../src/archive/rinex/making.ts'
import { makeNext } from '../../../src/archive/rinex/orders.ts'
import type { RinexServices } from '../../../src/archive/rinex/services.ts'
import { RinexWorkshop } from '../../../src/archive/rinex/workshop.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { verifyArchive } from '../../../src/archive/storage/verify.ts'
import { resultName } from '../../../src/domain/archive/rinex-order.ts'
import type { Segment } from '../../../src/domain/archive/segment.ts'
import { listDailyFiles, listFailedDays, takeArchiveDay } from '../../../src/store/archive/daily.ts'
import { insertStoredSegments, markStored } from '../../../src/store/archive/recording.ts'
import type { RinexResult } from '../../../src/store/archive/rinex-orders.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'
import { until } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'

const DAY = '2026-11-14'
const MIDNIGHT = Date.parse(`${DAY}T00:00:00Z`)
const [MINUTE, HOUR, DAY_MS] = [60_000, 3_600_000, 86_400_000]
/** Later than every due time, whatever the date of this machine is. */
const NOW = new Date(Math.max(Date.now(), MIDNIGHT) + 3 * DAY_MS)

let archive: TestArchive
let storage: FolderStorage
let data: Awaited<ReturnType<typeof makeDatabase>>
let now: Date
let warned: string[]
beforeAll(async () => {
  data = await makeDatabase()
})
beforeEach(async () => {
  await data.db.pool.query('truncate archive_segments, archive_days, archive_daily_files, rinex_orders')
  archive = new TestArchive()
  storage = new FolderStorage(archive.folder)
  now = NOW
  warned = []
})
afterEach(() => archive.remove())
afterAll(() => data.drop())

const services = (more: Partial<RinexServices> = {}): RinexServices => ({
  ...{ db: data.db, storage, clock: () => now, program: 'vertice', onDue: () => {}, newKey: () => randomUUID() },
  stationOf: async () => ({ station: null, networkName: 'Red' }),
  siteOf: async () => null,
  siteLogOf: async () => null,
  hasRoom: async () => true,
  make: (job, progress) => makeRinex({ storage, folder: archive.folder }, job, progress),
  finish: async () => true,
  warn: (error) => void warned.push((error as Error).message),
  ...more,
})

/** GPS time is 18 s ahead of UTC: its multiples of 30 s are 12 s after those of UTC. */
const GRID = 12_000
const simulated = sentBetween(MIDNIGHT - HOUR + GRID, MIDNIGHT + 4 * HOUR, 30_000)
/** Epochs at 30 s of these hours of the day in UTC, from -1 to 4. */
const sent = (fromHour: number, toHour: number) =>
  simulated.filter(({ atMs }) => atMs >= MIDNIGHT + fromHour * HOUR && atMs < MIDNIGHT + toHour * HOUR)

async function record(some: readonly Sent[], state: Segment['state'] = 'stored'): Promise<Segment[]> {
  const segments = archive.record(some)
  const rows = segments.map((one) => {
    const file = readFileSync(join(archive.folder, one.name))
    return { ...one, storedBytes: file.length, sha256: createHash('sha256').update(file).digest() }
  })
  await insertStoredSegments(
    data.db,
    rows.filter(() => state === 'stored'),
    now,
  )
  if (state === 'stored') return segments
  for (const one of rows)
    await data.db.pool.query(
      `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, first_epoch, last_epoch,
         sha256, created_at) values ($1, $2, 'stream', 'rtcm', 'n', $3, $4, $5, $6, 30000, $7, $8, $9, now())`,
      [one.stationId, one.hour, one.name, state, one.bytes, one.epochs, one.firstEpoch, one.lastEpoch, one.sha256],
    )
  return segments
}

const files = () => listDailyFiles(data.db, 12, '2000-01-01', '2100-01-01')
const days = async () =>
  (await data.db.pool.query('select day, due_at, attempts, failure from archive_days order by day')).rows
const makeAll = async (of = services()) => {
  let made = 0
  while (await makeNextDay(of)) made++
  return made
}

it('makes the observations at 30 s and the ephemerides of a day of GPS time', async () => {
  await record(sent(-1, 2))
  const workshop = new RinexWorkshop({ dataDir: archive.dataDir, archiveBucket: null })
  expect(await makeAll(services({ make: (job, progress) => workshop.make(job, progress) }))).toBe(2)
  const [obs, nav, ...before] = await files()
  expect(before.map(({ day }) => day)).toEqual(['2026-11-13', '2026-11-13'])
  expect(obs).toMatchObject({ day: DAY, kind: 'obs', epochs: 241 })
  expect(nav).toMatchObject({ day: DAY, kind: 'nav', name: expect.stringContaining('_01D_MN.rnx.gz') })
  expect(obs!.name).toMatch(/^daily\/12\/2026-11-14\/\d+-1\/120000XXX_S_20263180000_01D_30S_MO\.crx\.gz$/)
  const content = await buffer(await storage.read(obs!.name))
  expect(createHash('sha256').update(content).digest()).toEqual(obs!.sha256)
  const times: number[] = []
  const reader = new RinexReader({ onEpoch: ({ gpsMs }) => void times.push(gpsMs) })
  reader.push(gunzipSync(content))
  reader.end()
  // The day begins at 23:59:42 UTC.
  expect(times[0]! % DAY_MS).toBe(0)
  expect(times).toEqual(Array.from({ length: 241 }, (_, index) => times[0]! + index * 30_000))
  const { rows } = await data.db.pool.query(
    `select epochs_by_hour from archive_daily_files where day = '${DAY}' and kind = 'obs'`,
  )
  expect(rows[0].epochs_by_hour).toEqual([120, 120, 1, ...Array.from({ length: 21 }, () => 0)])
  expect(await days()).toEqual([])
  expect((await Array.fromAsync(verifyArchive(data.db, storage))).filter(({ problem }) => problem)).toEqual([])
})

it('is made by one of several workers', async () => {
  await record(sent(1, 2))
  const made = await Promise.all([makeNextDay(services()), makeNextDay(services()), makeNextDay(services())])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await files()).toHaveLength(2)
})

it('starts with the newest day, and with none that is not over', async () => {
  for (const day of [0, -2, -1]) {
    const fromMs = MIDNIGHT + day * DAY_MS + HOUR
    await record(sentBetween(fromMs, fromMs + 2 * MINUTE, 30_000))
  }
  now = new Date(MIDNIGHT + 23 * HOUR)
  await data.db.pool.query(
    `update archive_days set due_at = least(due_at, (day + 1)::timestamp at time zone 'UTC' + interval '10 minutes')`,
  )
  const taken = async () => (await takeArchiveDay(data.db, now, new Date(now.getTime() + MINUTE)))?.day
  expect([await taken(), await taken(), await taken()]).toEqual(['2026-11-13', '2026-11-12', undefined])
})

it('waits for segments that are not in the storage yet, but not for ever', async () => {
  await record(sent(1, 2))
  const [late] = await record(sent(2, 3), 'closed')
  await data.db.pool.query('update archive_days set due_at = $1', [new Date(MIDNIGHT + DAY_MS)])
  now = new Date(MIDNIGHT + DAY_MS + 5.9 * HOUR)
  expect(await makeAll()).toBe(0)
  now = new Date(MIDNIGHT + DAY_MS + 6.1 * HOUR)
  expect(await makeAll()).toBe(1)
  const [first] = await files()
  // The segment was on the disk of the node that made the file.
  expect(first!.epochs).toBe(240)
  await markStored(data.db, late!.name)
  expect(await days()).toMatchObject([{ day: DAY, attempts: 0 }])
})

it('remakes the files when more data arrives, and removes the old ones', async () => {
  await record(sent(1, 2))
  await makeAll()
  const [before] = await files()
  await record(sent(3, 4))
  expect(await makeAll()).toBe(1)
  const [after, nav] = await files()
  expect([before!.epochs, after!.epochs]).toEqual([120, 240])
  expect(after!.key).not.toBe(before!.key)
  const stored = await Array.fromAsync(storage.list('daily/'))
  expect(stored.map(({ name }) => name).toSorted()).toEqual([after!.name, nav!.name].toSorted())
})

it('keeps the row of a file that has more than what can be read now', async () => {
  const recorded = await record(sent(1, 2))
  await makeAll()
  const [before] = await files()
  for (const { name } of [...recorded, before!]) await storage.remove(name)
  await data.db.pool.query('delete from archive_segments')
  await record(sent(3, 3.5))
  expect(await makeAll()).toBe(1)
  expect((await files())[0]).toEqual(before)
  expect(await Array.fromAsync(storage.list('daily/'))).toHaveLength(1)
})

it('does not store what was made while more data arrived', async () => {
  await record(sent(1, 2))
  const workshop = services()
  await makeNextDay({
    ...workshop,
    make: async (job, progress) => {
      const made = await workshop.make(job, progress)
      await record(sent(2, 3))
      return made
    },
  })
  expect(await files()).toEqual([])
  expect(await Array.fromAsync(storage.list('daily/'))).toEqual([])
  expect(await makeAll()).toBe(1)
  expect((await files())[0]!.epochs).toBe(240)
})

it('is made by another worker after the lease of one that was killed, and given up after five', async () => {
  await record(sent(1, 2))
  const lease = async () => {
    const taken = await takeArchiveDay(data.db, now, new Date(now.getTime() + 2 * MINUTE))
    return taken?.attempt ?? null
  }
  expect(await lease()).toBe(1)
  expect(await makeAll()).toBe(0)
  now = new Date(now.getTime() + 3 * MINUTE)
  expect(await lease()).toBe(2)
  for (let attempt = 3; attempt <= 5; attempt++) {
    now = new Date(now.getTime() + 3 * MINUTE)
    expect(await lease()).toBe(attempt)
  }
  now = new Date(now.getTime() + 3 * MINUTE)
  expect(await makeAll()).toBe(1)
  expect(await listFailedDays(data.db, 12, DAY, DAY)).toEqual([{ stationId: 12, day: DAY, failure: 'broken_off' }])
  expect(warned).toEqual([`Could not make the daily files of station 12 for ${DAY}: broken_off`])
  await record(sent(2, 3))
  expect(await makeAll()).toBe(1)
  expect(await listFailedDays(data.db, 12, DAY, DAY)).toEqual([])
  expect((await files())[0]!.epochs).toBe(240)
})

it('retries while the storage is unreachable, then reports the day', async () => {
  const [segment] = await record(sent(1, 2))
  const away = mkdtempSync(join(archive.dataDir, 'away-'))
  renameSync(join(archive.folder, segment!.name), join(away, 'segment'))
  expect(await makeAll()).toBe(1)
  expect(await days()).toMatchObject([{ day: DAY, failure: null, due_at: new Date(now.getTime() + HOUR) }])
  renameSync(join(away, 'segment'), join(archive.folder, segment!.name))
  now = new Date(now.getTime() + HOUR)
  expect(await makeAll()).toBe(1)
  expect((await files())[0]!.epochs).toBe(120)
  await storage.remove(segment!.name)
  await record(sent(2, 2.1))
  await data.db.pool.query('update archive_days set attempts = 4')
  await storage.remove(archive.segments.at(-1)!.name)
  await makeAll()
  expect(await listFailedDays(data.db, 12, DAY, DAY)).toMatchObject([{ failure: 'not_readable' }])
  expect((await files())[0]!.epochs).toBe(120)
})

it('stores what can be read at once, and tries again for the rest', async () => {
  const [first] = await record(sent(1, 2))
  await record(sent(2, 3))
  const away = join(archive.dataDir, 'away')
  renameSync(join(archive.folder, first!.name), away)
  await makeAll()
  expect((await files())[0]!.epochs).toBe(120)
  renameSync(away, join(archive.folder, first!.name))
  now = new Date(now.getTime() + HOUR)
  expect(await makeAll()).toBe(1)
  const [obs, nav] = await files()
  expect(obs!.epochs).toBe(240)
  const stored = await Array.fromAsync(storage.list('daily/'))
  expect(stored.map(({ name }) => name).toSorted()).toEqual([obs!.name, nav!.name].toSorted())
})

it('lets orders go first', async () => {
  await record(sent(1, 2))
  await data.db.pool.query(
    `insert into rinex_orders (id, station_id, from_at, to_at, hours, interval_s, version, navigation, hatanaka, key, created_at, due_at)
     values ('rnx_1', 12, $1, $2, 1, 60, '3.05', false, true, 'k', $2, $2)`,
    [new Date(MIDNIGHT + HOUR), new Date(MIDNIGHT + 2 * HOUR)],
  )
  const made: number[] = []
  const of = services()
  const finish: RinexServices['finish'] = async ({ id }) => {
    await data.db.pool.query(`update rinex_orders set state = 'ready' where id = $1`, [id])
    return true
  }
  const make: RinexServices['make'] = (job, progress) => {
    made.push(job.intervalS)
    return of.make(job, progress)
  }
  const stop = startMakingRinex({ ...of, make, finish }, async () => {})
  await until(async () => (await files()).length === 2, 90_000)
  await stop()
  expect(made).toEqual([60, 30])
})

it('is due for what was recorded by the previous release', async () => {
  await record(sent(-1, 1))
  await data.db.pool.query('delete from archive_days')
  const migration = readFileSync('migrations/0022_daily_files.sql', 'utf8')
  await data.db.pool.query(/insert into archive_days[^;]+where state = 'stored'[^;]+;/.exec(migration)![0])
  expect((await days()).map(({ day }) => day)).toEqual(['2026-11-13', DAY])
})

interface Ordered extends RinexResult {
  readonly text: string
  /** GPS time in ms, and the values of all rows. */
  readonly epochs: readonly { readonly gpsMs: number; readonly values: readonly number[]; readonly losses: number }[]
}

let orders = 0
/** Makes the files of hours of the day in UTC, as the worker does. */
async function order(fromHour: number, toHour: number, intervalS = 30): Promise<Ordered> {
  const id = `rnx_${++orders}`
  await data.db.pool.query(
    `insert into rinex_orders (id, station_id, from_at, to_at, hours, interval_s, version, navigation, hatanaka, key, created_at, due_at)
     values ($1, 12, $2, $3, 1, $4, '3.05', true, false, $1, $5, $5)`,
    [id, new Date(MIDNIGHT + fromHour * HOUR), new Date(MIDNIGHT + toHour * HOUR), intervalS, now],
  )
  let result: RinexResult | null = null
  const finish: RinexServices['finish'] = async (_, made) => {
    result = made
    return true
  }
  await makeNext(services({ finish }))
  const made = result! as RinexResult
  const content = await buffer(await storage.read(resultName({ id, attempt: 1 }, made.files[0]!.name)))
  const text = gunzipSync(content).toString('latin1')
  const epochs: { gpsMs: number; values: number[]; losses: number }[] = []
  const reader = new RinexReader({
    onEpoch({ gpsMs, rows, satellite, signal, pseudorange, phase, doppler, cnr, flags }) {
      const values = Array.from({ length: rows }, (_, row) => [
        ...[satellite[row]!, signal[row]!, pseudorange[row]!, phase[row]!, doppler[row]!, cnr[row]!],
      ])
      const losses = flags.subarray(0, rows).filter((flag) => flag & 1).length
      epochs.push({ gpsMs, values: values.flat(), losses })
    },
  })
  reader.push(Buffer.from(text))
  reader.end()
  return { ...made, text, epochs }
}

async function deleteHours(fromHour: number, toHour: number): Promise<void> {
  const { rows } = await data.db.pool.query(
    'delete from archive_segments where hour >= $1 and hour < $2 returning name',
    [new Date(MIDNIGHT + fromHour * HOUR), new Date(MIDNIGHT + toHour * HOUR)],
  )
  for (const { name } of rows) await storage.remove(name)
}

const valuesOf = ({ epochs }: Ordered) => epochs.map(({ gpsMs, values }) => ({ gpsMs, values }))

/** Times of the day, in GPS time. */
const lossesOf = ({ epochs }: Ordered) => epochs.filter(({ losses }) => losses > 0).map(({ gpsMs }) => gpsMs % DAY_MS)

it('serves orders after the recorded hours were deleted, alone and with hours that are left', async () => {
  await record(sent(-1, 4))
  await makeAll()
  const before = await order(0.5, 3.5)
  await deleteHours(-1, 2)
  const mixed = await order(0.5, 3.5)
  expect(mixed).toMatchObject({ completenessPct: 100, gaps: [] })
  expect(valuesOf(mixed)).toEqual(valuesOf(before))
  expect(mixed.text).toContain('180 epochs come from daily files of the archive')
  // 02:00:12 UTC is the first epoch that arrived in the recorded hours.
  expect(lossesOf(mixed).filter((atMs) => !lossesOf(before).includes(atMs))).toEqual([2 * HOUR + 30_000])
  await deleteHours(2, 4)
  const daily = await order(0.5, 3.5)
  expect(valuesOf(daily)).toEqual(valuesOf(before))
  expect(lossesOf(daily)).not.toContain(2 * HOUR + 30_000)
  const [minutes, whole] = [await order(0.5, 3.5, 60), valuesOf(before)]
  expect(valuesOf(minutes)).toEqual(whole.filter(({ gpsMs }) => gpsMs % 60_000 === 0))
  expect(minutes.files.map(({ kind }) => kind)).toEqual(['obs', 'nav'])
})

it('reads the files of two days across midnight, and hours between recorded ones', async () => {
  await record(sent(-1, 4))
  await makeAll()
  const before = await order(-1, 4)
  await deleteHours(-1, 0)
  await deleteHours(1, 2)
  await deleteHours(3, 4)
  const made = await order(-1, 4)
  expect(valuesOf(made)).toEqual(valuesOf(before))
  await deleteHours(-1, 4)
  const daily = await order(-1, 4)
  expect(valuesOf(daily)).toEqual(valuesOf(before))
  // The second file begins at midnight of GPS time.
  expect(lossesOf(daily).filter((atMs) => !lossesOf(before).includes(atMs))).toEqual([0])
})

it('reports a daily file that is missing or damaged, and delivers the rest', async () => {
  await record(sent(1, 3))
  await makeAll()
  await deleteHours(1, 2)
  const [obs] = await files()
  const content = readFileSync(join(archive.folder, obs!.name))
  writeFileSync(join(archive.folder, obs!.name), content.subarray(0, content.length / 2))
  const damaged = await order(1, 3)
  expect(damaged.epochs.length).toBeGreaterThanOrEqual(120)
  expect(damaged.text).toContain('1 files of the archive could not be read')
  await storage.remove(obs!.name)
  const missing = await order(1, 3)
  expect(missing).toMatchObject({ completenessPct: 50 })
  expect(missing.text).toContain('1 files of the archive could not be read')
  expect(warned.at(-1)).toBe(`1 files of the archive cannot be read: ${obs!.name}`)
})

it('keeps the hours of the daily file when it is made again without them', async () => {
  await record(sent(1, 3))
  await makeAll()
  await deleteHours(1, 2)
  await record(sent(3, 4))
  expect(await makeAll()).toBe(1)
  expect((await files())[0]!.epochs).toBe(360)
})
