// Does the running service do what its own description says? Specmatic reads the description, makes requests from it
// (valid ones in every combination and at every bound, and broken ones) and holds each answer against it.
// A real server, an empty database, this machine only; nothing is left behind.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const DEADLINE_MS = 5 * 60_000
const START_PATIENCE_MS = 60_000
const STOP_PATIENCE_MS = 20_000
const MOST_FAILURES_SHOWN = 5
const MOST_LINES_SHOWN = 100

const command = fileURLToPath(new URL('../bin/vertice.js', import.meta.url))
const jar = join(dirname(createRequire(import.meta.url).resolve('specmatic/package.json')), 'specmatic.jar')

/** A public address would do as well, but then a delivery might one day leave the machine. */
const WEBHOOK_TARGET = 'http://127.0.0.1:9/webhook'

/**
 * What a schema cannot say, as values that the tool takes where it would make up its own. The ids name the first
 * station, credential and webhook of this run.
 */
const dictionary = (cursor: string) => ({
  PARAMETERS: { PATH: { id: 1 }, QUERY: { cursor } },
  CredentialRequest: {
    // Must exist, and agree where both are given.
    station_id: 1,
    station_codigo: 'CDMX',
    // Must not lie in the past nor more than 180 days ahead: each of the forms that the contract knows.
    inicia_at: ['', 'T09:30', 'T09:30:15.123456789', 'T09:30:00Z', 'T09:30:00-06:00'].map((time) => dayAhead() + time),
    // Would need a mail transport, which this server does not have; `true` is then a documented 400.
    enviar_email: false,
  },
  WebhookRequest: {
    url: WEBHOOK_TARGET,
    eventos: ['credential.issued', 'order.paid, credential.revoked , order.paid'],
  },
})

/** As much of the description as is touched here. */
interface Description {
  readonly paths: Record<string, Record<string, { parameters?: { name: string; schema: object }[] }>>
  readonly components: { schemas: Record<string, { properties: Record<string, object> }> }
}

/**
 * What the tool must not make up on top of that; everything else it gets as it is published.
 *
 * The tool fills the shortest and the longest text with random letters, whatever else the text has to be: these five
 * would no longer be a cursor, a station, a time, an address or names of events, and be refused, rightly. Without the
 * bounds it takes the values above.
 *
 * An `Idempotency-Key` belongs to one body, and the tool repeats keys of one letter with others: a documented 422.
 *
 * Lengths of these texts and repeated keys are therefore for test/contract to try.
 */
function withoutGuesses(description: Description): Description {
  const { CredentialRequest, WebhookRequest } = description.components.schemas
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path))
  const unbounded = [
    ...operations
      .flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name === 'cursor'))
      .map((p) => p.schema),
    CredentialRequest!.properties.station_codigo,
    CredentialRequest!.properties.inicia_at,
    WebhookRequest!.properties.url,
    WebhookRequest!.properties.eventos,
  ]
  for (const schema of unbounded as { minLength?: number; maxLength?: number }[]) {
    delete schema.minLength
    delete schema.maxLength
  }
  for (const operation of operations)
    if (operation.parameters)
      operation.parameters = operation.parameters.filter(({ name }) => name !== 'Idempotency-Key')
  return description
}

process.exitCode = await main()

async function main(): Promise<number> {
  if (spawnSync('java', ['-version']).status !== 0) {
    const inCi = process.env.CI === 'true'
    console.error(
      `conformance: ${inCi ? 'FAILED' : 'SKIPPED'}: it needs Java 17 or newer, and there is no java on the PATH`,
    )
    return inCi ? 1 : 0
  }
  const stop = new AbortController()
  const deadline = setTimeout(
    () => stop.abort(new Error(`took longer than ${DEADLINE_MS / 60_000} minutes`)),
    DEADLINE_MS,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)))
  const folder = await mkdtemp(join(tmpdir(), 'vertice-conformance-'))
  const port = await freePort()
  const env = settings(folder, port)
  const server = spawn(process.execPath, [command, 'start'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const { totals, failures } = await run(new URL(env.BASE_URL), folder, env, server, stop.signal)
    for (const lines of failures) console.error(`${lines.slice(0, MOST_LINES_SHOWN).join('\n')}\n`)
    console.log(`conformance: ${totals.tests} tests, ${totals.successes} successes, ${totals.failures} failures`)
    return totals.tests > 0 && totals.successes === totals.tests ? 0 : 1
  } catch (error) {
    console.error(`conformance: FAILED: ${((stop.signal.reason ?? error) as Error).message}`)
    return 1
  } finally {
    clearTimeout(deadline)
    await end(server) // and with it the database that it started
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(base: URL, folder: string, env: NodeJS.ProcessEnv, server: ChildProcess, signal: AbortSignal) {
  await ready(base, server, signal)
  const token = await prepare(env)
  const ask = client(new URL('/api/v1/', base), token, signal)
  const cursor = await fill(ask)

  const write = (name: string, content: string) => writeFile(join(folder, name), content)
  const description = await fetch(new URL('/docs/openapi.json', base), { signal })
  await write('openapi.json', JSON.stringify(withoutGuesses((await description.json()) as Description)))
  await write('openapi_dictionary.json', JSON.stringify(dictionary(cursor))) // found by its name

  const done = new AbortController()
  const tidying = tidyWebhooks(ask, done.signal)
  tidying.catch(() => {}) // awaited below
  try {
    return await specmatic(new URL('/api/v1', base), folder, token, signal)
  } finally {
    done.abort()
    await tidying
  }
}

/** Whatever else the environment or a file `.env` says, this server stands alone. An empty value means the default. */
function settings(folder: string, port: number) {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    ENCRYPTION_KEYS: '',
    METRICS_HOST: '',
    METRICS_PORT: '0',
    TRUST_PROXY: '',
    SMTP_URL: '',
    ROLES: 'api', // nothing is delivered, and the caster's port stays free
    RATE_LIMIT_PER_MINUTE: '1000000000',
    WEBHOOK_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  }
}

/** Stations and a token, made as an operator makes them. */
async function prepare(env: NodeJS.ProcessEnv): Promise<string> {
  const vertice = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { env })
  for (const [code, lat, lng] of [
    ['CDMX', '19.4326', '-99.1332'],
    ['TOLU', '19.2826', '-99.6557'],
    ['CUER', '18.9242', '-99.2216'],
  ] as const)
    await vertice('station', 'add', '--codigo', code, '--nombre', code, '--lat', lat, '--lng', lng)
  const scopes = 'read,provision,revoke'
  const { stdout } = await vertice('token', 'create', '--owner', 'Conformance', '--name', 'test', '--scopes', scopes)
  return stdout.trim()
}

