// The crash test: callers issue, renew and revoke through a real service while it, a second worker and the database are
// killed with SIGKILL again and again. Afterwards no confirmed change is missing, and every event was created once and
// delivered.
//
//   npm run test:crash [-- SECONDS]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { usage } from '../../scripts/usage.ts'
import { withFixed } from '../support/fixed-values.ts'
import { environment, isAlive, makeToken, postmasterOf, until } from '../support/process.ts'

const CALLERS = 6
const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 30_000
const SOME_OF_EACH_MS = 60_000
/** More than a lease of 30 s and the time for the backlog. */
const DRAIN_TIMEOUT_MS = 120_000
/** One retry per second, more than any delivery needs. */
const RETRY_DELAYS_MS = Array<number>(600).fill(1_000)

const entry = fileURLToPath(new URL('../../bin/vertice.js', import.meta.url))

const between = (low: number, high: number) => low + Math.random() * (high - low)
const chance = (probability: number) => Math.random() < probability
const count = (counts: Record<string, number>, name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by
}

/** A process that is restarted whenever it exits, as by a supervisor. */
class KeptProcess {
  readonly name: string
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | null = null
  #keeping: Promise<void> | null = null
  #killed = false
  #stopping = false
  #output = ''
  /** URL of its API while it is ready. */
  url: string | null = null
  isReady = false
  starts = 0
  /** Exits before it was ready, which may happen when the database dies. */
  readonly failedStarts: string[] = []
  /** Exits after it was ready that were not caused by a kill. */
  readonly crashes: string[] = []

  constructor(name: string, env: NodeJS.ProcessEnv) {
    this.name = name
    this.#env = env
  }

