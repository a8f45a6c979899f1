// Provokes each alert of deploy/prometheus/alerts.yml: real processes are brought into the state, a real Prometheus
// scrapes them, and the rule fires; before, or after the fix, it is quiet. Only durations are shortened (see
// `hurried`).
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nats } from '../../src/base/config/services/nats.ts'
import { openNats } from '../../src/start/bus/nats.ts'
import { Peer } from '../support/caster.ts'
import { lacks, skipped } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { dashboards, expressionsOf, metricsIn, rules } from './rules.ts'
import { LATER, NEVER, Stage, statusOf, writeCertificate } from './stage.ts'

const TIMEOUT_MS = 90_000
const TEST_MS = 150_000

const isMissing = lacks('each alert, provoked', 'prometheus', 'nats-server', 'faketime', 'openssl')

let stage: Stage
const fired = new Set<string>()
const seenQuiet = new Set<string>()
const unprovoked: string[] = []

const activeNames = async () => new Set((await stage.prometheus.alerts()).map(({ labels }) => labels.alertname!))

async function fires(labels: Record<string, string>, ...names: readonly string[]): Promise<void> {
  const isSo = async (name: string) =>
    (await stage.prometheus.alerts()).some(
      (alert) =>
        alert.state === 'firing' &&
        Object.entries({ alertname: name, ...labels }).every(([label, value]) => alert.labels[label] === value),
    )
  for (const name of names) {
    await until(() => isSo(name), TIMEOUT_MS).catch(async () => {
      const { expr } = rules().find(({ alert }) => alert === name)!
      const sides = await Promise.all(metricsIn(expr).map((metric) => stage.prometheus.query(metric)))
      throw new Error(`${name} does not fire: ${expr}\n${JSON.stringify(sides)}`)
    })
    fired.add(name)
  }
}

async function areQuiet(...names: readonly string[]): Promise<void> {
  await until(async () => (await activeNames()).isDisjointFrom(new Set(names)), TIMEOUT_MS).catch(async () => {
    throw new Error(`not quiet: ${[...(await activeNames())]}`)
  })
  for (const name of names) seenQuiet.add(name)
}

/** Repeats `again` until `done` resolves. */
async function during(done: Promise<unknown>, again: () => Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  done.then(over, over)
  while (!isOver) await again()
  await done
}

const one = async (expr: string) => Number((await stage.prometheus.query(expr))[0]?.value[1])

beforeAll(async () => {
  if (!isMissing) stage = await Stage.start()
}, TEST_MS)
afterAll(() => stage?.stop(), TEST_MS)

