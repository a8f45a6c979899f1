// Daily backups of a real service: made automatically, interrupted, on a full disk; and restored.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { command } from '../support/command.ts'
import { withFixed } from '../support/fixed-values.ts'
import { skipped } from '../support/needs.ts'
import { makeDataDir, makeMigratedDataDir, makeToken, RunningService, until } from '../support/process.ts'

/** Each backup is verified by a restore. */
const TIMEOUT_MS = 240_000
const OFTEN = withFixed({ backupCheckEveryMs: 1_000 })
vi.setConfig({ testTimeout: 2 * TIMEOUT_MS })

const PASSPHRASE = 'correct horse battery staple'
const FILE = /^vertice-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.vbk$/

function withFolder(): { dataDir: string; folder: string } {
  const dataDir = makeMigratedDataDir()
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  return { dataDir, folder }
}

async function onOwnDatabase<Row extends object>(dataDir: string, sql: string): Promise<Row[]> {
  const embedded = await openEmbeddedPostgres(dataDir)
  const client = new pg.Client(embedded.owner)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
    await embedded.close()
  }
}

interface Attempt {
  readonly bytes: number | null
  readonly code: string | null
  readonly ended: boolean
}

const attempts = (dataDir: string): Promise<Attempt[]> =>
  onOwnDatabase(
    dataDir,
    `select bytes::float8 as bytes, failure ->> 'code' as code, ended_at is not null as ended from backups order by id`,
  )

