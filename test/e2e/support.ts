// A whole service on its own database, and a real browser in front of it.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { readConfig } from '../../src/base/config/config.ts'
import { FIXED, type FixedValues } from '../../src/base/config/fixed.ts'
import { known, PasswordHasher } from '../../src/base/passwords/password-hasher.ts'
import { newKey } from '../../src/base/secrets.ts'
import { freePorts } from '../../src/demo/ports.ts'
import type { StoredSettings } from '../../src/domain/operations/settings.ts'
import type { Role } from '../../src/domain/people/user.ts'
import { type Service, startService } from '../../src/start/service.ts'
import { NOTHING_STORED } from '../../src/start/settings.ts'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import { writeOperatorSettings } from '../../src/store/network/operator-settings.ts'
import { findOrCreateOwner } from '../../src/store/people/owners.ts'
import { insertUser, setPasswordHash } from '../../src/store/people/users.ts'
import { sharedBrowser } from '../support/browser.ts'
import { lacksChromium } from '../support/needs.ts'
import { makeDatabase } from '../support/service.ts'

export const hasChromium = !lacksChromium('a journey in the browser')

export const PASSWORD = 'correct horse battery'

export interface Person {
  readonly email: string
  readonly role: Role
  readonly id: number
}

export class Journey {
  readonly service: Service
  readonly db: DatabasePool
  readonly baseUrl: string
  readonly casterPort: number
  readonly browser: Browser
  readonly #drop: () => Promise<void>
  readonly #windows = new Set<BrowserContext>()
  #kept = new Set<BrowserContext>()
  /** Browser errors of all pages. Each file has a test that expects none. */
  readonly complaints: string[] = []

  private constructor(
    service: Service,
    db: DatabasePool,
    baseUrl: string,
    casterPort: number,
    browser: Browser,
    drop: () => Promise<void>,
  ) {
    this.service = service
    this.db = db
    this.baseUrl = baseUrl
    this.casterPort = casterPort
    this.browser = browser
    this.#drop = drop
  }

  static async start(
    settings: Record<string, string> = {},
    operator: Partial<StoredSettings> = {},
    fixed: Partial<FixedValues> = {},
  ): Promise<Journey> {
    const { db, connection, drop } = await makeDatabase()
    const any = { host: '127.0.0.1', port: 0 }
    const ports = await freePorts({ PORT: any, CASTER_PORT: any, METRICS_PORT: any })
    const baseUrl = `http://127.0.0.1:${ports.PORT}`
    const { user, password, host, port, database } = connection
    const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password ?? ''))}`
    const environment = {
      DATABASE_URL: `postgres://${login}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port ?? 5432}`,
      ENCRYPTION_KEYS: newKey(),
      BASE_URL: baseUrl,
      LOG_LEVEL: 'error',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      ...settings,
    }
    await writeOperatorSettings(db, { ...NOTHING_STORED, ...operator })
    const service = await startService(readConfig(environment, { ...FIXED, ...fixed }))
    return new Journey(service, db, baseUrl, ports.CASTER_PORT, await sharedBrowser(), drop)
  }

  async stop(): Promise<void> {
    for (const context of this.#windows) await context.close()
    await this.service.stop()
    await this.#drop()
  }

  /** A new window with its own cookies; in Spanish by default. */
  async window(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      locale: 'es-MX',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
      ...options,
    })
    context.setDefaultTimeout(60_000) // for elements that never appear; generous for a busy machine
    this.#windows.add(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      // HTTP errors that a test provokes do not count; violations of the content security policy do.
      const isRefusal = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isRefusal) this.complaints.push(message.text())
    })
    return page
  }

  /** Keeps the windows that are open now for the next tests. */
  keepWindows(): void {
    this.#kept = new Set(this.#windows)
  }

  /** Run after each test, because open pages keep using the CPU. */
  async closeWindows(): Promise<void> {
    for (const context of this.#windows)
      if (!this.#kept.has(context)) {
        this.#windows.delete(context)
        await context.close()
      }
  }

  /** Creates a user with a password, without the invitation that other tests cover. */
  async person(role: Role, ownerName?: string, email = `${role}@example.mx`): Promise<Person> {
    const ownerId = ownerName === undefined ? null : (await findOrCreateOwner(this.db, ownerName)).id
    const wanted = { email, name: `Persona ${role}`, role, ownerId, language: null, createdAt: new Date() }
    const user = await insertUser(this.db, wanted)
    await setPasswordHash(this.db, user!.id, await new PasswordHasher().hash(PASSWORD, known(user!.id)))
    return { email, role, id: user!.id }
  }

  /** Signs in without the login form, which test/e2e/entry.long.test.ts covers. */
  async signIn({ email }: Pick<Person, 'email'>, options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
    const page = await this.window(options)
    const login = { data: { email, password: PASSWORD }, headers: { 'sec-fetch-site': 'same-origin' } }
    const answer = await page.context().request.post(this.at('/console/api/login'), login)
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
    await page.goto(this.at(`/console${path}`))
    await page.locator('#content').waitFor()
    return page
  }

  /** Calls the console's own routes with this window's session. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  async ask(page: Page, method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
    const request = { method, url: `/console/api${path}`, text: body === undefined ? null : JSON.stringify(body) }
    return page.evaluate(async ({ method, url, text }) => {
      const headers: Record<string, string> = text === null ? {} : { 'content-type': 'application/json' }
      const answer = await fetch(url, { method, headers, body: text })
      return { status: answer.status, body: await answer.json() }
    }, request)
  }

  at(path: string): string {
    return `${this.baseUrl}${path}`
  }
}