describe.skipIf(isMissing)('each alert', { timeout: TEST_MS }, () => {
  it('is quiet while all is well, except for the missing worker', async () => {
    await until(async () => (await one('count(vertice_station_state{state="online"})')) === 2, TIMEOUT_MS)
    const others = rules()
      .map(({ alert }) => alert)
      .filter((alert) => alert !== 'VerticeNoWorker')
    // The metrics that they use exist.
    expect(await one('vertice_ready')).toBe(1)
    expect(await one('vertice_bus_up')).toBe(1)
    await areQuiet(...others)
    await fires({}, 'VerticeNoWorker')
  })

  it('fires for late work without a worker, which is logged', async () => {
    const { app, token, db } = stage
    await app.json('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })
    await db.pool.query(
      `update deliveries set due_at = due_at - interval '20 minutes', created_at = created_at - interval '20 minutes'`,
    )
    await stage.oweMail(LATER, 20)
    await fires({}, 'VerticeWebhooksLate', 'VerticeMailsLate')
    const says = (what: string) => stage.app.log.join('').includes(`${what} are overdue; check that a process`)
    await until(() => says('Webhook deliveries') && says('E-mails'))
    stage.bases.north.stop() // it takes a minute to count as offline
  })

  it('fires for a worker with a wrong clock and a failing job', async () => {
    await stage.db.pool.query('alter table audit_seals rename to audit_seals_elsewhere')
    await stage.startWorker()
    await fires({ name: 'sealing the audit log' }, 'VerticeJobFailing')
    await fires({ instance: `127.0.0.1:${stage.ports.worker}` }, 'VerticeClockSkewed')
    await areQuiet('VerticeNoWorker', 'VerticeWebhooksLate', 'VerticeMailsLate')
    await stage.db.pool.query('alter table audit_seals_elsewhere rename to audit_seals')
    await areQuiet('VerticeJobFailing')
  })

  it('fires when no daily backup succeeds', async () => {
    const attempt = (hoursAgo: number, outcome: string) =>
      stage.db.pool.query(
        `insert into backups (machine, file, started_at, ended_at, ${outcome})
         values ('a', 'f', now() - make_interval(hours => $1), now(), '1')`,
        [hoursAgo],
      )
    await attempt(27, 'bytes')
    await attempt(1, 'failure')
    await fires({}, 'VerticeBackupTooOld')
    // Each process reads the attempts when it is scraped, so one may report a change later than another.
    await until(async () => (await one('max(vertice_backup_last_attempt_failed)')) === 1, TIMEOUT_MS)
    await attempt(0, 'bytes')
    await areQuiet('VerticeBackupTooOld')
    await until(async () => (await one('max(vertice_backup_last_attempt_failed)')) === 0, TIMEOUT_MS)
    expect(await one('max(vertice_backup_size_bytes)')).toBe(1)
  })

  it('fires when a stream announces another antenna, until a person decides', async () => {
    await stage.db.pool.query(
      `insert into station_announced_equipment (station_id, announced, antenna_at, antenna_state)
       select id, '{"receiver":null,"antenna":{"type":"OTHER","radome":"NONE","serial":"","up":null}}', now(), 'pending'
       from stations where code = 'SURE' on conflict (station_id) do update set antenna_state = 'pending'`,
    )
    await fires({ code: 'SURE' }, 'VerticeAntennaChanged')
    await stage.db.pool.query(`update station_announced_equipment set antenna_state = 'rejected'`)
    await areQuiet('VerticeAntennaChanged')
  })

  it('fires when a webhook receiver and a mail server reject', async () => {
    await fires({}, 'VerticeWebhookFailing', 'VerticeMailsWaiting')
    await until(async () => (await one('vertice_mails_total{outcome="failed"}')) === 0)
    await stage.oweMail(NEVER, 0)
    await fires({}, 'VerticeMailsFailed')
  })

  it('fires when another program publishes on the bus', async () => {
    const stranger = await openNats(nats(stage.nats.url, null, null)!, { name: 'stranger', warn() {}, info() {} })
    await during(fires({ reason: 'unknown_version' }, 'VerticeBusMessagesRejected'), async () => {
      stranger.publish('vertice.alive', Buffer.from('{"v":1,"node":"stranger"}'))
      await sleep(50)
    })
    await stranger.close()
  })

  it('fires when a station sends too few satellites, a certificate expires and NATS is unavailable', async () => {
    stage.bases.south.satellites = 5
    writeCertificate(stage.certFile, 3)
    await stage.nats.stop()
    await fires({ path: stage.certFile }, 'VerticeCertificateEnding')
    await fires({}, 'VerticeBusDown')
    await fires({ code: 'SURE' }, 'VerticeStationDegraded')
  })

  it('fires when the disk of an embedded database fills up', async () => {
    const { dataDir, fillDisk, stop } = await stage.startEmbedded()
    await until(async () => (await one(`vertice_disk_free_bytes{path="${dataDir}"}`)) > 0, TIMEOUT_MS)
    expect(await one('count(vertice_disk_free_bytes)')).toBe(1) // the others use an external database
    await areQuiet('VerticeDiskFilling')
    if (fillDisk) {
      fillDisk()
      await fires({ path: dataDir }, 'VerticeDiskFilling')
    } else {
      unprovoked.push('VerticeDiskFilling')
      skipped('VerticeDiskFilling', 'no disk could be mounted')
    }
    await stop()
  })

  it('fires when many rovers are rejected, and when a caster is overloaded', async () => {
    const guess = async () => {
      const basic = Buffer.from(`nobody${Math.random()}:wrong`).toString('base64')
      const peer = await Peer.open(
        stage.ports.caster,
        `GET /SURE HTTP/1.0\r\nUser-Agent: NTRIP test\r\nAuthorization: Basic ${basic}\r\n\r\n`,
      )
      await peer.closed
      await sleep(20)
    }
    await during(fires({}, 'VerticeRefusals'), guess)
    const pid = stage.casterPid()!
    await during(fires({ process: 'caster' }, 'VerticeEventLoopBlocked'), async () => {
      process.kill(pid, 'SIGSTOP')
      await sleep(300)
      process.kill(pid, 'SIGCONT')
      await sleep(30)
    })
  })

  it('fires when a caster exits, cannot be restarted, and exits again', async () => {
    const thief = createServer()
    process.kill(stage.casterPid()!, 'SIGKILL')
    await until(
      () =>
        new Promise<boolean>((resolve) => {
          thief.once('listening', () => resolve(true)).once('error', () => resolve(false))
          thief.listen(stage.ports.caster, '127.0.0.1')
        }),
    )
    await fires({ process: 'caster' }, 'VerticeCasterDown')
    await fires({}, 'VerticeNoCaster')
    expect(await (await fetch(`http://127.0.0.1:${stage.ports.app}/readyz`)).json()).toEqual({
      ok: false,
      reasons: ['the caster does not run or does not answer; it is started again'],
      notes: [],
    })
    await new Promise((resolve) => thief.close(resolve))
    const isUp = async () => (await one('vertice_caster_up')) === 1
    await until(isUp, TIMEOUT_MS)
    await areQuiet('VerticeCasterDown', 'VerticeNoCaster')
    await during(fires({ process: 'caster' }, 'VerticeCasterRestarts'), async () => {
      const pid = stage.casterPid()
      if (pid === null || !(await isUp())) return sleep(200)
      process.kill(pid, 'SIGKILL')
      await until(async () => !(await isUp()), TIMEOUT_MS)
    })
    await until(isUp, TIMEOUT_MS)
  })

  it('fires when a caster hangs', async () => {
    const isUp = async () => (await one('vertice_caster_up')) === 1
    process.kill(stage.casterPid()!, 'SIGSTOP')
    await fires({ process: 'caster' }, 'VerticeCasterHung')
    await until(isUp, TIMEOUT_MS)
  })

  it('fires when a lock is held in the database', async () => {
    const { app, token, db } = stage
    await during(
      fires({ process: 'main' }, 'VerticeDatabaseSlow', 'VerticeDatabasePoolExhausted').then(() =>
        fires({}, 'VerticeApiSlow'),
      ),
      async () => {
        const client = await db.pool.connect()
        try {
          await client.query('begin')
          await client.query('lock table credentials in access exclusive mode')
          const asked = Array.from({ length: 40 }, () => app.call('/api/v1/credentials', token))
          await sleep(3_000)
          await client.query('commit')
          await Promise.all(asked)
        } finally {
          client.release()
        }
      },
    )
  })

  it('fires when the database does not respond any more', async () => {
    const { app, token, line } = stage
    line.goSilent()
    const call = () =>
      app
        .call('/api/v1/stations', token)
        .then(
          ({ text }) => text,
          () => null,
        )
        .then(() => sleep(100))
    await during(
      fires({ process: 'main' }, 'VerticeDatabaseDown').then(() =>
        fires({ instance: `127.0.0.1:${stage.ports.app}` }, 'VerticeNotReady', 'VerticeApiErrors'),
      ),
      call,
    )
    for (const port of [stage.ports.app, stage.ports.worker]) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`)
      expect(response.status).toBe(503)
      expect(((await response.json()) as { reasons: string[] }).reasons).toContain('the database does not answer')
      expect(await statusOf(port, '/livez')).toBe(200)
    }
    line.goOn()
    await areQuiet('VerticeDatabaseDown', 'VerticeNotReady')
  })

  it('fires when a station has been silent for a minute, and when others are offline too', async () => {
    await fires({ code: 'NORT' }, 'VerticeStationOffline')
    expect([...(await activeNames())]).not.toContain('VerticeManyStationsOffline') // two are not many
    await stage.addOffline('ESTE', 'OEST', 'BAJA')
    await fires({}, 'VerticeManyStationsOffline')
  })

  it('fires when a process is gone', async () => {
    await stage.app.stop('SIGKILL')
    await fires({ instance: `127.0.0.1:${stage.ports.app}` }, 'VerticeDown')
  })

  it('was seen both firing and quiet', () => {
    const all = rules().map(({ alert }) => alert)
    expect(all.filter((alert) => !seenQuiet.has(alert))).toEqual([])
    expect(all.filter((alert) => !fired.has(alert))).toEqual(unprovoked)
  })

  it('uses metrics that were reported, and so does each dashboard panel', async () => {
    const told = new Set(await stage.prometheus.names())
    const expressions = [
      ...rules().map(({ expr }) => expr),
      ...dashboards().flatMap(([, dashboard]) => expressionsOf(dashboard)),
    ]
    expect(expressions.flatMap(metricsIn).filter((name) => !told.has(name))).toEqual([])
    for (const expr of expressions) await stage.prometheus.query(expr)
  })
})