  keep(): void {
    this.#stopping = false
    this.#keeping ??= this.#loop().finally(() => {
      this.#keeping = null
    })
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      await this.#runOnce()
      if (!this.#stopping && !this.#killed) await sleep(200)
    }
  }

  async #runOnce(): Promise<void> {
    this.starts += 1
    this.#killed = false
    this.#output = ''
    // In its own process group, so that all of it can be killed at once.
    const child = spawn(process.execPath, [entry, 'start'], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child = child
    let wasReady = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-10_000)
        if (wasReady || !this.#output.includes('vertice token create')) return
        wasReady = true
        this.url = /API +(http:\S+)/.exec(this.#output)?.[1] ?? null
        this.isReady = true
      })
    }
    await once(child, 'close')
    this.isReady = false
    this.url = null
    this.#child = null
    if (this.#killed) return
    const end = `exit ${child.exitCode ?? child.signalCode}: ${this.output}`
    if (!wasReady) this.failedStarts.push(end)
    else if (!this.#stopping || child.exitCode !== 0) this.crashes.push(end)
  }

  kill(): boolean {
    const pid = this.#child?.pid
    if (pid === undefined || this.#child!.exitCode !== null || this.#child!.signalCode !== null) return false
    this.#killed = true
    try {
      return process.kill(-pid, 'SIGKILL')
    } catch {
      return false
    }
  }

  get output(): string {
    return this.#output.trim().slice(-1500)
  }

  async ready(): Promise<void> {
    await until(() => this.isReady, START_TIMEOUT_MS).catch(() => {
      throw new Error(`the ${this.name} was not ready within ${START_TIMEOUT_MS / 1000} s: ${this.output}`)
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#child?.kill('SIGTERM')
    const impatient = setTimeout(() => {
      this.crashes.push(`did not stop within ${STOP_TIMEOUT_MS / 1000} s: ${this.output}`)
      this.kill()
    }, STOP_TIMEOUT_MS)
    await this.#keeping
    clearTimeout(impatient)
  }

  async end(): Promise<void> {
    this.#stopping = true
    this.kill()
    await this.#keeping
  }
}

/** An event that arrived at one path: its body and number of deliveries. */
interface Arrival {
  readonly body: string
  times: number
  accepted: number
}

/** A webhook receiver that fails at times. */
class Receiver {
  readonly #server: Server
  readonly arrivals = new Map<string, Map<string, Arrival>>()
  readonly answers: Record<string, number> = {}
  readonly problems: string[] = []
  isMoody = true

  constructor() {
    this.#server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      request.on('error', () => {})
      request.on('end', async () => {
        const arrival = this.#note(request.url!, String(request.headers['webhook-id']), body)
        const mood = this.isMoody ? Math.random() : 1
        if (mood < 0.05) {
          count(this.answers, 'reset')
          request.socket.resetAndDestroy()
        } else if (mood < 0.12) {
          count(this.answers, '500')
          response.writeHead(500).end()
        } else {
          if (mood < 0.2) await sleep(between(0, 500))
          count(this.answers, '200')
          arrival.accepted += 1
          response.end()
        }
      })
    })
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  at(path: string): Map<string, Arrival> {
    const known = this.arrivals.get(path) ?? new Map<string, Arrival>()
    this.arrivals.set(path, known)
    return known
  }

  #note(path: string, id: string, body: string): Arrival {
    const arrival = this.at(path).get(id) ?? { body, times: 0, accepted: 0 }
    this.at(path).set(id, arrival)
    arrival.times += 1
    if (arrival.body !== body) this.problems.push(`event ${id} came with different bytes`)
    return arrival
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

interface Credential {
  readonly id: number
  readonly password: string
}

/** The responses that callers received and may rely on. */
class Ledger {
  readonly issued: Credential[] = []
  readonly revoked = new Set<number>()
  /** By label: the number of credentials requested with an idempotency key, and whether the request was answered. */
  readonly keyed = new Map<string, { size: number; isAnswered: boolean }>()
  /** Credentials to revoke at the moment of their expiry. */
  readonly ending: { id: number; at: Date }[] = []
  /** By credential: renewals with a key that were answered, and those abandoned before an answer. */
  readonly renewals = new Map<number, { answered: number; open: number }>()
  /** Credentials that any caller may revoke. */
  readonly revocable: number[] = []
  readonly answers: Record<string, number> = {}
  readonly problems: string[] = []

  /** Whether there is at least one response of each kind. */
  get hasSome(): boolean {
    return this.issued.length > 0 && this.revoked.size > 0
  }
}

/** 409: a request with the same key, from a killed service, is still running in the database. */
const EXPECTED_ISSUE = ['201', '503', '409', 'no answer']
/** 409: the credential has expired. */
const EXPECTED_REVOKE = ['200', '503', '409', 'no answer']
/** 409: revoked, or a request is still running. */
const EXPECTED_RENEW = EXPECTED_REVOKE

class Caller {
  readonly #service: KeptProcess
  readonly #token: string
  readonly #ledger: Ledger
  readonly #isOver: () => boolean

  constructor(service: KeptProcess, token: string, ledger: Ledger, isOver: () => boolean) {
    this.#service = service
    this.#token = token
    this.#ledger = ledger
    this.#isOver = isOver
  }

  async run(): Promise<void> {
    while (!this.#isOver()) {
      if (chance(0.35)) await this.#revoke()
      else if (chance(0.25)) await this.#renew()
      else await this.#issue()
      await sleep(between(5, 60))
    }
  }

  async #issue(): Promise<void> {
    const size = chance(0.25) ? Math.ceil(between(1, 20)) : 0
    const key = chance(0.35) ? crypto.randomUUID() : null
    const one = { segundos: 3600, ...(key && { label: key }) }
    const [path, body] =
      size === 0 ? ['/credentials', one] : ['/credentials/batch', { credentials: Array(size).fill(one) }]
    if (key) this.#ledger.keyed.set(key, { size: size || 1, isAnswered: false })
    const made = await this.#issueOnce(path, body, key)
    if (!made) return
    this.#ledger.issued.push(...made)
    for (const { id } of made) if (chance(0.5)) this.#ledger.revocable.push(id)
    if (!key) return
    this.#ledger.keyed.get(key)!.isAnswered = true
    // Repeats some requests, like a caller that lost the response.
    const again = chance(0.2) ? await this.#issueOnce(path, body, key) : null
    if (again && JSON.stringify(again) !== JSON.stringify(made))
      this.#ledger.problems.push(`key ${key} was answered twice, differently`)
  }

  /** Retries until there is an answer if there is a key; without a key it asks once. */
  async #issueOnce(path: string, body: object, key: string | null): Promise<Credential[] | null> {
    do {
      const answer = await this.#ask('POST', path, EXPECTED_ISSUE, body, key)
      if (answer?.status === 201) {
        const made: Credential[] = answer.body.credentials ?? [answer.body.credential]
        return made.map(({ id, password }) => ({ id, password }))
      }
      await sleep(50)
    } while (key && !this.#isOver())
    return null
  }

  async #revoke(): Promise<void> {
    const { revocable, revoked } = this.#ledger
    const ending = chance(0.5) ? this.#ledger.ending.pop() : undefined
    if (ending) await sleep(Math.max(0, ending.at.getTime() - Date.now() - between(0, 20)))
    const [id] = ending ? [ending.id] : revocable.splice(Math.floor(Math.random() * revocable.length), 1)
    if (id === undefined) return
    const answer = await this.#ask('DELETE', `/credentials/${id}`, EXPECTED_REVOKE)
    if (answer?.status === 200 && answer.body.credential.estado === 'revocada') revoked.add(id)
    // Revokes again if there was no answer, and sometimes anyway.
    if (!answer || answer.status === 503 || chance(0.1)) revocable.push(id)
  }

  /** Retries with a key until there is an answer; the renewal must count once. */
  async #renew(): Promise<void> {
    const { issued, renewals } = this.#ledger
    const one = issued[Math.floor(Math.random() * issued.length)]
    if (!one) return
    const known = renewals.get(one.id) ?? { answered: 0, open: 0 }
    renewals.set(one.id, known)
    known.open += 1
    const key = crypto.randomUUID()
    do {
      const answer = await this.#ask('POST', `/credentials/${one.id}/renovar`, EXPECTED_RENEW, { segundos: 3600 }, key)
      if (answer?.status === 200 || answer?.body.code === 'credential_revoked') {
        known.open -= 1
        if (answer.status === 200) known.answered += 1
        return
      }
      await sleep(50)
    } while (!this.#isOver())
  }

  async #ask(
    method: 'POST' | 'DELETE',
    path: string,
    expected: readonly string[],
    body?: object,
    key?: string | null,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  ): Promise<{ status: number; body: any } | null> {
    while (!this.#service.url && !this.#isOver()) await sleep(20)
    const { answers, problems } = this.#ledger
    try {
      const answer = await fetch(`${this.#service.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      count(answers, `${method} ${answer.status}`)
      if (!expected.includes(String(answer.status)))
        problems.push(`${method} ${path.replace(/\d+/, '{id}')} was answered ${answer.status}: ${text.slice(0, 300)}`)
      return { status: answer.status, body: JSON.parse(text) }
    } catch {
      count(answers, `${method} without an answer`)
      await sleep(50)
      return null
    }
  }
}

/** Makes some credentials expire soon, because the API's minimum is an hour. */
async function hastenExpiries(connection: pg.ClientConfig, ledger: Ledger, isOver: () => boolean): Promise<number> {
  let hastened = 0
  while (!isOver()) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000, statement_timeout: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      while (!isOver()) {
        await sleep(between(100, 300))
        const { rows } = await client.query<{ id: string; at: Date }>(
          `update credentials set expires_at = now() + (random() * 3 - 1) * interval '1 second'
           where revoked_at is null and expiry_noted_at is null and expires_at > now() + interval '1 minute'
             and id in (select id from credentials where revoked_at is null and expiry_noted_at is null
               and expires_at > now() + interval '1 minute' order by random() limit 4)
           returning id, expires_at as at`,
        )
        hastened += rows.length
        const soon = rows.filter(({ at }) => at.getTime() > Date.now() && chance(0.3))
        ledger.ending.push(...soon.map(({ id, at }) => ({ id: Number(id), at })))
      }
    } catch {
      await sleep(100) // the database is unavailable
    }
    await client.end().catch(() => {})
  }
  return hastened
}

/** The database server of this data directory, and no other process that reuses its pid. */
function ownPostmaster(dataDir: string): number | null {
  const pid = postmasterOf(dataDir)
  if (pid === null || process.platform !== 'linux') return pid
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === join(realpathSync(dataDir), 'postgres/cluster') ? pid : null
  } catch {
    return null
  }
}

function killDatabase(dataDir: string): boolean {
  const pid = ownPostmaster(dataDir)
  return pid !== null && process.kill(pid, 'SIGKILL')
}

const SUBSCRIPTIONS = {
  '/all': ['credential.issued', 'credential.expired', 'credential.revoked', 'credential.renewed'],
  '/ends': ['credential.expired', 'credential.revoked'],
}

export interface CrashReport {
  readonly seconds: number
  readonly counts: Readonly<Record<string, unknown>>
  /** Empty if all is well. */
  readonly problems: readonly string[]
}

export interface CrashOptions {
  readonly seconds: number
  readonly log: (line: string) => void
  /** Ends the test early, with cleanup. */
  readonly signal?: AbortSignal
}

export async function crashTest({ seconds, log, signal }: CrashOptions): Promise<CrashReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vertice-crash-'))
  const connection = { host: join(dataDir, 'postgres/socket'), user: 'vertice', database: 'vertice' }
  const env = {
    ...environment(dataDir),
    RATE_LIMIT_PER_MINUTE: '1000000000',
    WEBHOOK_ALLOW: '127.0.0.0/8',
    ...withFixed({ webhookRetryDelaysMs: RETRY_DELAYS_MS }),
    LOG_LEVEL: 'warn',
  }
  const service = new KeptProcess('service', env)
  const worker = new KeptProcess('worker', { ...env, ROLES: 'worker' })
  const receiver = new Receiver()
  const ledger = new Ledger()
  const kills: Record<string, number> = {}
  const checkGoing = () => signal?.throwIfAborted()

  try {
    const token = await makeToken(dataDir)
    const receiverUrl = await receiver.listen()
    service.keep()
    worker.keep()
    await Promise.all([service.ready(), worker.ready()])
    for (const [path, types] of Object.entries(SUBSCRIPTIONS)) {
      const made = await fetch(`${service.url}/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiverUrl + path, eventos: types.join(',') }),
      })
      if (made.status !== 201) throw new Error(`no webhook: ${await made.text()}`)
    }

    log(`killing for ${seconds} s …`)
    const end = Date.now() + seconds * 1000
    let isOver = false
    const over = () => isOver || signal?.aborted === true
    const callers = Array.from({ length: CALLERS }, () => new Caller(service, token, ledger, over).run())
    const hastening = hastenExpiries(connection, ledger, over)
    await sleep(Math.min(1_000, seconds * 100))
    while (Date.now() < end && !over()) {
      const victim = pick({ service: 4, worker: 4, database: 3, everything: 1 })
      const hit = [
        ['service', 'everything'].includes(victim) && service.kill(),
        ['worker', 'everything'].includes(victim) && worker.kill(),
        ['database', 'everything'].includes(victim) && killDatabase(dataDir),
      ]
      if (hit.includes(true)) count(kills, victim)
      await sleep(between(400, 1_600))
    }
    // A busy machine may have needed that time for starts, so wait until some of each kind were answered.
    await until(() => ledger.hasSome || over(), SOME_OF_EACH_MS).catch(() => log('not even one of each was answered'))
    isOver = true
    await Promise.all(callers)
    const hastened = await hastening
    checkGoing()

    log('starting everything cleanly …')
    await Promise.all([service.ready(), worker.ready()])
    await Promise.all([service.stop(), worker.stop()])
    receiver.isMoody = false
    service.keep()
    worker.keep()
    await Promise.all([service.ready(), worker.ready()])
    const pool = new pg.Pool({ ...connection, max: 2 })
    pool.on('error', () => {})
    try {
      const from = Date.now()
      let left = { pending: 0, untold: 0 }
      const isQuiet = async () => {
        checkGoing()
        const { rows } = await pool.query(
          `select (select count(*)::int from deliveries where state = 'pending') as pending,
             (select count(*)::int from credentials where revoked_at is null and expiry_noted_at is null
               and expires_at < now() + interval '1 minute') as untold`,
        )
        left = rows[0]
        await sleep(200)
        return left.pending === 0 && left.untold === 0
      }
      await until(isQuiet, DRAIN_TIMEOUT_MS).catch((error) => {
        log(`not quiet after ${DRAIN_TIMEOUT_MS / 1000} s (${JSON.stringify(left)}): ${error.message}`)
        for (const { name, output } of [service, worker]) log(`  the ${name} said: ${output}`)
      })
      const problems = [...ledger.problems, ...receiver.problems, ...(await findProblems(pool, ledger, receiver))]
      problems.push(...(await findUnreadable(service.url!, token, ledger)))
      for (const { name, crashes } of [service, worker])
        problems.push(...crashes.map((crash) => `the ${name} ended by itself: ${crash}`))
      const { rows: types } = await pool.query(
        'select type, count(*)::int as count from events group by type order by type',
      )
      const arrivals = [...receiver.arrivals.values()].flatMap((known) => [...known.values()])
      const times = arrivals.reduce((sum, arrival) => sum + arrival.times, 0)
      const counts = {
        kills,
        starts: { service: service.starts, worker: worker.starts },
        'failed starts': { service: service.failedStarts.length, worker: worker.failedStarts.length },
        answers: ledger.answers,
        answered: {
          credentials: ledger.issued.length,
          revocations: ledger.revoked.size,
          keys: ledger.keyed.size,
          renewals: sum(ledger.renewals.values()),
        },
        'expiries hastened': hastened,
        events: Object.fromEntries(types.map(({ type, count }) => [type, count])),
        arrivals: { requests: times, distinct: arrivals.length, duplicates: times - arrivals.length },
        'answers of the receiver': receiver.answers,
        'quiet after': `${((Date.now() - from) / 1000).toFixed(1)} s`,
        problems: problems.length,
      }
      for (const [name, value] of Object.entries(counts)) log(`  ${name}: ${JSON.stringify(value)}`)
      for (const start of [...service.failedStarts, ...worker.failedStarts].slice(0, 3)) log(`  failed start: ${start}`)
      for (const problem of problems.slice(0, 20)) log(`  PROBLEM: ${problem}`)
      return { seconds, counts, problems }
    } finally {
      await pool.end()
    }
  } finally {
    await Promise.all([service.end(), worker.end()])
    receiver.close()
    const postmaster = ownPostmaster(dataDir)
    if (postmaster !== null) process.kill(postmaster, 'SIGQUIT')
    for (let tries = 0; tries < 100 && postmaster !== null && isAlive(postmaster); tries++) await sleep(50)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const sum = (renewals: Iterable<{ answered: number }>) =>
  [...renewals].reduce((total, { answered }) => total + answered, 0)

function pick<Name extends string>(weights: Record<Name, number>): Name {
  const names = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight as number).fill(name))
  return names[Math.floor(Math.random() * names.length)] as Name
}

