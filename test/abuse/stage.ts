// The service as an operator starts it, with a network, tenants and users, and the data for attacks and the witness.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { inviteUser } from '../../src/actions/people/users.ts'
import { importStations } from '../../src/actions/stations/import.ts'
import { pushSecret } from '../../src/actions/stations/source.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { SCOPES } from '../../src/domain/people/tokens/token.ts'
import { layFoundation } from '../../src/start/foundation.ts'
import { findOrCreateOwner } from '../../src/store/people/owners.ts'
import { byTest } from '../support/action-context.ts'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { environment, isAlive, postmasterOf, RunningService } from '../support/process.ts'
import type { Login, Scene } from './scene.ts'
import { RECEIVER_HOST, silentDns } from './silent-dns.ts'
import { asBrowser, ask, asToken } from './wire.ts'

const STATIONS = 6
const PASSWORD = 'Ahuehuete-74-puente-lento'
const OPERATOR = 'operator@rtk.example.mx'
const STOP_MS = 60_000

export class Stage {
  readonly service: RunningService
  readonly scene: Scene
  readonly rovers: readonly Login[]
  readonly visitor: Login
  readonly #pool: pg.Pool
  readonly #mails: Mailbox
  readonly #close: () => void
  logLines = 0

  private constructor(
    service: RunningService,
    scene: Scene,
    logins: readonly Login[],
    mails: Mailbox,
    close: () => void,
  ) {
    this.service = service
    this.scene = scene
    this.rovers = logins.slice(1)
    this.visitor = logins[0]!
    this.#mails = mails
    this.#close = close
    const host = join(scene.dataDir, 'postgres/socket')
    this.#pool = new pg.Pool({ host, user: 'vertice', database: 'vertice', max: 1 })
    this.#pool.on('error', () => {}) // the server stops with the service
    createInterface({ input: service.child.stderr! }).on('line', () => {
      this.logLines += 1
    })
  }

