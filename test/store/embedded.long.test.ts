// The embedded server as the system sees it: what it knows of us, what it leaves lying about, what is left of another boot.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { skipped } from '../support/needs.ts'
import { makeDataDir, postmasterOf } from '../support/process.ts'

const isLinux = process.platform === 'linux'
if (!isLinux) skipped('what a process knows of its environment', 'there is no /proc')

it.skipIf(!isLinux)('neither the server nor its backends are given our environment', async () => {
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
