// The console of a real server with a real database, and browsers that keep cookies.

import type { InjectOptions } from 'fastify'
import { sourceRefuser } from '../../../src/actions/network/source-address.ts'
import { inviteUser } from '../../../src/actions/people/users.ts'
import { readRoverFile } from '../../../src/archive/rinex/rover-file.ts'
import { clientOf } from '../../../src/base/limits/rate-limiter.ts'
import { type Asker, PasswordHasher } from '../../../src/base/passwords/password-hasher.ts'
import type { App } from '../../../src/base/serving/app.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { DEFAULT_BRAND } from '../../../src/domain/delivery/brand.ts'
import { stepAt, totpCode } from '../../../src/domain/people/totp.ts'
import type { Role } from '../../../src/domain/people/user.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import type { ApiServices } from '../../../src/http/api/services.ts'
import { consoleRoutes } from '../../../src/http/console/console.ts'
import type { ConsoleServices } from '../../../src/http/console/services.ts'
import { positionReportPdf } from '../../../src/outbound/delivery/pdf/position-report.ts'
import { addressesOf } from '../../../src/start/roles/source-names.ts'
import { streamTrier, tableReader } from '../../../src/start/roles/upstream-tables.ts'
import { findOrCreateOwner } from '../../../src/store/people/owners.ts'
import { type Answer, BASE_URL, TestService } from '../../support/service.ts'
import { holdingToContract } from './contract.ts'

export const PASSWORD = 'correct horse battery'

/** An environment that sets none of the console's settings. */
export const NOTHING_GIVEN: ConsoleServices['given'] = {
  smtp: null,
  mailFrom: null,
}

/** Counts verifications, and hashes with minimal cost. */
export class CountingHasher extends PasswordHasher {
  verified = 0

  constructor() {
    super({ memoryKiB: 8, passes: 1 })
  }

  override verify(password: string, hash: string | null, asker: Asker): Promise<boolean> {
    this.verified += 1
    return super.verify(password, hash, asker)
  }
}

export class TestConsole {
  readonly service: TestService
  readonly app: App
  readonly hasher: CountingHasher
  readonly services: ConsoleServices
  #users = 0

  private constructor(service: TestService, app: App, services: ConsoleServices) {
    this.service = service
    this.app = app
    this.services = services
    this.hasher = services.hasher as CountingHasher
  }

  static async start(
    baseUrl = BASE_URL,
    overrides: Partial<ApiServices> = {},
    more: Partial<ConsoleServices> = {},
  ): Promise<TestConsole> {
    const service = await TestService.start(overrides)
    const { db, keys, clock, current, refuseTarget } = service.services
    const networkName = async () => (await current()).book.network.name
    const services: ConsoleServices = {
      db,
      keys,
      hasher: new CountingHasher(),
      baseUrl,
      clock,
      clientOf,
      current,
      networkName,
      refuseTarget,
      askBotName: async () => null,
      refuseSource: sourceRefuser(['192.0.2.0/24'], addressesOf, [{ from: 5017, to: 5018 }]),
      readTable: tableReader({ casterPullAllow: ['127.0.0.0/8'] }),
      readRoverFile,
      storeBasePart: async () => {},
      positionPdf: (report, language) => positionReportPdf({ report, language, brand: DEFAULT_BRAND }),
      tryStream: streamTrier({ casterPullAllow: ['127.0.0.0/8'] }),
      simulated: false,
      version: '0.0.0',
      mapTiles: null,
      liveEveryMs: 30,
      casterDefaults: { casterHost: 'rtk.example.mx', casterPort: 2101 },
      mail: null,
      given: NOTHING_GIVEN,
      fallbackSender: { name: null, address: 'no-reply@rtk.example.mx' },
      statusPage: true,
      dataDir: null,
      sendPage: (reply) => reply.type('text/html').send('the page'),
      ...more,
    }
    return new TestConsole(
      service,
      await TestConsole.#node(service, holdingToContract(consoleRoutes(services))),
      services,
    )
  }

  /** Another process of the same service, which shares only the database. */
  anotherNode(): Promise<App> {
    return TestConsole.#node(this.service, holdingToContract(consoleRoutes(this.services)))
  }

  /** A node without contract validation, which would block the event loop during measurements. */
  unheldNode(): Promise<App> {
    return TestConsole.#node(this.service, consoleRoutes(this.services))
  }