it('runs automatically when the backup folder exists, and another machine continues from the file', async () => {
  const dataDir = makeMigratedDataDir()
  const folder = join(dataDir, 'backups')
  writeFileSync(join(dataDir, 'backup.passphrase'), `${PASSPHRASE}\n`, { mode: 0o600 })
  const before = await RunningService.start(dataDir)
  const token = await makeToken(dataDir)
  const { credential } = await before.json('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })
  await before.stop()
  // From now on there is a folder, so the backup contains the credential.
  mkdirSync(folder)
  const service = await RunningService.start(dataDir, OFTEN)
  onTestFinished(() => service.stop().then(() => {}))
  await until(() => readdirSync(folder).some((name) => FILE.test(name)), TIMEOUT_MS)
  await until(async () => (await attempts(dataDir)).some(({ bytes }) => bytes !== null), TIMEOUT_MS)
  const [file] = readdirSync(folder)
  const metrics = async () => (await fetch(service.metricsUrl)).text()
  await until(async () => /^vertice_backup_last_attempt_failed(\{.*\})? 0$/m.test(await metrics()), TIMEOUT_MS)

  const elsewhere = makeDataDir()
  writeFileSync(join(elsewhere, 'pass'), `${PASSPHRASE}\n`)
  const restored = await command(elsewhere, [
    ...['restore', join(folder, file!), '--skip-ids', '1000', '--passphrase-file', join(elsewhere, 'pass')],
  ])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const next = await RunningService.start(elsewhere)
  onTestFinished(() => next.stop().then(() => {}))
  expect((await next.json(`/api/v1/credentials/${credential.id}`, token)).credential.password).toBe(credential.password)
  const issued = await next.json('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })
  expect(issued.credential.id).toBeGreaterThanOrEqual(credential.id + 1_000)
  // The backup contains its own unfinished record, which is gone after the restore.
  expect(await attempts(elsewhere)).toEqual([])
})

it('leaves no file when the service is stopped or killed meanwhile, and records the interruption', async () => {
  const { dataDir, folder } = withFolder()
  const isMaking = () => readdirSync(dataDir).some((name) => name.startsWith('scratch-'))
  const stopped = await RunningService.start(dataDir, OFTEN)
  await until(isMaking, TIMEOUT_MS)
  expect(await stopped.stop()).toBe(0)
  expect(readdirSync(folder)).toEqual([])
  expect(await attempts(dataDir)).toEqual([{ bytes: null, code: 'interrupted', ended: true }])

  await onOwnDatabase(dataDir, 'delete from backups')
  const killed = await RunningService.start(dataDir, OFTEN)
  // On a busy machine, the folder of the stopped backup can outlast its process.
  await until(async () => isMaking() && (await attempts(dataDir)).length > 0, TIMEOUT_MS)
  await killed.killGroup()
  expect(await attempts(dataDir)).toEqual([{ bytes: null, code: null, ended: false }])
  expect(await command(dataDir, ['backup'])).toMatchObject({ code: 0 })
  expect(readdirSync(folder)).toEqual([expect.stringMatching(FILE)])
  expect(isMaking()).toBe(false)
  expect(await attempts(dataDir)).toEqual([
    { bytes: null, code: 'interrupted', ended: true },
    { bytes: expect.any(Number), code: null, ended: true },
  ])
})

it('runs unverified on a release that was rolled back', async () => {
  const { dataDir, folder } = withFolder()
  await onOwnDatabase(
    dataDir,
    `insert into schema_migrations (number, name, checksum, oldest_release) values (9999, '9999_next.sql', 'x', '0.1.0')`,
  )
  const service = await RunningService.start(dataDir, OFTEN)
  onTestFinished(() => service.stop().then(() => {}))
  await until(() => readdirSync(folder).some((name) => FILE.test(name)), TIMEOUT_MS)
  const told = `select details ->> 'verified' as verified from audit_log where action = 'database.backed_up'`
  await until(async () => (await onOwnDatabase(dataDir, told)).length > 0, TIMEOUT_MS)
  expect(await onOwnDatabase(dataDir, told)).toEqual([{ verified: 'false' }])
})

it('keeps the given number of files with "vertice backup", and rejects invalid options', async () => {
  const { dataDir, folder } = withFolder()
  const theirs = join(folder, 'mine.vbk')
  writeFileSync(theirs, 'x')
  for (let count = 0; count < 3; count++)
    expect(await command(dataDir, ['backup', '--no-verify', '--keep', '2'])).toMatchObject({ code: 0 })
  expect(readdirSync(folder).filter((name) => FILE.test(name))).toHaveLength(2)
  expect(existsSync(theirs)).toBe(true)
  expect(await command(dataDir, ['backup', join(dataDir, 'x.vbk'), '--keep', '2', '--without-key'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--keep'),
  })
  expect(await command(makeMigratedDataDir(), ['backup'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('create the folder'),
  })
  // Without a passphrase the backup does not include the key.
  const [file] = readdirSync(folder).filter((name) => FILE.test(name))
  const elsewhere = makeDataDir()
  expect(await command(elsewhere, ['restore', join(folder, file!)])).toMatchObject({ code: 1 })
  copyFileSync(join(dataDir, 'encryption.key'), join(elsewhere, 'encryption.key'))
  expect(await command(elsewhere, ['restore', join(folder, file!)])).toMatchObject({ code: 0 })
})

it('fails on a full disk, reports it, and keeps the existing backup', async ({ skip }) => {
  const { dataDir, folder } = withFolder()
  expect(await command(dataDir, ['backup', '--no-verify', '--keep', '1'])).toMatchObject({ code: 0 })
  const [good] = readdirSync(folder)
  const size = (await attempts(dataDir))[0]!.bytes!
  const aside = join(dataDir, good!)
  copyFileSync(join(folder, good!), aside)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${Math.ceil(size / 4096) * 4096}`, 'none', folder], {
      stdio: 'ignore',
    })
  } catch {
    skipped('daily backups on a full disk', 'a small one can be mounted by root only')
    skip()
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  copyFileSync(aside, join(folder, good!))
  expect(await command(dataDir, ['backup', '--no-verify', '--keep', '1'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the disk is full'),
  })
  expect(readdirSync(folder)).toEqual([good])
  expect((await attempts(dataDir)).at(-1)).toMatchObject({ code: 'disk_full', bytes: null })
})
