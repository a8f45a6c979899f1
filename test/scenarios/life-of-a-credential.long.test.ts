// Compares credentials with a model. After every step, in any order, the API and the events must match the model.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireCredentials } from '../../src/actions/credentials/expire.ts'
import type { App } from '../../src/base/serving/app.ts'
import { buildApi } from '../../src/http/api/server.ts'
import { sharedWriter } from '../../src/store/credentials/writer.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import type { Database } from '../../src/store/kit/database.ts'
import { TestService } from '../support/service.ts'

const NOON = Date.parse('2026-11-14T18:00:00.000Z')
const FAR_AHEAD = new Date('2040-01-01T00:00:00.000Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIME_LIMIT_MS = 12_000
const FEWEST_LIVES = 10
const ESTADOS = ['activa', 'expirada', 'revocada'] as const

let service: TestService
const nodes: Node[] = []

beforeAll(async () => {
  service = await TestService.start()
  nodes.push(await Node.build(), await Node.build())
})
afterAll(async () => {
  for (const { app } of nodes) await app.close()
  await service.stop()
})

/** An API process. `start` empties its in-memory state; building a new one for each run would be too slow. */
class Node {
  readonly app: App
  #reader: CurrentReader

  private constructor(app: App, reader: CurrentReader) {
    this.app = app
    this.#reader = reader
  }

  static async build(): Promise<Node> {
    const current = () => node.current()
    const app = await buildApi({ ...service.services, current, credentialWriter: sharedWriter(service.db) })
    const node = new Node(app, newReader())
    return node
  }

  start(): void {
    this.#reader = newReader()
  }

  current() {
    return this.#reader.current()
  }
}
const newReader = () => new CurrentReader(service.db, { casterHost: 'caster.example.mx', casterPort: 2101 })

const instant = (at: number) => new Date(at).toISOString()

/** The expected state. Nothing in it is read from the service. */
interface ModelCredential {
  readonly startsAt: number
  expiresAt: number
  revoked: boolean
  suspended: boolean
  label: string | null
  /** Whether `credential.expired` was sent for the current end. */
  expiryTold: boolean
  /** Event types, each with the state that it reports. */
  readonly told: string[]
}

class Model {
  now = NOON
  readonly credentials: ModelCredential[] = []

  estadoOf({ revoked, expiresAt }: ModelCredential): (typeof ESTADOS)[number] {
    if (revoked) return 'revocada'
    return this.now >= expiresAt ? 'expirada' : 'activa'
  }

  isInForce(credential: ModelCredential): boolean {
    return this.estadoOf(credential) === 'activa' && this.now >= credential.startsAt && !credential.suspended
  }

  tell(credential: ModelCredential, what: string): void {
    credential.told.push(`credential.${what} ${this.estadoOf(credential)}`)
  }

  tellExpiry(credential: ModelCredential): void {
    if (!credential.expiryTold) this.tell(credential, 'expired')
    credential.expiryTold = true
  }

  /** Future times at which a state changes without an action. */
  moments(): number[] {
    return this.credentials.flatMap(({ startsAt, expiresAt }) => [startsAt, expiresAt]).filter((at) => at > this.now)
  }
}

/** One owner, and the API process that currently runs. */
class Real {
  readonly ids: number[] = []
  readonly ownerId: number
  readonly #token: string
  #running = 0

  private constructor(ownerId: number, token: string) {
    this.ownerId = ownerId
    this.#token = token
  }

  static async start(): Promise<Real> {
    // Process expiries that earlier runs left, so that the worker's counts belong to this run.
    await expireCredentials({ db: service.db, book: (await service.services.current()).book, now: FAR_AHEAD })
    service.time = new Date(NOON)
    const { token, secret } = await service.token(undefined, `Owner ${++owners}`)
    return new Real(token.ownerId, secret)
  }

  get #node(): Node {
    return nodes[this.#running]!
  }

  restart(): void {
    this.#running = (this.#running + 1) % nodes.length
    this.#node.start()
  }

  async work(db: Database = service.db): Promise<number> {
    return expireCredentials({ db, book: (await this.#node.current()).book, now: service.services.clock() })
  }

  async ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  ): Promise<{ status: number; body: any }> {
    const answer = await this.#node.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  async events(): Promise<Map<number, string[]>> {
    const { rows } = await service.db.pool.query<{ id: number; told: string[] }>(
      `select credential_id as id, array_agg(type || ' ' || (body::json #>> '{data,credential,estado}')) as told
       from events where owner_id = $1 group by credential_id`,
      [this.ownerId],
    )
    return new Map(rows.map(({ id, told }) => [id, told.sort()]))
  }
}
let owners = 0

async function expectAgreement(model: Model, real: Real): Promise<void> {
  const expected = model.credentials.map((credential, index) => ({
    id: real.ids[index]!,
    estado: model.estadoOf(credential),
    vigente: model.isInForce(credential),
    suspendida: credential.suspended,
    label: credential.label,
    inicia_at: instant(credential.startsAt),
    expira_at: instant(credential.expiresAt),
  }))
  const newestFirst = expected.toReversed()
  await Promise.all([
    ...expected.map(async (credential) => {
      const { status, body } = await real.ask('GET', `/credentials/${credential.id}`)
      expect([status, body.credential]).toMatchObject([200, credential])
    }),
    ...[null, ...ESTADOS].map(async (estado) => {
      const { body } = await real.ask('GET', `/credentials?limit=1000${estado ? `&estado=${estado}` : ''}`)
      const listed = newestFirst.filter((credential) => estado === null || credential.estado === estado)
      expect([estado, body.credentials.map(idOf)]).toEqual([estado, listed.map(idOf)])
      expect([estado, body.credentials]).toMatchObject([estado, listed])
    }),
  ])
  const events = model.credentials.map((credential, index) => [real.ids[index]!, credential.told.toSorted()] as const)
  expect(await real.events()).toEqual(new Map(events))
}

const idOf = ({ id }: { id: number }) => id

/** Number of executions of each step over all runs. */
const steps: Record<string, number> = {}

abstract class Step implements fc.AsyncCommand<Model, Real> {
  check(_model: Readonly<Model>): boolean {
    return true
  }
  async run(model: Model, real: Real): Promise<void> {
    const name = await this.act(model, real)
    steps[name] = (steps[name] ?? 0) + 1
    await expectAgreement(model, real)
  }
  /** Performs the step on the model and on the service. Returns a name for the count. */
  abstract act(model: Model, real: Real): Promise<string>
  abstract toString(): string
}

class Issue extends Step {
  readonly seconds: number
  readonly startsInMs: number | null

  constructor(seconds: number, startsInMs: number | null) {
    super()
    this.seconds = seconds
    this.startsInMs = startsInMs
  }
  override async act(model: Model, real: Real) {
    const startsAt = model.now + (this.startsInMs ?? 0)
    const scheduled = this.startsInMs !== null && { inicia_at: instant(startsAt) }
    const { status, body } = await real.ask('POST', '/credentials', { segundos: this.seconds, ...scheduled })
    expect(status).toBe(201)
    real.ids.push(body.credential.id)
    const expiresAt = startsAt + this.seconds * 1000
    const flags = { revoked: false, suspended: false, expiryTold: false }
    const credential = { startsAt, expiresAt, ...flags, label: null, told: [] }
    model.credentials.push(credential)
    model.tell(credential, 'issued')
    return scheduled ? 'scheduled' : 'issued'
  }
  override toString() {
    return this.startsInMs === null
      ? `issue(${this.seconds} s)`
      : `schedule(${this.seconds} s, in ${this.startsInMs} ms)`
  }
}

abstract class StepOnOne extends Step {
  readonly which: number

  constructor(which: number) {
    super()
    this.which = which
  }
  override check({ credentials }: Readonly<Model>) {
    return credentials.length > 0
  }
  override async act(model: Model, real: Real) {
    const index = this.which % model.credentials.length
    const credential = model.credentials[index]!
    const before = model.estadoOf(credential)
    return `${await this.do(model, credential, real, `/credentials/${real.ids[index]}`)} when ${before}`
  }
  abstract do(model: Model, credential: ModelCredential, real: Real, path: string): Promise<string>
}

class Revoke extends StepOnOne {
  override async do(model: Model, credential: ModelCredential, real: Real, path: string) {
    const { status, body } = await real.ask('DELETE', path)
    if (model.estadoOf(credential) === 'expirada') {
      expect([status, body.code]).toEqual([409, 'credential_expired'])
    } else {
      expect([status, body.credential?.estado, body.credential?.vigente]).toEqual([200, 'revocada', false])
      const isNew = !credential.revoked
      credential.revoked = true
      if (isNew) model.tell(credential, 'revoked')
    }
    return 'revoked'
  }
  override toString() {
    return `revoke(#${this.which})`
  }
}

const REVOKED = [409, 'credential_revoked']

class Renew extends StepOnOne {
  readonly seconds: number

  constructor(which: number, seconds: number) {
    super(which)
    this.seconds = seconds
  }
  override async do(model: Model, credential: ModelCredential, real: Real, path: string) {
    const { status, body } = await real.ask('POST', `${path}/renovar`, { segundos: this.seconds })
    const expiresAt = Math.max(model.now, credential.expiresAt) + this.seconds * 1000
    if (credential.revoked) expect([status, body.code]).toEqual(REVOKED)
    else if (expiresAt > model.now + 366 * DAY_MS) {
      expect([status, body.errors?.[0].pointer]).toEqual([400, '/segundos'])
      return 'renewed too far'
    } else {
      expect([status, body.credential?.expira_at]).toEqual([200, instant(expiresAt)])
      if (model.estadoOf(credential) === 'expirada') model.tellExpiry(credential)
      Object.assign(credential, { expiresAt, expiryTold: false })
      model.tell(credential, 'renewed')
    }
    return 'renewed'
  }
  override toString() {
    return `renew(#${this.which}, ${this.seconds} s)`
  }
}

class Pause extends StepOnOne {
  readonly suspended: boolean

  constructor(which: number, suspended: boolean) {
    super(which)
    this.suspended = suspended
  }
  override async do(model: Model, credential: ModelCredential, real: Real, path: string) {
    const { status, body } = await real.ask('POST', `${path}/${this.suspended ? 'suspender' : 'reanudar'}`)
    const name = this.suspended ? 'suspended' : 'resumed'
    if (credential.revoked) expect([status, body.code]).toEqual(REVOKED)
    else {
      expect([status, body.credential?.suspendida]).toEqual([200, this.suspended])
      if (credential.suspended !== this.suspended) model.tell(credential, name)
      credential.suspended = this.suspended
    }
    return name
  }
  override toString() {
    return `${this.suspended ? 'suspend' : 'resume'}(#${this.which})`
  }
}

class Relabel extends StepOnOne {
  readonly label: string | null

  constructor(which: number, label: string | null) {
    super(which)
    this.label = label
  }
  override async do(model: Model, credential: ModelCredential, real: Real, path: string) {
    const { status, body } = await real.ask('PATCH', path, { label: this.label })
    if (credential.revoked) expect([status, body.code]).toEqual(REVOKED)
    else {
      expect([status, body.credential?.label]).toEqual([200, this.label])
      if (credential.label !== this.label) model.tell(credential, 'updated')
      credential.label = this.label
    }
    return 'changed'
  }
  override toString() {
    return `label(#${this.which}, ${this.label})`
  }
}

class TimePasses extends Step {
  readonly ms: number

  constructor(ms: number) {
    super()
    this.ms = ms
  }
  override async act(model: Model) {
    model.now += this.ms
    service.time = new Date(model.now)
    return 'time passed'
  }
  override toString() {
    return `pass(${this.ms} ms)`
  }
}

/** Advances to the exact time of a start or an end, or a millisecond beside it, where errors are likely. */
class TimePassesTo extends Step {
  readonly which: number
  readonly besideMs: number

  constructor(which: number, besideMs: number) {
    super()
    this.which = which
    this.besideMs = besideMs
  }
  override check(model: Readonly<Model>) {
    return model.moments().length > 0
  }
  override async act(model: Model) {
    const moments = model.moments()
    model.now = Math.max(model.now, moments[this.which % moments.length]! + this.besideMs)
    service.time = new Date(model.now)
    return 'time passed to a moment'
  }
  override toString() {
    return `passTo(#${this.which} ${this.besideMs} ms)`
  }
}

class WorkerRuns extends Step {
  override async act(model: Model, real: Real) {
    const untold = model.credentials.filter((one) => model.estadoOf(one) === 'expirada' && !one.expiryTold)
    expect(await real.work()).toBe(untold.length)
    for (const credential of untold) model.tellExpiry(credential)
    return 'worker ran'
  }
  override toString() {
    return 'work'
  }
}

class Restart extends Step {
  override async act(_model: Model, real: Real) {
    real.restart()
    return 'restarted'
  }
  override toString() {
    return 'restart'
  }
}

const seconds = fc.oneof(fc.constantFrom(3_600, 31_536_000), fc.integer({ min: 3_600, max: 200_000 }))
const which = fc.nat(1_000)
const life = fc.commands(
  [
    seconds.map((valid) => new Issue(valid, null)),
    fc.tuple(seconds, fc.integer({ min: 1, max: 180 * DAY_MS })).map(([valid, inMs]) => new Issue(valid, inMs)),
    fc.tuple(seconds, fc.integer({ min: 1, max: 3 * HOUR_MS })).map(([valid, inMs]) => new Issue(valid, inMs)),
    which.map((index) => new Revoke(index)),
    fc.tuple(which, seconds).map(([index, valid]) => new Renew(index, valid)),
    fc.tuple(which, fc.boolean()).map(([index, suspended]) => new Pause(index, suspended)),
    fc.tuple(which, fc.constantFrom('a', 'b', null)).map(([index, label]) => new Relabel(index, label)),
    fc
      .oneof(fc.integer({ min: 1, max: 3 * HOUR_MS }), fc.integer({ min: 1, max: 90 * DAY_MS }))
      .map((ms) => new TimePasses(ms)),
    fc.tuple(which, fc.constantFrom(-1, 0, 1)).map(([index, beside]) => new TimePassesTo(index, beside)),
    fc.constant(new WorkerRuns()),
    fc.constant(new Restart()),
  ],
  { maxCommands: 30, size: '+1' },
)

it('keeps the API and the events equal to the model after any sequence of steps', {
  timeout: 300_000,
}, async () => {
  let runs = 0
  const deadline = Date.now() + TIME_LIMIT_MS
  await fc.assert(
    fc.asyncProperty(life, async (commands) => {
      if (runs >= FEWEST_LIVES && Date.now() > deadline) return
      runs += 1
      const real = await Real.start()
      try {
        await fc.asyncModelRun(() => ({ model: new Model(), real }), commands)
      } finally {
        service.time = null
      }
    }),
    { numRuns: 150 },
  )
  console.log(`${runs} lives of credentials:`, JSON.stringify(steps))
  const wanted = ['issued', 'scheduled', 'revoked when activa', 'worker ran', 'restarted']
  wanted.push('renewed when activa', 'renewed when expirada', 'suspended when activa', 'resumed when activa')
  for (const step of [...wanted, 'changed when activa']) expect(steps[step], step).toBeGreaterThan(0)
})

it('rejects a revocation that waited while the worker recorded the expiry: one end, one event', async () => {
  const real = await Real.start()
  try {
    const { body } = await real.ask('POST', '/credentials', { segundos: 3600 })
    const { id } = body.credential
    const path = `/credentials/${id}`
    let revocation: ReturnType<Real['ask']> | null = null
    await service.db.transaction(async (tx) => {
      // A worker holds the row and records the expiry …
      service.time = new Date(NOON + HOUR_MS)
      expect(await real.work(tx)).toBe(1)
      // … while a revocation waits for it, from just before the end or from a node whose clock is behind.
      service.time = new Date(NOON + HOUR_MS - 1)
      revocation = real.ask('DELETE', path)
      await waitForLock()
    })
    const answer = await revocation!
    service.time = new Date(NOON + HOUR_MS)
    expect((await real.events()).get(id)).toEqual(['credential.expired expirada', 'credential.issued activa'])
    expect([answer.status, answer.body.code]).toEqual([409, 'credential_expired'])
    expect((await real.ask('GET', path)).body.credential.estado).toBe('expirada')
  } finally {
    service.time = null
  }
})

async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await service.db.pool.query(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].waiting
    })
    .toBe(1)
}
