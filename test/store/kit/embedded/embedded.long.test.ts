// The embedded server as the system sees it: its environment, its files, and leftovers of an earlier boot.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openEmbeddedPostgres } from '../../../../src/store/kit/embedded/postgres.ts'
import { command } from '../../../support/command.ts'
import { concurrently, onTestFinished } from '../../../support/concurrent.ts'
import { skipped } from '../../../support/needs.ts'
import { makeDataDir, postmasterOf, until } from '../../../support/process.ts'

const isLinux = process.platform === 'linux'
if (!isLinux) skipped('what a process knows of its environment', 'there is no /proc')

it.skipIf(!isLinux)("passes the service's environment neither to the server nor to its backends", async () => {
  process.env.STRIPE_SECRET_KEY = 'sk_test_not_for_the_database'
  process.env.PGPORT = '1'
  onTestFinished(() => {
    delete process.env.PGPORT
    delete process.env.STRIPE_SECRET_KEY
  })
  const dataDir = makeDataDir()
  const embedded = await openEmbeddedPostgres(dataDir)
  const client = new pg.Client(embedded.owner)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  for (const pid of [postmasterOf(dataDir), rows[0].pid]) {
    const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .filter((entry) => entry.includes('='))
      .map((entry) => entry.split('=', 1)[0])
    expect(names.filter((name) => !['PATH', 'LC_ALL', 'TZ'].includes(name!) && !/^(LC_|PG)/.test(name!))).toEqual([])
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('sk_test')
  }
  await client.end()
  await embedded.close()
})

const socketLock = (dataDir: string) => join(dataDir, 'postgres/socket/.s.PGSQL.5432.lock')

async function answers({ owner }: { owner: pg.ClientConfig }): Promise<string> {
  const client = new pg.Client(owner)
  await client.connect()
  const { rows } = await client.query('show data_directory')
  await client.end()
  return rows[0].data_directory
}

it('starts despite a stale socket lock and postmaster.pid that name another live process', async () => {
  const dataDir = makeDataDir()
  await (await openEmbeddedPostgres(dataDir)).close()
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void other.kill())
  const left = `${other.pid}\n/elsewhere\n0\n5432\n\n\n`
  writeFileSync(socketLock(dataDir), left)
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), left)
  const embedded = await openEmbeddedPostgres(dataDir)
  await answers(embedded)
  await embedded.close()
})

it("starts on a copy of a running server's folder, and leaves that server alone", async () => {
  const [dataDir, copy] = [makeDataDir(), makeDataDir()]
  const original = await openEmbeddedPostgres(dataDir)
  const postmaster = postmasterOf(dataDir)
  await fetchCheckpoint(original.owner)
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), copy]) // including owner, sockets and lock
  const ours = await openEmbeddedPostgres(copy)
  expect(postmasterOf(copy)).not.toBe(postmaster)
  await answers(ours)
  await ours.close()

  // A second process on the original folder uses its running server.
  const again = await openEmbeddedPostgres(dataDir)
  expect(postmasterOf(dataDir)).toBe(postmaster)
  expect(existsSync(socketLock(dataDir))).toBe(true)
  await again.close()
  await answers(original)
  await original.close()
})

/** Ensures that a server can start from a copy of the files. */
async function fetchCheckpoint(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}

concurrently('rotates server.log at five megabytes while the server runs, and keeps the previous one', async () => {
  const dataDir = makeDataDir()
  const embedded = await openEmbeddedPostgres(dataDir)
  const log = join(dataDir, 'postgres/server.log')
  truncateSync(log, 6_000_000) // grows the file; the server appends to it
  await until(() => statSync(log).size < 1_000_000)
  expect(statSync(`${log}.1`).size).toBeGreaterThanOrEqual(6_000_000)
  expect(statSync(`${log}.1`).mode & 0o777).toBe(0o600)
  const client = new pg.Client(embedded.owner)
  await client.connect()
  await client.query('select nothing').catch(() => {})
  await client.end()
  await until(() => readFileSync(log, 'utf8').includes('column "nothing" does not exist'))
  expect(statSync(log).size).toBeLessThan(100_000)
  await embedded.close()
})

concurrently('keeps a full previous log when several processes rotate it', async () => {
  const folder = makeDataDir()
  const log = join(folder, 'server.log')
  const full = Buffer.alloc(6_000_000, 'x')
  const server = new URL('../../../../src/store/kit/embedded/server.ts', import.meta.url).href
  const script = `import { rotateLog } from '${server}'; for (;;) rotateLog({ folder: process.argv[1] })`
  writeFileSync(log, full)
  const processes = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: 'ignore' }),
  )
  onTestFinished(() => void processes.map((one) => one.kill()))
  const kept: number[] = []
  for (let turn = 0; turn < 20; turn++) {
    await until(() => statSync(log).size < 5_000_000)
    await sleep(50) // for the slower processes
    kept.push(statSync(`${log}.1`).size)
    appendFileSync(log, full)
  }
  expect(kept.filter((size) => size < 5_000_000)).toEqual([])
})

concurrently('does not wait on close for a server that cannot start', async () => {
  const dataDir = makeDataDir()
  const said: string[] = []
  const embedded = await openEmbeddedPostgres(dataDir, (message) => said.push(message))
  renameSync(join(dataDir, 'postgres/cluster/global'), join(dataDir, 'away'))
  process.kill(postmasterOf(dataDir)!, 'SIGKILL')
  await until(() => said.length > 0)
  const began = performance.now()
  await embedded.close()
  expect(performance.now() - began).toBeLessThan(20_000)
})

concurrently('creates no database and no key for a read-only command', async () => {
  const dataDir = makeDataDir()
  for (const args of [
    ['credential', 'why', 'x'],
    ['owner', 'list'],
    ['keys', 'rewrap'],
    ['session', 'list'],
  ]) {
    const { code, stdout, stderr } = await command(dataDir, args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `vertice: there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the service, or create a database with "vertice start" or "vertice migrate"\n`,
    )
  }
  expect(readdirSync(dataDir)).toEqual([])
  expect((await command(dataDir, ['owner', 'create', 'A'])).code).toBe(0)
  expect((await command(dataDir, ['owner', 'list'])).stdout).toContain('A')
})
