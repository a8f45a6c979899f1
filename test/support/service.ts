// A real API on a real database, called without a port. The contract tests use it.
import { randomBytes } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { importStations } from '../../src/actions/stations/import.ts'
import { newKey, parseKeys } from '../../src/base/secrets.ts'
import type { App } from '../../src/base/serving/app.ts'
import type { Scope } from '../../src/domain/people/tokens/token.ts'
import type { StationInput } from '../../src/domain/stations/input.ts'
import { buildApi } from '../../src/http/api/server.ts'
import type { ApiServices } from '../../src/http/api/services.ts'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { openLog } from '../../src/start/log.ts'
import { sharedWriter } from '../../src/store/credentials/writer.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { type DatabasePool, openDatabase } from '../../src/store/kit/database.ts'
import { rateSharer } from '../../src/store/operations/rate-slots.ts'
import { byTest } from './action-context.ts'
import { onTestFinished } from './concurrent.ts'

/** The service's own pools, by owner pool. A test's `db.pool` belongs to the owner, who may change all tables. */
const workPools = new WeakMap<pg.Pool, pg.Pool>()

/** Creates a database; `drop` removes it. `connection` has the service's role. */
export async function makeDatabase(): Promise<{
  db: DatabasePool
  connection: pg.PoolConfig
  drop: () => Promise<void>
}> {
  const { connection, serviceRole, template } = inject('database')
  const name = `vertice_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...connection } as pg.ClientConfig)
  await admin.connect()
  // The default strategy writes the 12 MB of the template to the WAL.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const own = { ...connection, user: serviceRole, database: name }
  const work = openDatabase(own, 10)
  const owner = openDatabase({ ...connection, database: name }, 10)
  workPools.set(owner.pool, work.pool)
  return {
    db: { ...work, pool: owner.pool },
    connection: own,
    async drop() {
      await work.close()
      await owner.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

export const workPool = (db: DatabasePool): pg.Pool => workPools.get(db.pool) ?? db.pool

export function heldConnections(db: DatabasePool): number {
  const { totalCount, idleCount } = workPool(db)
  return totalCount - idleCount
}

/** Waits until every connection of the pool is free, so that work started alongside a response is complete. */
export async function nothingUnderWay(db: DatabasePool): Promise<void> {
  const pool = workPool(db)
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const connection of connections) connection.release()
}

export const BASE_URL = 'https://rtk.example.mx'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  readonly body: any
  readonly text: string
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

export class TestService {
  readonly db: DatabasePool
  readonly services: ApiServices
  /** The time of the service's clock; `null` for the real time. */
  time: Date | null = null
  readonly #drop: () => Promise<void>
  #app: Promise<App> | null = null

  private constructor(db: DatabasePool, services: ApiServices, drop: () => Promise<void>) {
    this.db = db
    this.services = services
    this.#drop = drop
  }

  static async start(overrides: Partial<ApiServices> = {}): Promise<TestService> {
    const { db, drop } = await makeDatabase()
    let service: TestService | null = null
    const reader = new CurrentReader(db, { casterHost: 'caster.example.mx', casterPort: 2101 })
    const services: ApiServices = {
      db,
      keys: parseKeys(newKey()),
      current: () => reader.current(),
      credentialWriter: sharedWriter(db),
      baseUrl: BASE_URL,
      rateLimitPerMinute: 1_000_000,
      shareRateCounts: rateSharer(db),
      trustProxy: [],
      clock: () => service?.time ?? new Date(),
      refuseTarget: targetRefuser([]),
      notReady: async () => null,
      observe: () => {},
      log: openLog('silent') as never,
      ...overrides,
    }
    service = new TestService(db, services, drop)
    return service
  }

  /** The API, built on first use: building it takes longer than making the database, and half of the tests need none. */
  get app(): Promise<App> {
    this.#app ??= buildApi(this.services)
    return this.#app
  }

  inject = async (options: InjectOptions | string) => (await this.app).inject(options)

  async stop(): Promise<void> {
    await (await this.#app)?.close()
    await this.#drop()
  }

  async token(
    scopes: Scope[] = ['read', 'provision', 'revoke'],
    ownerName = 'Operator',
    expiresAt: Date | null = null,
  ) {
    const madeAt = expiresAt ? Math.min(Date.now(), expiresAt.getTime() - 1) : Date.now()
    return createTokenOf(byTest({ db: this.db }, new Date(madeAt)), ownerName, { name: 'test', scopes, expiresAt })
  }

  async client(scopes?: Scope[], ownerName?: string): Promise<Client> {
    return this.as((await this.token(scopes, ownerName)).secret)
  }

  /** A client with this token; `null` for none. */
  as(token: string | null): Client {
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const send = (method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string>) =>
      ask({
        method,
        url: url(path),
        headers: { 'content-type': 'application/json', ...authorization, ...headers },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    const ask = async (options: InjectOptions) => toAnswer(await this.inject(options))
    return {
      get: (path, headers = {}) => ask({ method: 'GET', url: url(path), headers: { ...authorization, ...headers } }),
      delete: (path, headers = {}) =>
        ask({ method: 'DELETE', url: url(path), headers: { ...authorization, ...headers } }),
      post: (path, body, headers = {}) => send('POST', path, body, headers),
      patch: (path, body, headers = {}) => send('PATCH', path, body, headers),
    }
  }

  saveStations(...stations: StationInput[]) {
    return importStations(byTest({ db: this.db }, this.services.clock()), stations)
  }

  async events(): Promise<{ type: string; credential_id: number; body: string }[]> {
    const { rows } = await this.db.pool.query('select type, credential_id, body from events order by id')
    return rows
  }

  /** Sets the service's clock for the rest of the test. */
  at(time: string | Date): Date {
    this.time = new Date(time)
    onTestFinished(() => {
      this.time = null
    })
    return this.time
  }
}

const url = (path: string) => (path.startsWith('/docs') || path.startsWith('/api') ? path : `/api/v1${path}`)

function toAnswer(response: LightMyRequestResponse): Answer {
  const text = response.body
  const isJson = String(response.headers['content-type'] ?? '').includes('json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : null,
  }
}

export const STATIONS = {
  cdmx: {
    code: 'CDMX',
    name: 'Ciudad de México',
    federalState: 'Ciudad de México',
    lat: 19.4326,
    lng: -99.1332,
    mountpoint: 'CDMX_RTCM32',
  },
  toluca: {
    code: 'TOLU',
    name: 'Toluca',
    federalState: 'México',
    lat: 19.2826,
    lng: -99.6557,
    mountpoint: 'TOLU_RTCM32',
  },
  cuernavaca: {
    code: 'CUER',
    name: 'Cuernavaca',
    federalState: 'Morelos',
    lat: 18.9242,
    lng: -99.2216,
    mountpoint: 'CUER_RTCM32',
  },
} satisfies Record<string, StationInput>