/** Compares the responses with the stored rows, and the stored events with the deliveries. */
async function findProblems(pool: pg.Pool, ledger: Ledger, receiver: Receiver): Promise<string[]> {
  const problems: string[] = []
  const { rows: credentials } = await pool.query<{ id: string; label: string; revoked: boolean; ended: boolean }>(
    'select id, label, revoked_at is not null as revoked, expires_at <= now() as ended from credentials',
  )
  const { rows: events } = await pool.query<{ id: string; type: string; credential_id: string; body: string }>(
    'select id, type, credential_id, body from events',
  )

  const stored = new Map(credentials.map((credential) => [Number(credential.id), credential]))
  const missing = (what: string, ids: readonly (number | string)[]) => {
    if (ids.length > 0) problems.push(`${ids.length} ${what}, such as ${ids.slice(0, 5).join(', ')}`)
  }
  const issued = ledger.issued.map(({ id }) => id)
  missing(
    'answered credentials are not in the database',
    issued.filter((id) => !stored.has(id)),
  )
  missing(
    'answered revocations are not in the database',
    [...ledger.revoked].filter((id) => !stored.get(id)?.revoked),
  )

  const byLabel = Map.groupBy(credentials, ({ label }) => label)
  for (const [key, { size, isAnswered }] of ledger.keyed) {
    const made = byLabel.get(key)?.length ?? 0
    if (made !== size && (isAnswered || made !== 0))
      problems.push(`key ${key} made ${made} credentials instead of ${size}`)
  }

  const told = Map.groupBy(events, (event) => Number(event.credential_id))
  const wrong = new Map<string, number[]>()
  for (const [id, { revoked, ended }] of stored) {
    const last = revoked ? ['credential.revoked'] : ended ? ['credential.expired'] : []
    const types = (told.get(id) ?? []).map(({ type }) => type).sort()
    const renewed = types.filter((type) => type === 'credential.renewed').length
    const { answered = 0, open = 0 } = ledger.renewals.get(id) ?? {}
    if (renewed < answered || renewed > answered + open)
      problems.push(`credential ${id} was renewed ${renewed} times; ${answered} were answered and ${open} given up`)
    // It may have expired before each renewal, with an event.
    const expired = types.filter((type) => type === 'credential.expired').length
    const before = Math.min(renewed, expired - (last.includes('credential.expired') ? 1 : 0))
    const renewals = [
      ...Array(renewed).fill('credential.renewed'),
      ...Array(Math.max(0, before)).fill('credential.expired'),
    ]
    const expected = ['credential.issued', ...renewals, ...last].sort().join(' + ')
    const actual = types.join(' + ')
    if (actual === expected) continue
    const what = `credentials told as "${actual}" instead of "${expected}"`
    wrong.set(what, [...(wrong.get(what) ?? []), id])
  }
  for (const [what, ids] of wrong) missing(what, ids)
  missing(
    'events are of no credential',
    [...told.keys()].filter((id) => !stored.has(id)),
  )

  for (const [path, types] of Object.entries(SUBSCRIPTIONS)) {
    const owed = new Map(events.filter(({ type }) => types.includes(type)).map((event) => [event.id, event]))
    const arrived = receiver.at(path)
    missing(
      `events never arrived at ${path}`,
      [...owed.keys()].filter((id) => !arrived.has(id)),
    )
    missing(
      `events were never accepted at ${path}`,
      [...owed.keys()].filter((id) => arrived.get(id)?.accepted === 0),
    )
    missing(
      `unknown events arrived at ${path}`,
      [...arrived.keys()].filter((id) => !owed.has(id)),
    )
    missing(
      `events arrived at ${path} with bytes that are not the stored ones`,
      [...arrived].filter(([id, { body }]) => owed.has(id) && owed.get(id)!.body !== body).map(([id]) => id),
    )
  }
  const { rows: open } = await pool.query<{ id: string; state: string }>(
    `select id, state from deliveries where state <> 'delivered'`,
  )
  missing(
    'deliveries are not noted as delivered',
    open.map(({ id, state }) => `${id} (${state})`),
  )
  return problems
}

