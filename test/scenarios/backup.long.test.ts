// Backup and restore as an operator runs them: of a running service, on a full disk, and killed halfway.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { command } from '../support/command.ts'
import { skipped } from '../support/needs.ts'
import {
  environment,
  makeDataDir,
  makeMigratedDataDir,
  makeToken,
  RunningService,
  until,
  vertice,
} from '../support/process.ts'

/** Each test creates several databases, which takes half a minute beside ten other test files. */
const TIMEOUT_MS = 100_000
vi.setConfig({ testTimeout: 5 * TIMEOUT_MS })

function makeFolder(): { folder: string; pass: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-out-'))
  const pass = `${folder}.pass`
  writeFileSync(pass, 'correct horse battery staple\n')
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(pass, { force: true })
  })
  return { folder, pass }
}

/** Inserts incompressible data that does not fit on a small disk. */
async function fill(dataDir: string, rows: number): Promise<void> {
  await command(dataDir, ['owner', 'create', 'A'])
  const embedded = await openEmbeddedPostgres(dataDir)
  const client = new pg.Client(embedded.owner)
  await client.connect()
  await client.query(
    `insert into credentials (owner_id, username, secret, issued_at, starts_at, expires_at)
     select 1, 'u' || g, sha512(g::text::bytea) || sha512((-g)::text::bytea), now(), now(), now() from generate_series(1, $1::int) g`,
    [rows],
  )
  await client.end()
  await embedded.close()
}

function begin(dataDir: string, args: string[]) {
  const [node, entry] = commandOf(CHECKOUT)
  return spawn(node, [entry, ...args], { env: environment(dataDir), stdio: 'ignore' })
}

const leftIn = (folder: string, pattern: RegExp) => readdirSync(folder).filter((name) => pattern.test(name))

it('backs up a busy service, encrypted and with its key, and another machine continues from the backup', async () => {
  const [dataDir, elsewhere, { folder, pass }] = [makeMigratedDataDir(), makeDataDir(), makeFolder()]
  const file = join(folder, 'all.vbk')
  const service = await RunningService.start(dataDir)
  const token = await makeToken(dataDir)
  const issue = (on: RunningService) =>
    on.json('/api/v1/credentials', token, {
      method: 'POST',
      body: JSON.stringify({ segundos: 3600, cliente_nombre: 'Ñandú' }),
    })
  const first = await issue(service)
  let busy = true
  const using = (async () => {
    while (busy) await issue(service)
  })()
  const made = await vertice(dataDir, ['backup', file, '--passphrase-file', pass])
  busy = false
  await using
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/encrypted, with the encryption key, restored and compared\n$/),
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['all.vbk'])
  expect(leftIn(dataDir, /scratch/)).toEqual([])
  expect(await command(dataDir, ['backup', file, '--passphrase-file', pass])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  })
  expect(await command(dataDir, ['restore', file, '--passphrase-file', pass, '--replace'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('stop the service first'),
  })
  await service.stop()

  writeFileSync(`${pass}2`, 'incorrect horse battery\n')
  const wrong = await command(elsewhere, ['restore', file, '--passphrase-file', `${pass}2`])
  rmSync(`${pass}2`)
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('the passphrase is wrong') })
  expect(await vertice(elsewhere, ['restore', file, '--passphrase-file', pass])).toMatchObject({ code: 0, stderr: '' })
  const next = await RunningService.start(elsewhere)
  // The restored service can decrypt the password because the backup included the key.
  const { id, usuario, password } = first.credential
  const again = await next.json(`/api/v1/credentials/${id}`, token)
  expect(again.credential).toMatchObject({ id, usuario, password, cliente_nombre: 'Ñandú' })
  expect((await issue(next)).credential.id).toBeGreaterThan(id)
  const { stdout } = await command(elsewhere, ['token', 'list'])
  expect(stdout).toContain('Operator')
  await next.stop()
})

