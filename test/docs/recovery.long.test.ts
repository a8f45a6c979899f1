// Runs the commands of "Continuous archiving" in docs/recovery.md literally, with PostgreSQL and a service.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { blocksIn } from '../support/code-blocks.ts'
import { onDatabase } from '../support/external-database.ts'
import { lacks } from '../support/needs.ts'
import { lastingPort } from '../support/ports.ts'
import { makeDataDir, makeToken, RunningService } from '../support/process.ts'

const TEST_MS = 300_000
const isMissing = lacks('point-in-time recovery', 'pg_basebackup', 'psql')
const page = readFileSync(new URL('../../docs/recovery.md', import.meta.url), 'utf8')
const section = page.slice(page.indexOf('## Continuous archiving'))
const [setUp, check, base, restore, skipIds] = blocksIn(section).map(({ code }) => code)

/** A cluster of the system's PostgreSQL, with a `pg_ctlcluster` on the path that behaves like Debian's. */
class Cluster {
  readonly folder = mkdtempSync('/tmp/vertice-pitr-')
  readonly data = join(this.folder, 'data')
  readonly archive = join(this.folder, 'archive')
  readonly port: number
  readonly #programs = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | head -n 1'], {
    encoding: 'utf8',
  }).trim()

  constructor(port: number) {
    this.port = port
    const path = join(this.folder, 'bin')
    mkdirSync(path)
    const control = join(path, 'pg_ctlcluster')
    writeFileSync(
      control,
      `#!/bin/sh\nexec ${this.#programs}/pg_ctl "$3" -D ${this.data} -w -s -t 120 -m fast -l ${this.folder}/log -o "-c listen_addresses=127.0.0.1 -p ${port} -k ${this.folder}"\n`,
    )
    chmodSync(control, 0o755)
    if (process.getuid?.() === 0) {
      const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'])))
      chownSync(this.folder, uid!, gid!)
    }
    this.run(`${this.#programs}/initdb -D ${this.data} -U postgres -A trust -E UTF8 --locale=C.UTF-8`)
    this.run('pg_ctlcluster 15 main start')
  }

  /** Runs a script as the user of PostgreSQL. */
  run(script: string): string {
    const env = {
      PATH: `${join(this.folder, 'bin')}:${this.#programs}:${process.env.PATH}`,
      ...{ PGHOST: this.folder, PGPORT: String(this.port), PGUSER: 'postgres' },
    }
    const shell = ['bash', '-euo', 'pipefail', '-c', script]
    const [program, ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...shell] : shell
    const { status, stdout, stderr } = spawnSync(program!, args, { env, cwd: this.folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${script}\n${stdout}\n${stderr}\n${this.log()}`)
    return stdout
  }

  log = () => (existsSync(join(this.folder, 'log')) ? readFileSync(join(this.folder, 'log'), 'utf8') : '')

  async query<Row extends object>(sql: string): Promise<Row[]> {
    const client = new pg.Client(this.url('postgres'))
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  url = (database: string) => `postgres://postgres@127.0.0.1:${this.port}/${database}`

  stop(): void {
    try {
      this.run('pg_ctlcluster 15 main stop')
    } catch {
      // The cluster is not running.
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

it.skipIf(isMissing)(
  'restores to a point in time: an earlier credential exists, a later one does not',
  async () => {
    const cluster = new Cluster(await lastingPort())
    onTestFinished(() => cluster.stop())
    const { archive, data } = cluster
    // Only the values of the page are replaced.
    const here = setUp!.replace('/mnt/archive', archive).replace('/var/lib/postgresql/15/main', data)
    expect(here).not.toBe(setUp)
    const values = here.split('\n', 1)[0]!
    cluster.run(here)
    await cluster.query('create database vertice')

    const settings = onDatabase(cluster.url('vertice'))
    const folder = makeDataDir()
    const service = await RunningService.start(folder, settings)
    const token = await makeToken(folder, settings)
    const issue = async (on: RunningService) =>
      (await on.json('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":86400}' })).credential
    const beforeBase = await issue(service)
    cluster.run(`${values}\n${check}\n${base}`)
    const revokedLater = await issue(service)
    const [moment] = await cluster.query<{ now: string }>('select clock_timestamp()::text as now')
    // No later commit may have the timestamp of the target.
    await cluster.query('select pg_sleep(0.01)')
    const after = await issue(service)
    const { credential: revoked } = await service.json(`/api/v1/credentials/${revokedLater.id}`, token, {
      method: 'DELETE',
    })
    expect(revoked.vigente).toBe(false)
    await service.stop()
    cluster.run(`${values}\npsql -X -d postgres -c 'select pg_switch_wal()'`)
    await expect
      .poll(
        () =>
          cluster.query(
            'select last_archived_wal, failed_count::int from pg_stat_archiver where last_archived_wal is not null',
          ),
        {
          timeout: 90_000,
        },
      )
      .toEqual([{ last_archived_wal: expect.any(String), failed_count: 0 }])
    const wal = () => readdirSync(join(archive, 'wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
    expect(wal().length).toBeGreaterThan(1)

    const toMoment = restore!.replace('2026-11-18 14:29:00+00', moment!.now)
    expect(toMoment).not.toBe(restore)
    cluster.run(`${values}\n${toMoment}`)
    await expect
      .poll(() => cluster.query('select pg_is_in_recovery() as recovering').catch(() => null), { timeout: 120_000 })
      .toEqual([{ recovering: false }])

    cluster.run(skipIds!)

    const again = await RunningService.start(makeDataDir(), settings)
    onTestFinished(() => again.stop().then(() => {}))
    const stateOf = async (id: number) => (await again.call(`/api/v1/credentials/${id}`, token)).status
    expect(await stateOf(beforeBase.id)).toBe(200)
    // With its password, and valid again because it was revoked later.
    const { credential } = await again.json(`/api/v1/credentials/${revokedLater.id}`, token)
    expect(credential).toMatchObject({ password: revokedLater.password, vigente: true })
    expect(await stateOf(after.id)).toBe(404)
    expect((await issue(again)).id).toBeGreaterThanOrEqual(after.id + 99_999)
  },
  TEST_MS,
)
