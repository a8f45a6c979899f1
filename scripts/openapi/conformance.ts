// Checks that the running service conforms to its own description. Specmatic reads the published description, generates
// requests (valid ones in every combination and at every limit, and broken ones) and compares each response with the
// description. Uses a real server and an empty database on this machine only, and cleans up afterwards.
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
import { createProduct } from '../../src/actions/orders/products.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { commandContext } from '../../src/cli/kit/command.ts'
import { layFoundation } from '../../src/start/foundation.ts'
import { loadBook } from '../../src/store/current/current.ts'
import { findOwnerByName } from '../../src/store/people/owners.ts'
import { sized } from '../../test/support/size.ts'
import { usage } from '../usage.ts'

usage(`
usage: npm run conformance

Starts a service on an empty database and lets specmatic test it against its description: valid requests in every combination, invalid
ones, and the schema of each response. Needs Java 17 or newer; takes about four minutes. Writes temporary files only.
`)

const DEADLINE_MS = 20 * 60_000
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
const MOST_FAILURES_SHOWN = 5
const MOST_LINES_SHOWN = 100

const command = fileURLToPath(new URL('../../bin/vertice.js', import.meta.url))
const jar = join(dirname(createRequire(import.meta.url).resolve('specmatic/package.json')), 'specmatic.jar')

/** Not a public address, so that a delivery can never leave the machine. */
const WEBHOOK_TARGET = 'http://127.0.0.1:9/webhook'

/** Validity of the products in this run. */
const SOLD_SECONDS = 86_400
/** Values that must be unique. The tool chooses at random, so there are enough that it rarely chooses one twice. */
const names = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => `${prefix}${index}`)
const FORMS_OF_TIME = ['', 'T09:30', 'T09:30:15.123456789', 'T09:30:00Z', 'T09:30:00-06:00']
const times = () => FORMS_OF_TIME.map((time) => dayAhead() + time)

/**
 * Values for what a schema cannot express, which the tool uses instead of its own. The ids are those of the first
 * station, credential, webhook, delivery, product and order of this run.
 */
const dictionary = (cursor: string) => ({
  PARAMETERS: {
    HEADER: { 'Idempotency-Key': names('conformance-') },
    PATH: { id: 1, entrega: 1 },
    QUERY: {
      cursor,
      station_codigo: 'CDMX',
      grupo: GROUP,
      ...Object.fromEntries(
        ['desde', 'hasta', 'expira_desde', 'expira_hasta', 'emitida_desde', 'emitida_hasta'].map((name) => [
          name,
          times(),
        ]),
      ),
    },
  },
  CredentialRequest: {
    // Must exist, and must match if both are given.
    station_id: 1,
    station_codigo: 'CDMX',
    // Not in the past and at most 180 days ahead, in each form that the contract accepts.
    inicia_at: times(),
    // Needs a mail transport, which this server does not have; `true` is then a documented 400.
    enviar_email: false,
    referencia: names('conformance-'),
    usuario: names('conformance'),
  },
  CredentialChange: { station_id: 1, station_codigo: 'CDMX', cliente_email: 'maria@example.mx' },
  // Each renewal extends the previous one.
  RenewalRequest: { segundos: 3_600 },
  WebhookRequest: {
    url: WEBHOOK_TARGET,
    eventos: ['credential.issued', 'order.paid, credential.revoked , order.paid'],
  },
  WebhookChange: { url: WEBHOOK_TARGET, eventos: 'credential.issued', activo: true },
  RecoveryRequest: { desde: new Date(Date.now() - 60_000).toISOString() },
})

/**
 * Correct responses that the tool rejects: the meaning of a request is more than a description can express. Any other
 * failure fails the run, and so do more than 1 % of these.
 */
const EXPLAINED: readonly { readonly answer: RegExp; readonly why: string }[] = [
  { answer: /"code": "idempotency_key_reused"/, why: 'the tool made up the same Idempotency-Key for two bodies' },
  {
    answer: /"code": "((referencia|usuario)_taken|twice_in_request)"/,
    why: 'the tool named a second credential like the first',
  },
  { answer: /"code": "only_in_test_mode"/, why: 'only credentials of tests can be ended so' },
  {
    answer: /"code": "end_too_far"/,
    why: 'renewed again and again, it would last longer than 366 days',
  },
  { answer: /"code": "(no_mail|email_needed)"/, why: 'this server has no mail transport' },
  { answer: /"code": "not_a_cursor"/, why: 'the cursor of another list' },
  {
    answer: /matching an invalid regex '.*_\$'.* has FAILED$/,
    why: 'the tool takes a right text with an underscore more for wrong',
  },
]
const MOST_EXPLAINED = 0.01
/** Not counted: the tool expects `null` to be rejected, but by decision it means an omitted field. */
const NULL_IS_ABSENT = / mutated from .+ to null.* has FAILED$/

