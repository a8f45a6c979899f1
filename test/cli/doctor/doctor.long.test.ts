import { execFileSync, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { newKey } from '../../../src/base/secrets.ts'
import { isClockKept } from '../../../src/start/health/doctor/clock.ts'
import type { Finding } from '../../../src/start/health/doctor/finding.ts'
import { openForChecks } from '../../../src/start/health/doctor/open-for-checks.ts'
import { renewNode } from '../../../src/store/operations/nodes/rows.ts'
import { CHECKOUT, commandOf } from '../../support/checkout.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { mailServer } from '../../support/mail-server.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { environment, makeDataDir, RunningService, until, vertice } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'

const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ address, internal }) => isIPv4(address) && !internal)?.address
const HOST = OUTSIDE ?? '127.0.0.1'

function certificateFor(folder: string, host: string): { CASTER_TLS_CERT: string; CASTER_TLS_KEY: string } {
  const [cert, key] = [join(folder, `${host}.cert.pem`), join(folder, `${host}.key.pem`)]
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=${isIPv4(host) ? 'IP' : 'DNS'}:${host}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90']
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { CASTER_TLS_CERT: cert, CASTER_TLS_KEY: key }
}

async function otherServer(): Promise<number> {
  const server = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const isMissing = lacks('the doctor beside a service', 'nats-server', 'openssl', 'faketime')

it.skipIf(isMissing)(
  'reports nothing for a healthy service, and whatever is broken',
  { timeout: 300_000 },
  async () => {
    const dataDir = makeDataDir()
    const nats = await NatsServers.start(1)
    onTestFinished(() => nats.stop())
    const onAuth = (auth: { password?: string }, _: unknown, done: (error: Error | null, answer?: object) => void) =>
      done(auth.password === 'right' ? null : new Error('wrong password'), { user: 'u' })
    const mails = await mailServer({ authOptional: false, onAuth: onAuth as never })
    const [port, casterPort, tlsPort, metricsPort] = await Promise.all([
      lastingPort(),
      lastingPort(),
      lastingPort(),
      lastingPort(),
    ])
    const settings = {
      HOST: '0.0.0.0',
      PORT: String(port),
      CASTER_PORT: String(casterPort),
      CASTER_TLS_PORT: String(tlsPort),
      ...certificateFor(dataDir, HOST),
      METRICS_PORT: String(metricsPort),
      BASE_URL: `http://${HOST}:${port}`,
      SMTP_URL: `smtp://u:right@127.0.0.1:${mails.port}`,
      NATS_URL: nats.url,
    }
    const ask = async (more: Record<string, string> = {}, ...args: string[]) => {
      const run = 'LD_PRELOAD' in more ? vertice : command
      const { code, stdout, stderr } = await run(dataDir, ['doctor', '--json', ...args], { ...settings, ...more })
      expect(stderr).toBe('')
      const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
      expect(code).toBe(ok ? 0 : 1)
      return findings
    }
    const expected = (await isClockKept()) === false ? ['clock'] : [] // depends on the machine of the test
    if (!OUTSIDE) expected.push('address', 'address')
    /** Without findings about the machine of the test. */
    const troubles = (findings: readonly Finding[]) =>
      findings
        .filter(({ state, check }) => state !== 'ok' && !expected.includes(check))
        .map(({ state, check }) => `${state} ${check}`)

    expect(troubles(await ask())).toEqual([]) // before the first start: nothing exists, and nothing is wrong
    const service = await RunningService.start(dataDir, settings)
    let runs = true
    onTestFinished(async () => {
      if (runs) await service.stop()
    })
    await command(dataDir, ['alerts', 'set', '--disk-free', '1'], settings)
    expect(troubles(await ask())).toEqual(['warn backup'])
    expect(
      (await command(dataDir, ['backup', join(dataDir, 'backup'), '--without-key', '--no-verify'], settings)).code,
    ).toBe(0)

    const well = await ask()
    expect(troubles(well)).toEqual([])
    expect([...new Set(well.map(({ check }) => check))].sort()).toEqual(
      'address backup certificate clock database disk files keys mail nats nodes ports settings'.split(' '),
    )
    const said = well.map(({ what }) => what).join('\n')
    for (const door of ['API', 'caster', 'caster (TLS)', 'metrics'])
      expect(said).toMatch(new RegExp(`^${door.replace(/[()]/g, '\\$&')} on .*: the service responds$`, 'm'))
    expect(mails.received).toEqual([])
    expect(troubles(await ask({}, '--send-to', 'ana@example.mx'))).toEqual([])
    expect(mails.received.map(({ recipients }) => recipients)).toEqual([['ana@example.mx']])

    const other = String(await otherServer())
    const nowhere = '127.0.0.1:9'
    const broken: [string, Record<string, string>, string[]][] = [
      ['a setting', { CASTER_CHUNKED: 'maybe' }, ['fail settings']],
      ['a setting that was removed', { SHOP: 'true' }, ['warn settings']],
      ['a name of one', { CASTER_PROCESES: '2' }, ['warn settings']],
      ['a port', { METRICS_PORT: other }, ['fail ports']],
      ['an address to listen on', { METRICS_HOST: '203.0.113.77' }, ['fail ports']],
      [
        'the key of a certificate',
        { CASTER_TLS_KEY: certificateFor(dataDir, 'other.example.mx').CASTER_TLS_KEY },
        ['fail certificate'],
      ],
      ['the name in it', certificateFor(dataDir, 'other.example.mx'), ['warn certificate']],
      ['the password of the mail server', { SMTP_URL: `smtp://u:wrong@127.0.0.1:${mails.port}` }, ['fail mail']],
      ['the mail server', { SMTP_URL: `smtp://${nowhere}` }, ['fail mail']],
      ['NATS', { NATS_URL: `nats://${nowhere}` }, ['fail nats']],
      // 0.0.0.0 is not a loopback address, but reaches the same server.
      ['its login and TLS', { NATS_URL: nats.url.replace('127.0.0.1', '0.0.0.0') }, ['warn nats', 'warn nats']],
      ['the database', { DATABASE_URL: `postgres://u:p@${nowhere}/v`, ENCRYPTION_KEYS: newKey() }, ['fail database']],
      ['its address', { DATABASE_URL: 'mysql://x' }, ['fail settings', 'fail database']],
      ['the encryption key', { ENCRYPTION_KEYS: newKey() }, ['fail keys']],
      ['the public name', { BASE_URL: 'http://nowhere.invalid' }, ['warn certificate', 'fail address', 'fail address']],
      ['what answers there', { BASE_URL: `http://${HOST}:${other}` }, OUTSIDE ? ['fail address'] : []],
      ['the clock', { ...clockAhead() }, ['warn clock']],
    ]
    for (const [what, change, found] of broken)
      expect({ what, found: troubles(await ask(change)) }).toEqual({ what, found })

    await service.killGroup()
    runs = false
    let dead: Finding[] = []
    await until(async () => {
      dead = await ask()
      return troubles(dead).includes('warn nodes') // once their leases have expired
    }, 60_000)
    expect(dead.filter(({ check }) => check === 'ports').map(({ what }) => what)).toEqual(
      Array(4).fill(expect.stringMatching(/: free; the service is not running here$/)),
    )
    const { stdout, code } = await command(dataDir, ['doctor'], { ...settings, CASTER_CHUNKED: 'maybe' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail {2}settings {5}CASTER_CHUNKED: expected true, false, got "maybe"\n {19}→ correct it/m)

    const looked = (await openForChecks(readConfig({ DATA_DIR: dataDir })))!
    onTestFinished(() => looked.close())
    const node = { id: 'x', name: 'x', machine: 'x', roles: [], version: 'x' }
    const written = renewNode(looked.db, node, { rovers: null, stations: null, bus: null }, 0)
    await expect(written).rejects.toThrow('read-only transaction')
  },
)

/** Environment that sets the clock of a command 10 minutes ahead. */
const clockAhead = () => ({
  LD_PRELOAD: spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout.trim(),
  FAKETIME: '+600',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

async function emptyDatabase(): Promise<pg.PoolConfig> {
  const { connection } = inject('database')
  const name = `doctor_${process.pid}`
  const admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { ...connection, database: name }
}

it('checks an empty database and creates nothing in it', async () => {
  const settings = onDatabase(databaseUrlOf(await emptyDatabase()))
  const ask = async () => {
    const { stdout } = await command(makeDataDir(), ['doctor', '--json'], settings)
    return (JSON.parse(stdout).findings as Finding[]).filter(({ check }) => check === 'database')
  }
  const empty = [{ state: 'warn', what: expect.stringContaining('migrations of this release are missing (0001_') }]
  expect(await ask()).toMatchObject(empty)
  expect(await ask()).toMatchObject(empty)
  expect((await command(makeDataDir(), ['migrate'], settings)).code).toBe(0)
  expect(await ask()).toMatchObject([
    { state: 'ok', what: expect.stringContaining('at DATABASE_URL: online, migrated') },
  ])
})

it('reports a read-only database and a low limit of open files', async () => {
  const { db, connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const settings = onDatabase(databaseUrlOf(connection))
  await db.pool.query(`alter database ${connection.database} set default_transaction_read_only = on`)
  const args = ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...commandOf(CHECKOUT), 'doctor', '--json']
  const { stdout } = spawnSync('sh', args, { encoding: 'utf8', env: environment(makeDataDir(), settings) })
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  expect(findings.filter(({ check }) => check === 'database')).toMatchObject([
    { state: 'fail', what: 'the database is read-only: default_transaction_read_only is on' },
  ])
  expect(findings.filter(({ check }) => check === 'files')).toMatchObject([
    { state: 'warn', what: 'the limit of open files allows 192 connections' },
  ])
})
