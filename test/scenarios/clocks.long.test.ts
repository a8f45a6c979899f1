// A machine with a wrong clock: everything written uses the database's clock, and the operator is notified.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import { listClockSkews } from '../../src/store/operations/clock-skews.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { lacks } from '../support/needs.ts'
import { makeDataDir, makeToken, RunningService, startProcess, until, vertice } from '../support/process.ts'
import { pushingBase } from '../support/pushing-base.ts'
import { makeDatabase } from '../support/service.ts'

const AHEAD_S = 65 * 60
/** The database's clock is known to within milliseconds. */
const WITHIN_A_SECOND = `clock_timestamp() + interval '1 second'`

let db: DatabasePool
let drop: () => Promise<void>
let settings: Record<string, string>

beforeAll(async () => {
  const made = await makeDatabase()
  ;({ db, drop } = made)
  settings = onDatabase(databaseUrlOf(made.connection))
})
afterAll(() => drop())

const isMissing = lacks('a service on a machine whose clock is wrong', 'faketime')

/** Shifts the wall clock of a process. The monotonic clock is unchanged. */
const clockOff = (seconds: number) => ({
  LD_PRELOAD: spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout.trim(),
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
const ahead = () => clockOff(AHEAD_S)

describe.skipIf(isMissing)('a service whose clock is 65 minutes ahead', () => {
  it("writes the database's time, expires no active credential, and reports the clock skew", async () => {
    const dataDir = makeDataDir()
    const child = startProcess(dataDir, { ...settings, ...ahead() })
    onTestFinished(() => void child.kill('SIGKILL'))
    const said: string[] = []
    child.stderr!.on('data', (data) => said.push(String(data)))
    const service = await RunningService.ready(child)
    const token = await makeToken(dataDir, settings)
    const issue = async () =>
      (await service.json('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })).credential

    const before = Date.now()
    const [living, ended] = [await issue(), await issue()]
    expect(new Date(living.expira_at).getTime()).toBeGreaterThan(before + 3_590_000)
    expect(new Date(living.expira_at).getTime()).toBeLessThan(Date.now() + 3_610_000)
    await db.pool.query(`update credentials set expires_at = now() - interval '1 second' where id = $1`, [ended.id])
    const expired = async () => {
      const { rows } = await db.pool.query(`select credential_id from events where type = 'credential.expired'`)
      return rows.map((row) => Number(row.credential_id))
    }
    await until(async () => (await expired()).length > 0)
    expect(await expired()).toEqual([ended.id])
    const { rows } = await db.pool.query(
      `select max(starts_at) <= ${WITHIN_A_SECOND} and (select max(at) from audit_log) <= ${WITHIN_A_SECOND} as sane from credentials`,
    )
    expect(rows[0].sane).toBe(true)

    await until(async () => (await listClockSkews(db)).length > 0)
    const [skew] = await listClockSkews(db)
    expect(skew!.host).toBe(hostname())
    expect(Math.abs(skew!.seconds - AHEAD_S)).toBeLessThan(5)
    const metrics = await (await fetch(service.metricsUrl)).text()
    const [, seconds] = /^vertice_clock_skew_seconds\{process="main"\} (\S+)$/m.exec(metrics)!
    expect(Math.abs(Number(seconds) - AHEAD_S)).toBeLessThan(5)
    expect(await service.stop()).toBe(0)
    expect(said.join('').match(/s ahead of the database: enable NTP/g)).toHaveLength(1)
  })

  it("writes the database's time from commands", async () => {
    const { code, stderr } = await vertice(makeDataDir(), ['owner', 'create', 'Late'], { ...settings, ...ahead() })
    expect([code, stderr]).toEqual([0, ''])
    const { rows } = await db.pool.query(`select max(at) <= ${WITHIN_A_SECOND} as sane from audit_log`)
    expect(rows[0].sane).toBe(true)
  })
})

/** Port of a process that has only the caster role, once it is ready. */
async function casterPortOf(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, port] = /caster +ntrip:\/\/[\d.]+:(\d+)/.exec(line) ?? []
    if (port) return Number(port)
  }
  throw new Error('the caster did not start')
}

describe.skipIf(isMissing)("a caster whose clock is behind the API's", () => {
  it.each([-1, -65])('accepts a credential issued this moment (%i s)', async (seconds) => {
    const dataDir = makeDataDir()
    const api = startProcess(dataDir, { ...settings, ROLES: 'api' })
    const caster = startProcess(dataDir, { ...settings, ...clockOff(seconds), ROLES: 'caster' })
    for (const child of [api, caster]) onTestFinished(() => void child.kill('SIGKILL'))
    const [service, port] = await Promise.all([RunningService.ready(api), casterPortOf(caster)])
    const token = await makeToken(dataDir, settings)
    const code = `BASE${-seconds}`
    await pushingBase({ dataDir, settings, port }, code)
    for (let times = 0; times < 5; times++) {
      const body = JSON.stringify({ segundos: 3600, station_codigo: code })
      const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })
      const rover = await Peer.open(port, rev1Request(code, credential.usuario, credential.password))
      await rover.until('ICY 200 OK')
      rover.close()
    }
  })
})