it('restores a backup without the key only where the key is, and creates nothing elsewhere', async () => {
  const [dataDir, elsewhere, { folder }] = [makeMigratedDataDir(), makeDataDir(), makeFolder()]
  const file = join(folder, 'keyless.vbk')
  await command(dataDir, ['station', 'add', '--code', 'A', '--name', 'A', '--lat', '19', '--lng', '-99'])
  await command(dataDir, ['station', 'secret', 'A'])
  expect(await command(dataDir, ['backup', file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--without-key'),
  })
  const made = await command(dataDir, ['backup', file, '--without-key'])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('not encrypted, WITHOUT the encryption key') })
  const refused = await command(elsewhere, ['restore', file])
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/encryption\.key: the rows of this backup .* put the key back first/),
  })
  expect(readdirSync(elsewhere)).toEqual([])
  copyFileSync(join(dataDir, 'encryption.key'), join(elsewhere, 'encryption.key'))
  expect(await command(elsewhere, ['restore', file])).toMatchObject({ code: 0 })
  const secrets = await Promise.all([dataDir, elsewhere].map((place) => command(place, ['station', 'secret', 'A'])))
  expect(secrets[1]!.stdout).toBe(secrets[0]!.stdout)

  // A second restore needs --replace and keeps the previous database.
  expect(await command(elsewhere, ['restore', file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--replace'),
  })
  expect(await command(elsewhere, ['restore', file, '--replace'])).toMatchObject({ code: 0 })
  expect(leftIn(elsewhere, /^postgres\.before-/)).toHaveLength(1)
})

it('leaves no backup file when it is killed, and the next run removes its temporary files', async () => {
  const [dataDir, elsewhere, { folder }] = [makeMigratedDataDir(), makeDataDir(), makeFolder()]
  const file = join(folder, 'it.vbk')
  await fill(dataDir, 20_000)
  const moments = [() => leftIn(folder, /partial/).length > 0, () => leftIn(dataDir, /^scratch-/).length > 0]
  for (const moment of moments) {
    const child = begin(dataDir, ['backup', file, '--without-key'])
    await until(moment, TIMEOUT_MS)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(file)).toBe(false)
  }
  expect(await vertice(dataDir, ['backup', file, '--without-key'])).toMatchObject({ code: 0 })
  expect(readdirSync(folder)).toEqual(['it.vbk'])
  expect(leftIn(dataDir, /^scratch-/)).toEqual([])

  copyFileSync(join(dataDir, 'encryption.key'), join(elsewhere, 'encryption.key'))
  const restoring = begin(elsewhere, ['restore', file])
  await until(() => existsSync(join(elsewhere, `scratch-${restoring.pid}/postgres/cluster/postmaster.pid`)), TIMEOUT_MS)
  restoring.kill('SIGKILL')
  await once(restoring, 'exit')
  expect(await command(elsewhere, ['owner', 'list'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no database'),
  })
  expect(await vertice(elsewhere, ['restore', file])).toMatchObject({ code: 0 })
  expect(leftIn(elsewhere, /^scratch-/)).toEqual([])
  expect((await command(elsewhere, ['owner', 'list'])).stdout).toContain('A')

  // If the restore is interrupted while it swaps directories, a start must not create a new database.
  writeFileSync(join(elsewhere, 'restore-unfinished'), '')
  expect(await vertice(elsewhere, ['start'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('run it again with --replace'),
  })
  expect(await command(elsewhere, ['restore', file, '--replace'])).toMatchObject({ code: 0 })
  expect((await command(elsewhere, ['owner', 'list'])).stdout).toContain('A')
})

it('reports a full disk and leaves no file', async ({ skip }) => {
  const [dataDir, { folder }] = [makeMigratedDataDir(), makeFolder()]
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder], { stdio: 'ignore' })
  } catch {
    skipped('a disk that is full', 'a small one can be mounted by root only')
    skip()
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  await fill(dataDir, 20_000)
  const full = await vertice(dataDir, ['backup', join(folder, 'it.vbk'), '--without-key'])
  expect(full).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('the disk is full; no backup was made'),
  })
  expect(readdirSync(folder)).toEqual([])
})