interface Pass {
  readonly filter: string
  /** Max number of tests. */
  readonly most?: number
  /** The list whose cursor is used. */
  readonly cursor: 'credentials' | 'eventos'
}

const LIST = "PATH='/credentials' && METHOD='GET'"
const EVENTS = "PATH='/eventos'"
/** Skipped: no schema lists the products and durations on sale. test/contract/26-orders covers it. */
const ORDERING = "PATH='/orders' && METHOD='POST'"
/** Skipped: no schema can say which hours were recorded, or that one time is before another. test/contract/29-archive covers them. */
const RECORDED = "(PATH='/rinex' && METHOD='POST') || PATH='/rinex/{id}' || PATH='/stations/{id}/archivo'"
const ENDINGS = [
  "(PATH='/credentials/{id}' && METHOD='DELETE')",
  "PATH='/credentials/revocar'",
  "(PATH='/webhooks/{id}' && METHOD='DELETE')",
  "PATH='/orders/{id}/cancelar'",
].join(' || ')

/** All combinations of the list's 17 parameters would take hours. Deletions run last: all tests use the same rows. */
const PASSES: readonly Pass[] = [
  { filter: `!((${LIST}) || ${EVENTS} || (${ORDERING}) || ${RECORDED} || ${ENDINGS})`, cursor: 'credentials' },
  { filter: LIST, cursor: 'credentials', most: sized({ ci: 800, nightly: 2_000 }) },
  { filter: EVENTS, cursor: 'eventos' },
  { filter: ENDINGS, cursor: 'credentials' },
]
/** Max combinations of the fields of one body. */
const MOST_COMBINATIONS = '40'

/** The only group of this run: no schema lists the groups that exist. */
const GROUP = 'Valle'

interface Described {
  readonly components: { readonly schemas: Record<string, { properties: Record<string, unknown> }> }
  readonly paths: Record<string, Readonly<Partial<Record<'get' | 'patch', Operation>>>>
}

interface Operation {
  parameters?: { readonly name: string; schema: object }[]
}

/**
 * Left out of requests: a group does not go with a station, and no schema says that the sides of a geofence must not cross.
 * test/contract/24-geofences and 26-groups try them; that answers have them is checked here.
 */
const ASKED = ['CredentialRequest', 'CredentialChange']
function withoutAccess(described: Described): Described {
  const { schemas } = described.components
  for (const name of ASKED) {
    // `metadatos_cambios` excludes `metadatos`: test/contract/18-credential-changes covers it.
    const { grupo, geocerca, metadatos_cambios: _, ...properties } = schemas[name]!.properties
    if (!grupo || !geocerca) throw new Error(`${name} has no group or no fence any more`)
    schemas[name]!.properties = properties
  }
  described.paths['/credentials']!.get!.parameters!.find(({ name }) => name === 'grupo')!.schema = {
    type: 'string',
    enum: [GROUP],
  }
  return described
}

/** Removed: parameters whose valid values no schema can express. The named files of test/contract cover them. */
const LEFT_OUT = [
  { path: '/credentials/{id}', method: 'patch', names: ['If-Match'] }, // the current ETag: 28-conditional-changes
  { path: '/webhooks/{id}', method: 'patch', names: ['If-Match'] }, // the same
  { path: '/eventos', method: 'get', names: ['orden', 'despues_de'] }, // an event's id, and a cursor of that order: 23-events-and-me
  { path: '/uso', method: 'get', names: ['desde', 'hasta'] }, // months, where other lists take times: 27-usage
  { path: '/stations/{id}/coordenadas', method: 'get', names: ['desde', 'hasta'] }, // one is before the other: 29-coordinates
] as const
function withoutParameters(described: Described): Described {
  for (const { path, method, names } of LEFT_OUT) {
    const operation = described.paths[path]![method]!
    const before = operation.parameters!.length
    operation.parameters = operation.parameters!.filter(({ name }) => !(names as readonly string[]).includes(name))
    if (before - operation.parameters.length !== names.length) throw new Error(`${path} has no ${names} any more`)
  }
  return described
}

