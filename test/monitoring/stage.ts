// A network for provoking alerts: a service in two processes (api and caster; worker), its database behind a proxy that
// can fail, NATS, a mail server, webhook receivers, two stations, temporarily a service on an embedded database, and a
// Prometheus that scrapes all.
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeMsm, frame } from '@vertice/rtcm'
import { freePorts } from '../../src/demo/ports.ts'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import { insertMail } from '../../src/store/mail/writer.ts'
import { WEBHOOK_DEACTIVATED_MAIL } from '../../src/store/webhooks/deliveries.ts'
import { Peer } from '../support/caster.ts'
import { command } from '../support/command.ts'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { mailServer, refusal } from '../support/mail-server.ts'
import { NatsServers } from '../support/nats-servers.ts'
import { makeToken, RunningService, startProcess, until, vertice } from '../support/process.ts'
import { makeDatabase } from '../support/service.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'
import { Prometheus } from './prometheus.ts'
import { hurried } from './rules.ts'

const ANY = { host: '127.0.0.1', port: 0 }
/** More than an embedded database needs. */
const DISK_BYTES = 1024 ** 3
/** Free share of a disk that is nearly full. */
const LEFT_FREE = 0.08
/** Seconds that the worker's clock is ahead. */
const AHEAD_S = 30

const SIGNAL = {
  ...{ signal: '1C', pseudorange: 21_000_000, phaseRange: 21_000_000, phaseRangeRate: null },
  ...{ cnr: 45, lockTime: 60 },
}

/** The base of a station; sends an epoch per second. */
export class Base {
  satellites = 12
  readonly #line: Peer
  readonly #beat: NodeJS.Timeout

  private constructor(line: Peer) {
    this.#line = line
    const send = () => line.write(this.#epoch())
    send()
    this.#beat = setInterval(send, 1000)
  }

  static async push(port: number, mountpoint: string, secret: string): Promise<Base> {
    const line = await Peer.open(port, `SOURCE ${secret} /${mountpoint}\r\n\r\n`)
    await line.until('ICY 200 OK')
    return new Base(line)
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#line.close()
  }

  #epoch(): Buffer {
    const instantMs = 1000 * Math.floor(Date.now() / 1000)
    const satellites = Array.from({ length: this.satellites }, (_, index) => ({
      satellite: index + 1,
      signals: [SIGNAL],
    }))
    return frame(encodeMsm(4, { constellation: 'GPS', stationId: 1, instantMs, moreFollow: false, satellites }))
  }
}

type Undo = () => unknown

interface Embedded {
  readonly dataDir: string
  /** Makes its disk nearly full; `null` if no separate disk could be mounted. */
  readonly fillDisk: (() => void) | null
  stop(): Promise<void>
}

export class Stage {
  readonly db: DatabasePool
  readonly line: TcpProxy
  readonly nats: NatsServers
  readonly prometheus: Prometheus
  readonly app: RunningService
  readonly token: string
  readonly ports: Record<'caster' | 'tls' | 'app' | 'worker', number>
  readonly bases: { readonly north: Base; readonly south: Base }
  readonly certFile: string
  worker: ChildProcess | null = null
  readonly #workerSettings: Record<string, string>
  readonly #folder: string
  readonly #undo: Undo[]

  private constructor(
    parts: Omit<Stage, 'worker' | 'startWorker' | 'startEmbedded' | 'addOffline' | 'oweMail' | 'casterPid' | 'stop'>,
    rest: { folder: string; undo: Undo[]; workerSettings: Record<string, string> },
  ) {
    ;({
      db: this.db,
      line: this.line,
      nats: this.nats,
      prometheus: this.prometheus,
      app: this.app,
      token: this.token,
      ports: this.ports,
      bases: this.bases,
      certFile: this.certFile,
    } = parts)
    this.#folder = rest.folder
    this.#undo = rest.undo
    this.#workerSettings = rest.workerSettings
  }

