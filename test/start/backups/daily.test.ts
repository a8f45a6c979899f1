// Daily backups on a real database, with a small file instead of all rows: what is kept, deleted and recorded.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { closeFrames } from '../../../src/operations/backup/frames.ts'
import { BackupError, makeBackupIfDue, makeBackupNow } from '../../../src/start/backups/daily.ts'
import { folderTrouble } from '../../../src/start/backups/folder.ts'
import { listBackupAttempts, readBackupHistory } from '../../../src/store/operations/backup/attempts.ts'
import { makeDatabase } from '../../support/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const { db, drop } = await makeDatabase()
const root = mkdtempSync(join(tmpdir(), 'vertice-daily-'))
const folder = join(root, 'backups')
let now = new Date('2026-11-18T09:00:00.123Z')

afterAll(async () => {
  await drop()
  rmSync(root, { recursive: true })
})

beforeEach(async () => {
  now = new Date('2026-11-18T09:00:00.123Z')
  await db.pool.query('truncate backups')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

async function write(file: string, madeAt: Date): Promise<void> {
  const nothing = (async function* (): AsyncGenerator<Buffer> {})()
  writeFileSync(file, Buffer.concat(await Array.fromAsync(closeFrames(nothing, null, madeAt))), { flag: 'wx' })
}
const services = { db, folder, clock: () => now, make: write }
const files = () => readdirSync(folder).toSorted()
const keep = (count: number) => db.pool.query('update settings set backup_keep = $1', [count])
const failures = async () => (await listBackupAttempts(db, 99)).map(({ failure }) => failure?.code ?? null)

async function makeDaily(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    expect(await makeBackupIfDue(services)).not.toBeNull()
    later(DAY_MS)
  }
}

it('makes one backup a day, and deletes the oldest beyond the number to keep', async () => {
  await keep(3)
  await makeDaily(5)
  expect(files()).toEqual([20, 21, 22].map((day) => `vertice-2026-11-${day}T09-00-00Z.vbk`))
  later(-HOUR_MS * 5)
  expect(await makeBackupIfDue(services)).toBeNull()
})

it('never deletes other files: other names, backups of another network, replaced files', async () => {
  await keep(1)
  await makeDaily(1)
  const [replaced] = files()
  rmSync(join(folder, replaced!))
  writeFileSync(join(folder, replaced!), 'something else\n')
  writeFileSync(join(folder, 'before-the-upgrade.vbk'), 'x')
  await write(join(folder, 'vertice-2020-01-01T09-00-00Z.vbk'), new Date('2020-01-01T09:00:00Z'))
  const theirs = files()
  await makeDaily(3)
  expect(files()).toEqual([...theirs, 'vertice-2026-11-21T09-00-00Z.vbk'].toSorted())
})

it('records a failure, deletes no backup, leaves no file, and retries an hour later', async () => {
  await keep(1)
  await makeDaily(1)
  const [only] = files()
  const full = {
    ...services,
    async make(file: string) {
      writeFileSync(`${file}.partial-4242`, 'half') // left by a process that was killed
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    },
  }
  await expect(makeBackupIfDue(full)).rejects.toThrow(BackupError)
  expect(files()).toEqual([only])
  expect(await makeBackupIfDue(services)).toBeNull()
  later(HOUR_MS)
  expect(await makeBackupIfDue(services)).not.toBeNull()
  expect(await failures()).toEqual([null, 'disk_full', null])
  expect(files()).toEqual(['vertice-2026-11-19T10-00-00Z.vbk'])
})

it('removes leftovers of a killed process and records an interruption; a complete file counts', async () => {
  let began = (_: string) => {}
  const begun = new Promise<string>((resolve) => {
    began = resolve
  })
  // Never finishes, as far as the record shows.
  void makeBackupIfDue({
    ...services,
    make: (file) => {
      writeFileSync(`${file}.partial-4242`, 'half')
      writeFileSync(`${join(folder, 'theirs.vbk')}.partial-1`, 'half')
      began(file)
      return new Promise(() => {})
    },
  })
  const file = await begun
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vertice backup' and datname = current_database()`,
  )
  later(HOUR_MS)
  await expect.poll(() => makeBackupIfDue(services), { timeout: 90_000 }).not.toBeNull()
  expect(await failures()).toEqual([null, 'interrupted'])
  expect(files()).toEqual(['theirs.vbk.partial-1', 'vertice-2026-11-18T10-00-00Z.vbk'])

  await db.pool.query(`update backups set ended_at = null, failure = null where failure is not null`)
  await write(file, new Date('2026-11-18T09:00:00.123Z'))
  later(DAY_MS)
  await makeBackupIfDue(services)
  expect(await failures()).toEqual([null, null, null])
})

it('makes one backup with two nodes', async () => {
  const made = await Promise.all([makeBackupIfDue(services), makeBackupIfDue(services), makeBackupIfDue(services)])
  expect(made.filter((one) => one !== null)).toHaveLength(1)
  expect(files()).toHaveLength(1)
  expect(await failures()).toEqual([null])
})

it('reports a folder that is not a folder or not writable', async () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  await expect(makeBackupNow(services)).rejects.toMatchObject({ failure: { code: 'folder_missing' } })
  rmSync(folder)
  mkdirSync(folder)
  const refused = Object.assign(new Error('no'), { code: 'EROFS' })
  await expect(makeBackupNow({ ...services, make: () => Promise.reject(refused) })).rejects.toMatchObject({
    failure: { code: 'folder_not_writable' },
  })
  expect(await failures()).toEqual(['folder_not_writable', 'folder_missing'])
  // Root can write anywhere.
  chmodSync(folder, 0o500)
  expect(folderTrouble(folder)?.code).toBe(process.getuid?.() === 0 ? undefined : 'folder_not_writable')
  chmodSync(folder, 0o700)
})

it('makes a new backup if the file of the last one has disappeared', async () => {
  await makeDaily(1)
  later(-DAY_MS + 2 * HOUR_MS)
  expect(await makeBackupIfDue(services)).toBeNull()
  rmSync(join(folder, files()[0]!))
  expect(await makeBackupIfDue(services)).not.toBeNull()
  expect((await readBackupHistory(db)).newest).toMatchObject({ file: files()[0] })
})

it('recognises its files again after their disk was unmounted', async () => {
  await keep(2)
  await makeDaily(2)
  renameSync(folder, `${folder}.unmounted`)
  mkdirSync(folder)
  await makeDaily(1)
  expect(files()).toHaveLength(1)
  rmSync(folder, { recursive: true })
  renameSync(`${folder}.unmounted`, folder)
  await makeDaily(1)
  expect(files()).toEqual([19, 21].map((day) => `vertice-2026-11-${day}T09-00-00Z.vbk`))
})

it('prefers --keep to the setting', async () => {
  await keep(9)
  await makeDaily(4)
  const made = await makeBackupNow(services, 2)
  expect(made!.removed).toHaveLength(3)
  expect(files()).toHaveLength(2)
})