/** A cursor belongs to one list. The tool has cursors of two lists, and the other lists would reject them. */
const LISTS_WITH_CURSOR = ['/credentials', '/eventos']
function withoutOtherCursors(described: Described): Described {
  for (const [path, { get }] of Object.entries(described.paths))
    if (get?.parameters && !LISTS_WITH_CURSOR.includes(path))
      get.parameters = get.parameters.filter(({ name }) => name !== 'cursor')
  return described
}

process.exitCode = await main()

async function main(): Promise<number> {
  if (spawnSync('java', ['-version']).status !== 0) {
    const inCi = process.env.CI === 'true' || process.env.TESTS_SKIP === 'nothing'
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
    const { totals, failures: all } = await run(new URL(env.BASE_URL), folder, env, server, stop.signal)
    const [nulls, failures] = parted(all, (lines) => lines.some((line) => NULL_IS_ABSENT.test(line)))
    const unexplained = failures.filter((lines) => !reasonOf(lines))
    for (const lines of unexplained.slice(0, MOST_FAILURES_SHOWN))
      console.error(`${lines.slice(0, MOST_LINES_SHOWN).join('\n')}\n`)
    const { tests } = totals
    console.log(`conformance: ${tests} tests, ${totals.successes} successes, ${totals.failures} failures`)
    for (const [why, group] of Map.groupBy(failures, reasonOf))
      console.log(`  ${group.length} ${why ?? 'NOT EXPLAINED'} (${((100 * group.length) / tests).toFixed(2)} %)`)
    console.log(`  ${nulls.length} null for a field that may be left out is taken as left out`)
    const fine = tests > 0 && unexplained.length === 0 && failures.length < MOST_EXPLAINED * tests
    return fine ? 0 : 1
  } catch (error) {
    console.error(`conformance: FAILED: ${((stop.signal.reason ?? error) as Error).message}`)
    return 1
  } finally {
    clearTimeout(deadline)
    await end(server) // also stops the database that it started
    await rm(folder, { recursive: true, force: true })
  }
}

function reasonOf(lines: readonly string[]): string | undefined {
  return EXPLAINED.find(({ answer }) => lines.some((line) => answer.test(line)))?.why
}

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

async function run(base: URL, folder: string, env: NodeJS.ProcessEnv, server: ChildProcess, signal: AbortSignal) {
  await ready(base, server, signal)
  const token = await prepare(env)
  const ask = client(new URL('/api/v1/', base), token, signal)
  const cursors = await fill(ask)

  const write = (name: string, content: string) => writeFile(join(folder, name), content)
  const description = await fetch(new URL('/docs/openapi.json', base), { signal })
  const described = JSON.parse(await description.text()) as Described
  await write('openapi.json', JSON.stringify(withoutOtherCursors(withoutParameters(withoutAccess(described)))))

  const done = new AbortController()
  const tidying = tidyWebhooks(ask, done.signal)
  tidying.catch(() => {}) // awaited below
  try {
    const all = { totals: { tests: 0, successes: 0, failures: 0 }, failures: [] as string[][] }
    for (const pass of PASSES) {
      await write('openapi_dictionary.json', JSON.stringify(dictionary(cursors[pass.cursor]))) // found by its file name
      const { totals, failures } = await specmatic(new URL('/api/v1', base), folder, token, pass, signal)
      all.failures.push(...failures)
      for (const name of ['tests', 'successes', 'failures'] as const) all.totals[name] += totals[name]
    }
    return all
  } finally {
    done.abort()
    await tidying
  }
}

/** Isolates the server from the environment and a `.env` file. An empty value means the default. */
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
    ROLES: 'api', // no deliveries, and no caster port
    RATE_LIMIT_PER_MINUTE: '1000000000',
    WEBHOOK_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  }
}

/** Creates stations and a token with the command line. */
async function prepare(env: NodeJS.ProcessEnv): Promise<string> {
  const vertice = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { env })
  for (const [code, lat, lng] of [
    ['CDMX', '19.4326', '-99.1332'],
    ['TOLU', '19.2826', '-99.6557'],
    ['CUER', '18.9242', '-99.2216'],
  ] as const)
    await vertice('station', 'add', '--code', code, '--name', code, '--lat', lat, '--lng', lng)
  await vertice('group', 'add', GROUP, '--stations', 'CDMX,TOLU')
  const scopes = 'read,provision,revoke,import'
  const { stdout } = await vertice('token', 'create', '--owner', 'Conformance', '--name', 'test', '--scopes', scopes)
  await offer(env)
  return stdout.trim()
}