  static async start(): Promise<Stage> {
    const undo: Undo[] = []
    const folder = mkdtempSync(join(tmpdir(), 'vertice-stage-'))
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    try {
      return await Stage.#start(folder, undo)
    } catch (error) {
      for (const back of undo.toReversed()) await back()
      throw error
    }
  }

  static async #start(folder: string, undo: Undo[]): Promise<Stage> {
    const { db, connection, drop } = await makeDatabase()
    undo.push(drop)
    const line = await TcpProxy.before(connection)
    undo.push(() => line.stop())
    const nats = await NatsServers.start(1)
    undo.push(() => nats.stop())
    const smtp = await mailServer({}, answerMail, 0, (close) => void undo.push(close))
    const receivers = [await receiver(200), await receiver(500)]
    undo.push(() => receivers.map(({ server }) => server.close()))
    const ports = await freePorts({ caster: ANY, tls: ANY, app: ANY, worker: ANY })

    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const certFile = join(folder, 'caster.pem')
    writeCertificate(certFile, 90)
    const settings = onDatabase(databaseUrlOf({ ...connection, host: '127.0.0.1', port: line.port }), {
      SMTP_URL: smtp.url,
      WEBHOOK_ALLOW: '127.0.0.0/8',
    })
    const app = await RunningService.ready(
      startProcess(dataDir, {
        ...settings,
        ROLES: 'api,caster',
        METRICS_PORT: String(ports.app),
        CASTER_PORT: String(ports.caster),
        CASTER_TLS_PORT: String(ports.tls),
        CASTER_TLS_CERT: certFile,
        CASTER_TLS_KEY: certFile,
        NATS_URL: nats.url,
      }),
    )
    undo.push(() => app.killGroup().catch(() => {}))
    const prometheus = await Prometheus.start(hurried())
    undo.push(() => prometheus.stop())
    prometheus.reads(`127.0.0.1:${ports.app}`)

