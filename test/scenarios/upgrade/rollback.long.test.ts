// Rollback to the previous release after an upgrade has migrated the database: without data loss if the migration
// allows it, otherwise with a clear error.
import { expect, inject, it, onTestFinished } from 'vitest'
import { version } from '../../../src/start/version.ts'
import { importStation, STATION } from '../../support/casters.ts'
import { CHECKOUT } from '../../support/checkout.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import {
  makeDataDir,
  makeMigratedDataDir,
  makeToken,
  RunningService,
  startProcess,
  vertice,
} from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'
import { makeRelease } from './release.ts'

const NEXT = '9.9.0'
const MIGRATION = '9001_next.sql'
/** Adds something that the previous release does not know. */
const EXPAND = `-- Oldest release: ${version}
alter table credentials add note_of_next text not null default 'new';
create table of_next (id integer primary key)`
/** Removes something that the previous release needs. */
const CONTRACT = `-- Oldest release: ${NEXT}
alter table credentials rename column label to name_of_next`

const RUNS_ON_IT = `The database was migrated by a newer release (${MIGRATION}). This release (${version}) can run on it: the oldest that can is ${version}`

async function nextRelease(sql: string): Promise<string> {
  const { folder, becomeVersion, addMigration } = await makeRelease()
  becomeVersion(NEXT)
  addMigration(MIGRATION, sql)
  return folder
}

/** Killed at the end of the test if it still runs. */
async function start(checkout: string, dataDir: string, more?: Record<string, string>): Promise<RunningService> {
  const child = startProcess(dataDir, more, { checkout })
  onTestFinished(() => void child.kill('SIGKILL'))
  return RunningService.ready(child)
}

async function issue(service: RunningService, token: string) {
  const body = JSON.stringify({ segundos: 86_400, station_codigo: STATION.codigo })
  const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })
  return credential as { id: number; usuario: string; password: string }
}

const read = async (service: RunningService, token: string, id: number) =>
  (await service.json(`/api/v1/credentials/${id}`, token)).credential

const logged = ({ log }: RunningService, message: string) =>
  log
    .join('')
    .split('\n')
    .filter((line) => line.includes(JSON.stringify(message).slice(1, -1)))

it('runs the previous release on the migrated database, reports it, and loses nothing in either direction', async () => {
  const dataDir = makeMigratedDataDir()
  const newer = await nextRelease(EXPAND)
  await importStation(dataDir)
  const token = await makeToken(dataDir)

  const before = await start(CHECKOUT, dataDir)
  const first = await issue(before, token)
  expect(logged(before, RUNS_ON_IT)).toEqual([])
  expect(await before.stop()).toBe(0)

  const upgraded = await start(newer, dataDir)
  const second = await issue(upgraded, token)
  await upgraded.call(`/api/v1/credentials/${first.id}`, token, { method: 'DELETE' })
  expect(await read(upgraded, token, first.id)).toMatchObject({ estado: 'revocada' })
  expect(await upgraded.stop()).toBe(0)

  const back = await start(CHECKOUT, dataDir)
  expect(logged(back, RUNS_ON_IT)).toHaveLength(1)
  expect(await read(back, token, first.id)).toMatchObject({ estado: 'revocada' })
  const { id, usuario, password } = second
  expect(await read(back, token, id)).toMatchObject({ id, usuario, password, estado: 'activa' })
  const third = await issue(back, token)
  const ready = await fetch(back.metricsUrl.replace('/metrics', '/readyz'))
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({
    ...{ ok: true, reasons: [] },
    notes: [`a newer release has migrated the database (${MIGRATION})`],
  })
  const { findings } = JSON.parse((await command(dataDir, ['doctor', '--json'])).stdout)
  expect(findings).toContainEqual(
    expect.objectContaining({
      ...{ state: 'warn', check: 'database' },
      what: `a newer release has migrated it (${MIGRATION}); this release can run on it`,
    }),
  )
  expect(await command(dataDir, ['upgrade', '--check'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      `a newer release migrated the database (${MIGRATION}), and this release can run on it`,
    ),
  })
  expect(await back.stop()).toBe(0)

  const again = await start(newer, dataDir)
  for (const { id, password } of [second, third])
    expect(await read(again, token, id)).toMatchObject({ password, estado: 'activa' })
  expect(await again.stop()).toBe(0)
}, 300_000)

it('rejects a migration that removes what the previous release needs, and names the release to use', async () => {
  const dataDir = makeMigratedDataDir()
  const newer = await nextRelease(CONTRACT)
  expect(await vertice(dataDir, ['migrate'], {}, newer)).toMatchObject({ code: 0, stdout: `applied ${MIGRATION}\n` })
  const refusal = `vertice: the database was migrated by a newer release (${MIGRATION}): update this one (${version}) to ${NEXT} or newer before starting it\n`
  expect(await vertice(dataDir, ['start'])).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) })
  for (const args of [['owner', 'list'], ['migrate']])
    expect(await command(dataDir, args)).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) })
  const doctor = await command(dataDir, ['doctor'])
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(`start release ${NEXT}, or a newer one`) })
}, 120_000)

it('restarts a crashed node of the previous release beside a newer one during a rolling restart', async () => {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const { user } = inject('database').connection
  const settings = onDatabase(databaseUrlOf({ ...connection, user: user as string }), { ROLES: 'api' })
  const dataDir = makeDataDir()
  const station = `--code ${STATION.codigo} --name x --lat 19.4 --lng -99.1 --mountpoint ${STATION.mountpoint}`
  expect(await command(dataDir, ['station', 'add', ...station.split(' ')], settings)).toMatchObject({ code: 0 })
  const token = await makeToken(dataDir, settings)
  const node = (name: string, checkout: string) => start(checkout, makeDataDir(), { ...settings, NODE_NAME: name })

  const old = await node('old', CHECKOUT)
  const newer = await node('newer', await nextRelease(EXPAND))
  const [byOld, byNewer] = [await issue(old, token), await issue(newer, token)]
  await old.stop('SIGKILL')
  const back = await node('old', CHECKOUT)
  expect(logged(back, RUNS_ON_IT)).toHaveLength(1)
  const afterwards = await issue(back, token)
  for (const service of [back, newer])
    for (const { id, usuario } of [byOld, byNewer, afterwards])
      expect(await read(service, token, id)).toMatchObject({ usuario, estado: 'activa' })
  expect([await back.stop(), await newer.stop()]).toEqual([0, 0])
}, 300_000)