  static async set(rovers: number, scale: number): Promise<Stage> {
    const dataDir = mkdtempSync(join(tmpdir(), 'vertice-abuse-'))
    const prepared = await prepare(dataDir)
    const mails = await Mailbox.open()
    const dns = await silentDns(mkdtempSync(join(tmpdir(), 'vertice-dns-')))
    const settings = {
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '240',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      SMTP_URL: mails.url,
      STRIPE_SECRET_KEY: 'sk_test_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
    }
    const [program, ...args] = [...(dns?.prefix ?? []), ...commandOf(CHECKOUT), 'start']
    const child = spawn(program!, args, {
      cwd: CHECKOUT,
      env: environment(dataDir, settings),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const service = await RunningService.ready(child)
    const apiPort = Number(new URL(service.url).port)
    const casterPort = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
    const operator = await signIn(apiPort, prepared.operatorLink)
    const reseller = await signIn(apiPort, prepared.resellerLink)
    // The first is the visitor's, the second is guessed at, and the rest belong to the rovers.
    const logins = await issue(apiPort, prepared.healthyToken, prepared.stations.length, rovers + 2)
    const scene: Scene = {
      apiPort,
      casterPort,
      dataDir,
      stations: prepared.stations,
      attacker: { token: prepared.attackerToken, ownerId: prepared.attackerId, resellerCookie: reseller.session },
      healthy: { token: prepared.healthyToken, receiverHost: dns ? RECEIVER_HOST : '127.0.0.1' },
      operator: { cookie: operator.session, deviceCookie: operator.device, email: OPERATOR, password: PASSWORD },
      victim: logins[1]!,
      customerPdf: new URL(logins[0]!.pdf).pathname,
      silentDns: dns !== null,
      scale,
    }
    return new Stage(service, scene, logins.toSpliced(1, 1), mails, () => dns?.close())
  }

  async count(sql: string): Promise<number> {
    const { rows } = await this.#pool.query<{ count: string }>(sql)
    return Number(rows[0]!.count)
  }

  mailsTo = (address: string) => this.#mails.counts.get(address) ?? 0

  /** Milliseconds from SIGTERM to the exit, and the exit code. */
  async stop(): Promise<{ ms: number; code: number | null }> {
    const start = performance.now()
    const impatient = setTimeout(() => void this.service.killGroup(), STOP_MS)
    const code = await this.service.stop()
    clearTimeout(impatient)
    return { ms: performance.now() - start, code }
  }

  async clear(): Promise<void> {
    if (this.service.child.exitCode === null) await this.stop()
    await this.#pool.end().catch(() => {})
    this.#mails.close()
    this.#close()
    const postmaster = postmasterOf(this.scene.dataDir)
    for (let tries = 0; tries < 100 && postmaster !== null && isAlive(postmaster); tries++) await sleep(50)
    rmSync(this.scene.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The operator's setup before the first start. */
async function prepare(dataDir: string) {
  const foundation = await layFoundation(readConfig({ DATA_DIR: dataDir }))
  const { db, keys } = foundation
  try {
    const stations = Array.from({ length: STATIONS }, (_, station) => ({
      code: `ABUSE${station}`,
      name: `Abuse ${station}`,
      mountpoint: `ABUSE${station}_RTCM32`,
      lat: 19.4 + station / 10,
      lng: -99.1,
    }))
    await importStations(byTest({ db }), stations)
    const pushing: { mountpoint: string; secret: string }[] = []
    for (const { code, mountpoint } of stations)
      pushing.push({ mountpoint, secret: (await pushSecret(byTest({ db, keys }), { code }, false)).secret })
    const tokenOf = async (owner: string) =>
      (await createTokenOf(byTest({ db }), owner, { name: 'abuse', scopes: SCOPES, expiresAt: null })).secret
    const [healthyToken, attackerToken] = [await tokenOf('Healthy'), await tokenOf('Attacker')]
    const { id: attackerId } = await findOrCreateOwner(db, 'Attacker')
    const invited = { name: 'Somebody', language: null }
    const operator = await inviteUser(byTest({ db }), { ...invited, email: OPERATOR, role: 'operator', ownerId: null })
    const email = 'reseller@shop.example.mx'
    const reseller = await inviteUser(byTest({ db }), { ...invited, email, role: 'reseller', ownerId: attackerId })
    return {
      stations: pushing,
      healthyToken,
      attackerToken,
      attackerId,
      operatorLink: operator.link.token,
      resellerLink: reseller.link.token,
    }
  } finally {
    await foundation.close()
  }
}

async function signIn(port: number, token: string): Promise<{ session: string; device: string }> {
  const body = JSON.stringify({ token, password: PASSWORD })
  const question = { method: 'POST', path: '/console/api/links/accept', headers: asBrowser(''), body }
  const { status, cookies, text } = await ask(port, question)
  if (status !== 200) throw new Error(`nobody could sign in: ${status} ${text}`)
  const pairs = cookies.map((cookie) => cookie.split(';')[0]!)
  const device = pairs.find((pair) => pair.includes('device')) ?? ''
  return { session: pairs.join('; '), device }
}

/** Two credentials of the first station, and then one of each station in turn. */
async function issue(port: number, token: string, stations: number, count: number) {
  const credentials = Array.from({ length: count }, (_, turn) => ({
    segundos: 86_400,
    station_codigo: `ABUSE${turn < 2 ? 0 : (turn - 2) % stations}`,
  }))
  const body = JSON.stringify({ credentials })
  const path = '/api/v1/credentials/batch'
  const { status, text } = await ask(port, { method: 'POST', path, headers: asToken(token), body })
  if (status !== 201) throw new Error(`no credentials for the rovers: ${status} ${text.slice(0, 300)}`)
  const answer = JSON.parse(text) as { credentials: { id: number; usuario: string; password: string; pdf: string }[] }
  return answer.credentials.map(({ id, usuario, password, pdf }) => ({ id, username: usuario, password, pdf }))
}

/** Accepts every mail and counts them by recipient. */
class Mailbox {
  readonly counts = new Map<string, number>()
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onData: (stream, { envelope }, done) => {
        stream.resume()
        stream.on('end', () => {
          for (const { address } of envelope.rcptTo) this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
          done()
        })
      },
    })
    this.#server.on('error', () => {})
  }

  static async open(): Promise<Mailbox> {
    const box = new Mailbox()
    await new Promise<void>((resolve) => box.#server.listen(0, '127.0.0.1', resolve))
    return box
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close(() => {})
  }
}
