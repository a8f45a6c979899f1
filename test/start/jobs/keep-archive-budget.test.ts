import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConditions } from '../../../src/actions/alerts/present.ts'
import { setArchiveBudget } from '../../../src/actions/archive/budget.ts'
import { removeArchived, removeLost } from '../../../src/actions/archive/remove.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { verifyArchive } from '../../../src/archive/storage/verify.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import { keepArchiveBudget } from '../../../src/start/jobs/keep-archive-budget.ts'
import { noteReports } from '../../../src/store/alerts/machines.ts'
import { readAlertSettings } from '../../../src/store/alerts/settings.ts'
import { readArchiveStanding } from '../../../src/store/archive/budget.ts'
import { saveDailyFile } from '../../../src/store/archive/daily.ts'
import { listArchivedStations } from '../../../src/store/archive/overview.ts'
import { attentionText } from '../../../src/words/attention.ts'
import { en } from '../../../src/words/en.ts'
import { es } from '../../../src/words/es.ts'
import { byTest } from '../../support/action-context.ts'
import { TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const HOUR_MS = 3_600_000
const MB = 1e6
const DEFAULTS = { rawDays: 30, rawBytes: 20_000 * MB, dailyDays: null, dailyBytes: null }

let service: TestService
let folder: string
let storage: FolderStorage
beforeAll(async () => {
  service = await TestService.start()
  folder = await mkdtemp(join(tmpdir(), 'budget-'))
  storage = new FolderStorage(join(folder, 'stored'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await service.db.pool.query('delete from archive_segments; delete from archive_daily_files')
  await setArchiveBudget(byTest({ db: service.db }), DEFAULTS)
  for await (const { name } of storage.list('')) await storage.remove(name)
})

const nameOf = (hoursAgo: number) => `raw/1/h${hoursAgo}.vseg.zst`

async function put(name: string, content: string): Promise<void> {
  const local = join(folder, 'local')
  await writeFile(local, content)
  await storage.put(name, local)
}

/** A segment of 10 MB that was recorded this many hours ago. */
async function segment(hoursAgo: number, state = 'stored'): Promise<void> {
  await put(nameOf(hoursAgo), `hour ${hoursAgo}`)
  await service.db.pool.query(
    `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, stored_bytes, epochs, interval_ms, sha256,
       created_at) values (1, $1, 'stream', 'rtcm', 'n', $2, $3, 20000000, 10000000, 1800, 1000, $4, now())`,
    [new Date(NOW.getTime() - hoursAgo * HOUR_MS), nameOf(hoursAgo), state, Buffer.alloc(32)],
  )
}

/** A daily file of 10 MB. */
async function daily(day: string): Promise<void> {
  const name = `daily/1/${day}.obs`
  await put(name, day)
  const row = { stationId: 1, day, kind: 'obs', name, bytes: 10 * MB, epochs: 2880, key: day } as const
  const times = { firstEpoch: null, lastEpoch: null, epochsByHour: [] }
  await saveDailyFile(service.db, { ...row, ...times, sha256: Buffer.alloc(32) }, NOW)
}

/** The node of the segments. Without another one that is heard, it could be the database that was away. */
const nodeSeen = (at: string) =>
  service.db.pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at, heard_since)
     values ('n', 'n', 'a', '{caster}', '1', ${at}, ${at}), ('other', 'o', 'b', '{caster}', '1', now(), now() - interval '2 hours')
     on conflict (id) do update set seen_at = excluded.seen_at`,
  )

async function daysLeft() {
  const { rows } = await service.db.pool.query('select day::text from archive_daily_files order by day')
  const files = (await Array.fromAsync(storage.list('daily/'))).map(({ name }) => name).toSorted()
  expect(rows.map(({ day }) => `daily/1/${day}.obs`)).toEqual(files)
  return rows.map(({ day }) => day)
}

const keep = () => keepArchiveBudget(service.db, (name) => storage.remove(name), NOW)
const left = async () => (await Array.fromAsync(storage.list('raw/'))).map(({ name }) => name).toSorted()

async function alertsOf(kind: string) {
  const { book } = await service.services.current()
  const found = await readConditions(service.db, book, await readAlertSettings(service.db), NOW)
  return found.filter((one) => one.kind === kind)
}

it('deletes the oldest files beyond the limit in bytes, with their rows', async () => {
  for (const hours of [4, 3, 2, 1]) await segment(hours)
  await setArchiveBudget(byTest({ db: service.db }), { rawBytes: 25 * MB })
  expect(await keep()).toBe(2)
  expect(await left()).toEqual([nameOf(1), nameOf(2)])
  expect(await keep()).toBe(0)
  expect(await readArchiveStanding(service.db)).toMatchObject({ rawUsedBytes: 20 * MB, rawBytes: 25 * MB })
})

it('deletes what is older than the limit in days, and never what is being recorded', async () => {
  for (const days of [31, 29]) await segment(days * 24)
  await segment(32 * 24, 'open')
  await nodeSeen('now()')
  expect(await keep()).toBe(1)
  expect(await left()).toEqual([nameOf(29 * 24), nameOf(32 * 24)])
  await nodeSeen(`now() - interval '1 minute'`)
  expect(await keep()).toBe(1)
  expect(await left()).toEqual([nameOf(29 * 24)])
})

it('deletes the oldest daily files beyond the limit in bytes, with the day that exceeds it', async () => {
  for (const day of ['2026-11-15', '2026-11-16', '2026-11-17']) await daily(day)
  await setArchiveBudget(byTest({ db: service.db }), { dailyBytes: 25 * MB })
  expect(await keep()).toBe(1)
  expect(await daysLeft()).toEqual(['2026-11-16', '2026-11-17'])
  await setArchiveBudget(byTest({ db: service.db }), { dailyBytes: 15 * MB })
  expect(await keep()).toBe(1)
  expect(await daysLeft()).toEqual(['2026-11-17'])
  await setArchiveBudget(byTest({ db: service.db }), { dailyBytes: 0 })
  expect(await keep()).toBe(1)
  expect(await daysLeft()).toEqual([])
})

it('keeps the row of a file that could not be deleted', async () => {
  await segment(31 * 24)
  const fails = () => Promise.reject(new Error('unreachable'))
  await expect(keepArchiveBudget(service.db, fails, NOW)).rejects.toThrow('unreachable')
  const { rows } = await service.db.pool.query('select name from archive_segments')
  expect(rows).toEqual([{ name: nameOf(31 * 24) }])
})

it('raises an alert before promised data is deleted, and ends it when the limit is raised', async () => {
  for (let hours = 1; hours <= 24; hours++) await segment(hours)
  await setArchiveBudget(byTest({ db: service.db }), { rawBytes: 2_880 * MB })
  expect(await keep()).toBe(0)
  const [found] = await alertsOf('archive_short')
  expect(found).toMatchObject({ name: 'raw', params: { keptDays: 12, promisedDays: 30 } })
  expect(attentionText(en, found!, NOW)).toContain('only 12 of the promised 30 days')
  expect(attentionText(es, found!, NOW)).toContain('12 de los 30 días prometidos')
  await setArchiveBudget(byTest({ db: service.db }), { rawBytes: 20_000 * MB })
  await keep()
  expect(await alertsOf('archive_short')).toEqual([])
})

it('raises an alert while recording is paused', async () => {
  const report = (isPaused: boolean) => ({
    ...{ kind: 'recording' as const, path: '/data/archive' },
    figures: { freeBytes: 0.9e9, totalBytes: 10e9, isPaused },
  })
  await noteReports(service.db, 'box', [report(true)])
  const [found] = await alertsOf('recording_paused')
  expect(attentionText(en, found!, NOW)).toContain('only 900.0 MB free, and 1.0 GB must stay free')
  expect(attentionText(es, found!, NOW)).toContain('La grabación está en pausa en box')
  await noteReports(service.db, 'box', [report(false)])
  expect(await alertsOf('recording_paused')).toEqual([])
})

it('rejects a limit that makes no sense, and changes nothing', async () => {
  expect(() => setArchiveBudget(byTest({ db: service.db }), { rawDays: 0 })).toThrow(Refusal)
  expect(await readArchiveStanding(service.db)).toMatchObject(DEFAULTS)
})

it('removes the whole hours of a window, with an audit entry', async () => {
  for (const hours of [4, 3, 2, 1]) await segment(hours)
  const window = { from: new Date(NOW.getTime() - 3.5 * HOUR_MS), to: new Date(NOW.getTime() - HOUR_MS) }
  const remove = (name: string) => storage.remove(name)
  const station = { id: 1, code: 'LEON' }
  const removed = await removeArchived(byTest({ db: service.db }), { station, ...window }, remove)
  expect(removed).toEqual({ segments: 2, dailyFiles: 0 })
  expect(await left()).toEqual([nameOf(1), nameOf(4)])
  const { rows } = await service.db.pool.query(`select details from audit_log where action = 'archive.removed'`)
  expect(rows).toEqual([{ details: expect.objectContaining({ code: 'LEON', segments: 2 }) }])
})

it('shows each station with its hours, sizes and completeness', async () => {
  for (const hours of [4, 2, 1]) await segment(hours)
  expect(await listArchivedStations(service.db, NOW)).toEqual([
    {
      ...{ stationId: 1, hours: 3, closedBytes: 60 * MB, storedBytes: 30 * MB, usedBytes: 30 * MB },
      ...{ oldest: new Date(NOW.getTime() - 4 * HOUR_MS), newest: new Date(NOW.getTime() - HOUR_MS) },
      ...{ pastHours: 4, pastComplete: 1.5 },
    },
  ])
})

it('counts epochs that two nodes recorded once', async () => {
  await segment(1)
  const times = `first_epoch = hour, last_epoch = hour + interval '1799 seconds'`
  await service.db.pool.query(`update archive_segments set fencing_token = 4, ${times}`)
  await service.db.pool.query(
    `insert into archive_segments (station_id, hour, origin, format, node, fencing_token, name, state, bytes, stored_bytes, epochs,
       interval_ms, first_epoch, last_epoch, sha256, created_at)
     select station_id, hour, origin, format, 'other', 5, 'raw/1/other', state, bytes, stored_bytes, epochs, interval_ms, first_epoch,
       last_epoch, sha256, created_at from archive_segments`,
  )
  expect(await listArchivedStations(service.db, NOW)).toMatchObject([{ hours: 1, pastHours: 1, pastComplete: 0.5 }])
})

it('finds files that are missing, changed or not in the index', async () => {
  for (const hours of [3, 2]) await segment(hours)
  await storage.remove(nameOf(3))
  await put('raw/9/other.vseg.zst', 'no row')
  expect(await Array.fromAsync(verifyArchive(service.db, storage))).toEqual([
    { name: nameOf(3), problem: 'missing' },
    { name: nameOf(2), problem: 'checksum' },
    { name: 'raw/9/other.vseg.zst', problem: 'unindexed' },
  ])
})

it('finds the hours on the disk of a machine that no longer runs, and removes them from the index on request', async () => {
  await segment(1)
  await segment(2, 'open')
  await segment(3, 'closed')
  await nodeSeen(`now() - interval '50 minutes'`)
  const lost = async () =>
    (await Array.fromAsync(verifyArchive(service.db, storage)))
      .filter(({ problem }) => problem === 'lost')
      .map(({ name }) => name)
  const station = { id: 1, code: 'LEON' }
  expect([await lost(), await removeLost(byTest({ db: service.db }), null)]).toEqual([[], 0])
  await nodeSeen(`now() - interval '61 minutes'`)
  expect(await lost()).toEqual([nameOf(2), nameOf(3)])
  expect(await removeLost(byTest({ db: service.db }), { id: 2, code: 'GDL' })).toBe(0)
  expect(await removeLost(byTest({ db: service.db }), station)).toBe(2)
  expect(await lost()).toEqual([])
  const { rows } = await service.db.pool.query('select name from archive_segments')
  expect(rows).toEqual([{ name: nameOf(1) }])
  const { rows: entries } = await service.db.pool.query(
    `select details from audit_log where action = 'archive.removed' order by id desc limit 1`,
  )
  expect(entries).toEqual([{ details: expect.objectContaining({ code: 'LEON', lost: true, segments: 2 }) }])
})