/** Creates two products, which only the console can: the first station, and the network. */
async function offer(env: NodeJS.ProcessEnv): Promise<void> {
  const foundation = await layFoundation(readConfig(env))
  try {
    const { db, casterDefaults } = foundation
    const context = { ...commandContext('conformance', { db }), book: await loadBook(db, casterDefaults) }
    const owner = await findOwnerByName(db, 'Conformance')
    const terms = {
      ownerId: owner!.id,
      validitySeconds: SOLD_SECONDS,
      amountMinor: 50_000,
      currency: 'MXN' as const,
      active: true,
      inShop: false,
    }
    await createProduct(context, 'all', { ...terms, name: 'A day at CDMX', serves: 'station', stationId: 1 })
    await createProduct(context, 'all', { ...terms, name: 'A day', serves: 'network', stationId: null })
  } finally {
    await foundation.close()
  }
}

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

/** Creates the rows of the dictionary and over a page of credentials and events; returns a cursor of each list. */
async function fill(ask: Ask): Promise<Record<Pass['cursor'], string>> {
  const { webhook } = await ask('POST', 'webhooks', { url: WEBHOOK_TARGET })
  const { credential } = await ask('POST', 'credentials', { segundos: 3600 })
  await ask('POST', 'credentials', { segundos: 3600, station_id: 1 })
  for (const made of [webhook, credential])
    if (made.id !== 1) throw new Error(`the first row should have the id 1, not ${made.id}`)
  await ask('POST', 'webhooks/1/probar')
  const customer = { cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx' }
  await ask('POST', 'orders', { segundos: SOLD_SECONDS, ...customer })
  const cursorOf = async (list: Pass['cursor']) => (await ask('GET', `${list}?limit=1`)).next_cursor
  return { credentials: await cursorOf('credentials'), eventos: await cursorOf('eventos') }
}

/** Deletes webhooks continuously: an owner can have 20 active ones, and the tests register hundreds. */
async function tidyWebhooks(ask: Ask, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    const { webhooks } = await ask('GET', 'webhooks?limit=40')
    for (const { id, activo } of webhooks) if (activo && id !== 1) await ask('DELETE', `webhooks/${id}`)
    await sleep(20)
  }
}

/** Runs the tests and collects the output of those that fail. */
async function specmatic(api: URL, folder: string, token: string, { filter, most }: Pass, signal: AbortSignal) {
  const args = ['test', 'openapi.json', `--testBaseURL=${api}`, `--filter=${filter}`]
  const java = spawn('java', ['-jar', jar, ...args], {
    cwd: folder, // its reports are written here too
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SPECMATIC_GENERATIVE_TESTS: 'true', // valid and broken requests, not only the examples
      MAX_TEST_REQUEST_COMBINATIONS: MOST_COMBINATIONS,
      SPECMATIC_DISABLE_TELEMETRY: 'true',
      bearer: token, // named like the security scheme
    },
  })
  signal.addEventListener('abort', () => java.kill('SIGKILL'))
  const exit = once(java, 'exit')
  const failures: string[][] = []
  const totals = { tests: 0, successes: 0, failures: 0 }
  let block: string[] = []
  for await (const line of createInterface({ input: java.stdout })) {
    if (line.startsWith('-----')) block = []
    block.push(line)
    const [, outcome] = / has (SUCCEEDED|FAILED)$/.exec(line) ?? []
    if (!outcome) continue
    totals.tests += 1
    totals[outcome === 'FAILED' ? 'failures' : 'successes'] += 1
    if (outcome === 'FAILED') failures.push(block) // the reason follows
    if (totals.tests === most) {
      java.kill('SIGKILL')
      break
    }
  }
  const [code] = await exit
  signal.throwIfAborted()
  if (code !== 0 && totals.failures === 0 && totals.tests !== most)
    throw new Error(`specmatic ended with ${code}:\n${block.join('\n')}`)
  return { totals, failures }
}

async function ready(base: URL, server: ChildProcess, signal: AbortSignal): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS
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
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exit
  clearTimeout(timer)
}

/** The port must be known before the start, because BASE_URL contains it. */
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