    const [token, bases] = await Promise.all([makeToken(folder, settings), startBases(folder, settings, ports.caster)])
    undo.push(() => Object.values(bases).map((base) => base.stop()))
    for (const { url } of receivers) {
      const body = JSON.stringify({ url })
      const { status } = await app.call('/api/v1/webhooks', token, { method: 'POST', body })
      if (status !== 201) throw new Error(`no webhook: ${status}`)
    }
    const parts = { db, line, nats, prometheus, app, token, ports, bases, certFile }
    return new Stage(parts, { folder, undo, workerSettings: settings })
  }

  /** With a wrong clock, where that is possible. */
  async startWorker(): Promise<void> {
    const dataDir = join(this.#folder, 'worker')
    mkdirSync(dataDir)
    const more = {
      ROLES: 'worker',
      METRICS_PORT: String(this.ports.worker),
      ...clockAhead(),
    }
    const worker = startProcess(dataDir, { ...this.#workerSettings, ...more })
    worker.stdout!.resume()
    worker.stderr!.resume()
    this.worker = worker
    this.#undo.push(() => worker.kill('SIGKILL'))
    await until(async () => (await statusOf(this.ports.worker, '/readyz')) === 200)
    this.prometheus.reads(...this.#targets())
  }

  /** An additional scrape target. Only this one reports its disk, because the others use an external database. */
  async startEmbedded(): Promise<Embedded> {
    const dataDir = join(this.#folder, 'embedded')
    mkdirSync(dataDir)
    const hasDisk = mountDisk(dataDir)
    if (hasDisk) this.#undo.push(() => spawnSync('umount', [dataDir]))
    const service = await RunningService.ready(startProcess(dataDir, { ROLES: 'api' }))
    this.#undo.push(() => service.stop())
    this.prometheus.reads(...this.#targets(), new URL(service.metricsUrl).host)
    return {
      dataDir,
      fillDisk: hasDisk ? () => shrinkDisk(dataDir) : null,
      stop: async () => {
        this.prometheus.reads(...this.#targets())
        await service.stop()
      },
    }
  }

  #targets(): string[] {
    return [this.ports.app, this.ports.worker].map((port) => `127.0.0.1:${port}`)
  }

  /** Adds unmeasured stations that are declared offline. */
  async addOffline(...codes: readonly string[]): Promise<void> {
    const stations = codes.map((code, at) => ({ code, lat: 22 + at, lng: -102, status: 'offline' }))
    await importStations(this.#folder, this.#workerSettings, stations)
  }

  async oweMail(recipient: string, ageMinutes: number): Promise<void> {
    const at = new Date(Date.now() - ageMinutes * 60_000)
    const data = {
      webhookId: 1,
      url: 'https://receiver.example.mx',
      reason: 'failing',
      failingSince: at,
      deactivatedAt: at,
      lastError: null,
    }
    await insertMail(this.db, { ownerId: null, kind: WEBHOOK_DEACTIVATED_MAIL, key: recipient, recipient, data }, at)
  }

  casterPid(): number | null {
    const children = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(this.app.child.pid)], { encoding: 'utf8' })
    const caster = children.stdout.split('\n').find((child) => child.includes('caster-process'))
    return caster ? Number(caster.trim().split(' ')[0]) : null
  }

  async stop(): Promise<void> {
    for (const back of this.#undo.toReversed()) await back()
  }
}

export const LATER = 'later@example.mx'
export const NEVER = 'never@example.mx'

/** The mail server defers one recipient and rejects another. */
function answerMail(_: number, { recipients }: { recipients: string[] }): Error | undefined {
  if (recipients.includes(LATER)) return refusal(451, 'come back later')
  if (recipients.includes(NEVER)) return refusal(550, 'no such user')
}

async function receiver(status: number): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(status).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

async function startBases(folder: string, settings: Record<string, string>, port: number) {
  await importStations(folder, settings, [
    { code: 'NORT', lat: 25.6, lng: -100.3 },
    { code: 'SURE', lat: 20.9, lng: -89.6 },
  ])
  const push = async (station: string) => {
    const { stdout } = await command(folder, ['station', 'secret', station], settings)
    const secret = stdout.trim().split('\n').at(-1)!
    let base: Base | null = null
    // A caster learns of a new station within seconds.
    await until(async () => {
      base = await Base.push(port, station, secret).catch(() => null)
      return base !== null
    })
    return base!
  }
  const [north, south] = await Promise.all([push('NORT'), push('SURE')])
  return { north, south }
}

async function importStations(
  folder: string,
  settings: Record<string, string>,
  stations: readonly { code: string; lat: number; lng: number; status?: string }[],
): Promise<void> {
  const file = join(folder, 'stations.json')
  const described = stations.map(({ code, ...rest }) => ({ codigo: code, nombre: code, mountpoint: code, ...rest }))
  writeFileSync(file, JSON.stringify(described))
  const { code, stderr } = await vertice(folder, ['station', 'import', file], settings)
  if (code !== 0) throw new Error(stderr)
}

export function writeCertificate(file: string, days: number): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-']
  const subject = ['-subj', '/CN=127.0.0.1', '-days', String(days)]
  writeFileSync(
    file,
    execFileSync('openssl', ['req', '-x509', ...key, ...subject], { stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}

const mountDisk = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=700`, 'tmpfs', folder]).status === 0

/** Shrinks the disk instead of filling it, which needs no memory. */
function shrinkDisk(folder: string): void {
  const { blocks, bfree, bsize } = statfsSync(folder)
  const size = Math.ceil(((blocks - bfree) * bsize) / (1 - LEFT_FREE))
  execFileSync('mount', ['-o', `remount,size=${size}`, folder])
}

/** Shifts the clock; the monotonic clock is unchanged. */
const clockAhead = (): Record<string, string> => ({
  LD_PRELOAD: spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout.trim(),
  FAKETIME: `+${AHEAD_S}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

export const statusOf = (port: number, path: string): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => null,
  )