/** Checks that a sample of the issued credentials can still be read unchanged. */
async function findUnreadable(url: string, token: string, { issued }: Ledger): Promise<string[]> {
  const problems: string[] = []
  const every = Math.max(1, Math.floor(issued.length / 100))
  for (const { id, password } of issued.filter((_, index) => index % every === 0)) {
    const answer = await fetch(`${url}/credentials/${id}`, { headers: { authorization: `Bearer ${token}` } })
    const { credential } = (await answer.json()) as { credential?: Credential }
    if (credential?.password !== password)
      problems.push(`credential ${id} is answered ${answer.status} or otherwise than at its issue`)
  }
  return problems
}

if (import.meta.main) {
  usage(`
usage: npm run test:crash [-- SECONDS]

Kills the service, its worker and its database again and again for 180 seconds, or as many as given, and checks afterwards that nothing
that was answered is lost and that every event was delivered. Writes temporary files only.
`)
  const seconds = Number(process.argv[2] ?? 180)
  if (!(seconds > 0 && seconds <= 86_400)) {
    console.error('SECONDS must be more than 0 and at most 86400')
    process.exit(2)
  }
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort(new Error(name)))
  const { problems } = await crashTest({ seconds, log: console.log, signal: interrupted.signal })
  console.log(problems.length === 0 ? 'nothing lost, nothing twice' : `${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