/** As much of the answers as is looked at here. */
interface Answer {
  readonly credential: { id: number }
  readonly webhook: { id: number }
  readonly webhooks: { id: number; activo: boolean }[]
  readonly next_cursor: string
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>

function client(api: URL, token: string, signal: AbortSignal): Ask {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(new URL(path, api), { method, headers, signal, body: body && JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
}

/** The rows that the dictionary names, and more than one page of credentials: returns a cursor. */
async function fill(ask: Ask): Promise<string> {
  const { webhook } = await ask('POST', 'webhooks', { url: WEBHOOK_TARGET })
  const { credential } = await ask('POST', 'credentials', { segundos: 3600 })
  await ask('POST', 'credentials', { segundos: 3600, station_id: 1 })
  for (const made of [webhook, credential])
    if (made.id !== 1) throw new Error(`the first row should have the id 1, not ${made.id}`)
  const { next_cursor } = await ask('GET', 'credentials?limit=1')
  return next_cursor
}

/** An owner has at most 20 active webhooks, and the tests register hundreds: the owner tidies up all the while. */
async function tidyWebhooks(ask: Ask, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    const { webhooks } = await ask('GET', 'webhooks?limit=40')
    for (const { id, activo } of webhooks) if (activo) await ask('DELETE', `webhooks/${id}`)
    await sleep(20)
  }
}

/** Runs the tests and keeps what is said of those that fail. */
async function specmatic(api: URL, folder: string, token: string, signal: AbortSignal) {
  const args = ['test', 'openapi.json', `--testBaseURL=${api}`]
  const java = spawn('java', ['-jar', jar, ...args], {
    cwd: folder, // its reports land here, too
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SPECMATIC_GENERATIVE_TESTS: 'true', // valid and broken requests, not only the examples
      SPECMATIC_DISABLE_TELEMETRY: 'true',
      bearer: token, // named like the security scheme
    },
  })
  signal.addEventListener('abort', () => java.kill('SIGKILL'))
  const exit = once(java, 'exit')
  const failures: string[][] = []
  let totals = { tests: 0, successes: 0, failures: 0 }
  let block: string[] = []
  for await (const line of createInterface({ input: java.stdout })) {
    if (line.startsWith('-----')) block = []
    block.push(line)
    if (line.endsWith(' has FAILED') && failures.length < MOST_FAILURES_SHOWN) failures.push(block) // the reason follows
    const [, tests, successes, failed] = /^Tests run: (\d+), Successes: (\d+), Failures: (\d+)/.exec(line) ?? []
    if (tests) totals = { tests: Number(tests), successes: Number(successes), failures: Number(failed) }
  }
  const [code] = await exit
  signal.throwIfAborted()
  if (code !== 0 && totals.failures === 0) throw new Error(`specmatic ended with ${code}:\n${block.join('\n')}`)
  return { totals, failures }
}

async function ready(base: URL, server: ChildProcess, signal: AbortSignal): Promise<void> {
  const until = Date.now() + START_PATIENCE_MS
  while (Date.now() < until && !signal.aborted && server.exitCode === null) {
    const answer = await fetch(new URL('/readyz', base), { signal }).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('the server did not start')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS)
  await exit
  clearTimeout(impatient)
}

/** Known beforehand, because BASE_URL must name it. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

function dayAhead(): string {
  return new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
}
