// Imports very many users of another caster with the command: all or none, even when it is killed. Then exports and
// imports them again.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { command } from '../support/command.ts'
import { environment, makeMigratedDataDir, RunningService, until } from '../support/process.ts'

/** A number that a test machine can import in time. `IMPORTED_USERS=100000` runs the full size. */
const USERS = Number(process.env.IMPORTED_USERS ?? 20_000)

/** Returns a function that says whether a transaction is writing credentials. */
async function writesWatched(dataDir: string): Promise<() => Promise<boolean>> {
  const embedded = await openEmbeddedPostgres(dataDir)
  const client = new pg.Client(embedded.owner)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await embedded.close()
  })
  const locks = `select from pg_locks where relation = 'credentials'::regclass and mode = 'RowExclusiveLock'`
  return async () => (await client.query(locks)).rows.length > 0
}

it('imports all users or none', { timeout: 300_000 }, async () => {
  const dataDir = makeMigratedDataDir()
  const service = await RunningService.start(dataDir)
  const run = (...args: string[]) => command(dataDir, args)
  const folder = join(dataDir, 'bkg')
  mkdirSync(folder)
  const lines = Array.from({ length: USERS }, (_, n) => `User.${n}:p=${n}${n % 7 === 0 ? 'ñ' : ''}`)
  writeFileSync(join(folder, 'users.aut'), `${lines.join('\r\n')}\r\n`)
  const args = ['credential', 'import', folder, '--format', 'bkg', '--owner', 'Moved', '--everything', 'network']

  const [node, entry] = commandOf(CHECKOUT)
  const child = spawn(node, [entry, ...args], { env: environment(dataDir), stdio: 'ignore' })
  const done = new Promise((resolve) => child.once('exit', resolve))
  const isWriting = await writesWatched(dataDir)
  await until(isWriting)
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await done
  expect((await run('owner', 'list', '--json')).stdout).not.toContain('Moved')

  const from = performance.now()
  const imported = await run(...args, '--no-events')
  expect(imported.stdout, imported.stderr).toBe(`${USERS} credentials imported for Moved\n`)
  const tell = (what: string, since: number) =>
    console.log(`${what}: ${((performance.now() - since) / 1_000).toFixed(1)} s`)
  tell(`${USERS} users imported`, from)
  const secondAt = performance.now()
  expect((await run(...args)).stderr).toContain(`0 new, ${USERS} unchanged, 0 skipped, 0 conflict, 0 bad`)

  tell('imported again', secondAt)
  const exportAt = performance.now()
  const path = join(dataDir, 'out.csv')
  expect((await run('credential', 'export', path, '--format', 'csv', '--owner', 'Moved')).stdout).toContain(`${USERS} `)
  tell('exported', exportAt)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain(`User.${USERS - 1}`)
  const back = await run('credential', 'import', path, '--format', 'csv', '--owner', 'Moved')
  expect(back.stderr).toContain(`0 new, ${USERS} unchanged, 0 skipped, 0 conflict, 0 bad`)
  await service.stop()
})