  static #node(service: TestService, door: ReturnType<typeof consoleRoutes>): Promise<App> {
    // Trusts a proxy, so that tests can send any client address.
    return buildApi({ ...service.services, trustProxy: ['127.0.0.1'], otherRoutes: [door] })
  }

  async stop(): Promise<void> {
    await this.app.close()
    await this.service.stop()
  }

  get db() {
    return this.service.db
  }

  browser(address = '203.0.113.7', app = this.app): Browser {
    return new Browser(app, address)
  }

  async owner(name: string): Promise<number> {
    return (await findOrCreateOwner(this.db, name)).id
  }

  /** Invites a user and returns the token of the link. */
  async invited(role: Role = 'administrator', ownerId: number | null = null) {
    const email = `user-${++this.#users}@example.mx`
    const context = { db: this.db, now: this.services.clock(), by: system('test') }
    const { user, link } = await inviteUser(context, { email, name: 'Somebody', role, ownerId, language: null })
    return { id: user.id, email, token: link.token }
  }

  /** A user with a password, and the browser that chose it. */
  async user(role: Role = 'administrator', ownerId: number | null = null, address?: string) {
    const { id, email, token } = await this.invited(role, ownerId)
    const browser = this.browser(address)
    const accepted = await browser.post('/links/accept', { token, password: PASSWORD })
    if (accepted.status !== 200) throw new Error(accepted.text)
    return { id, email, browser }
  }

  async signedIn(role: Role, ownerId: number | null = null, address?: string): Promise<Browser> {
    return (await this.user(role, ownerId, address)).browser
  }

  /** The code of an authenticator app now, or `steps` time steps later. */
  code(secret: string, steps = 0): string {
    return totpCode(fromBase32(secret), stepAt(this.services.clock()) + steps)
  }

  /** A user with a second factor, set up at the service's current time. */
  async userWithSecondFactor(role: Role = 'administrator') {
    const user = await this.user(role)
    const { secret } = (await user.browser.post('/account/second-factor', { password: PASSWORD })).body
    const confirmed = await user.browser.post('/account/second-factor/confirm', { code: this.code(secret) })
    return { ...user, secret: secret as string, recoveryCodes: confirmed.body.recoveryCodes as string[] }
  }

  async audit(): Promise<
    { at: Date; actor: string; action: string; details: Record<string, unknown>; subject_id: number }[]
  > {
    return (await this.db.pool.query('select * from audit_log order by id')).rows
  }

  /** Ignores `access.refused` entries, which are written asynchronously. */
  async lastAuditEntry() {
    return (await this.audit()).findLast(({ action }) => action !== 'access.refused')
  }
}

export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

const EVENTS = '/console/api/events'

export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #app: App
  readonly #address: string

  constructor(app: App, address: string) {
    this.#app = app
    this.#address = address
  }

  get sessionCookie(): string | undefined {
    return this.cookies.get('__Host-vertice') ?? this.cookies.get('vertice')
  }

  get = (path: string, headers = {}) => this.ask({ method: 'GET', url: path, headers })
  post = (path: string, body?: unknown, headers = {}) => this.change('POST', path, body, headers)
  put = (path: string, body?: unknown, headers = {}) => this.change('PUT', path, body, headers)
  patch = (path: string, body?: unknown, headers = {}) => this.change('PATCH', path, body, headers)
  delete = (path: string, headers = {}) => this.change('DELETE', path, undefined, headers)
  login = (email: string, password = PASSWORD) => this.post('/login', { email, password })

  change(method: string, path: string, body: unknown, headers: object): Promise<Answer> {
    const content = body === undefined ? {} : { payload: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    return this.ask({
      method,
      url: path,
      headers: { ...SAME_ORIGIN, ...type, ...headers },
      ...content,
    } as InjectOptions)
  }

  /** Sends a body that is not JSON. */
  send = (method: string, path: string, payload: string | Buffer, headers: object) =>
    this.ask({ method, url: path, headers: { ...SAME_ORIGIN, ...headers }, payload } as InjectOptions)

  /** Requests a URL outside the console's routes. */
  elsewhere = (url: string) => this.#send({ method: 'GET', url })

  /** The same user at another node. */
  at(app: App): Browser {
    const browser = new Browser(app, this.#address)
    for (const [name, value] of this.cookies) browser.cookies.set(name, value)
    return browser
  }

  ask(options: InjectOptions): Promise<Answer> {
    const path = String(options.url)
    return this.#send({ ...options, url: path.startsWith('/console') ? path : `/console/api${path}` })
  }

  /** Returns the beginning of an event stream, which does not end by itself. */
  async #firstOfStream(options: InjectOptions): Promise<Answer> {
    const response = await this.#app.inject({ ...options, payloadAsStream: true })
    const stream = response.stream()
    let text = ''
    for await (const chunk of stream) {
      text += chunk
      if (text.includes('event: overview')) break
    }
    const json = String(response.headers['content-type'] ?? '').includes('json')
    return { status: response.statusCode, headers: response.headers, text, body: json ? JSON.parse(text) : null }
  }

  async #send(options: InjectOptions): Promise<Answer> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), 'x-forwarded-for': this.#address, ...options.headers }
    if (options.url === EVENTS) return this.#firstOfStream({ ...options, headers })
    const response = await this.#app.inject({ ...options, headers })
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value) this.cookies.set(name!, value)
      else this.cookies.delete(name!)
    }
    const json = String(response.headers['content-type'] ?? '').includes('json')
    let body: unknown
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      /** Parsed on first use: parsing large responses takes as long as producing them. */
      get body() {
        body ??= json && response.body ? JSON.parse(response.body) : null
        return body
      },
    }
  }
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}
