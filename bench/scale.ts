// The arithmetic of docs/scale.md: computes what whole networks need from unit costs (docs/scale.json, copied by hand
// from docs/benchmarks.md) and assumptions. A missing unit cost leaves the values open that depend on it.
//
// node bench/scale.ts      writes the tables of docs/scale.md and docs/es/scale.md
import { readFileSync, writeFileSync } from 'node:fs'
import { DEFAULT_RETENTION } from '../src/domain/operations/retention.ts'
import { DAY_MS } from '../src/domain/time/units.ts'
import { connectionsOfCaster } from '../src/start/processes/connections.ts'
import { inSpanish } from './scale-spanish.ts'

type Measured = number | null

/** Microseconds of one core, unless the name says otherwise. */
export interface UnitCosts {
  /** Machine and date. */
  readonly measuredOn: string | null
  /** Caster: a message to a rover, from a base of its own and from a base on another caster. */
  readonly deliverUs: Measured
  readonly deliverFromBusUs: Measured
  /** Caster: publishing a message, and receiving one before its rovers get it. */
  readonly publishUs: Measured
  readonly hearUs: Measured
  /** NATS: a message in, and each copy out. */
  readonly natsUs: Measured
  /** Caster and PostgreSQL: admitting a rover. */
  readonly letInUs: Measured
  readonly letInDatabaseUs: Measured
  /** PostgreSQL: writing a rover's progress, once a minute. */
  readonly progressDatabaseUs: Measured
  /** WAL bytes of the same write. */
  readonly progressWalBytes: Measured
  /** Bytes of a stored session, with its indexes. */
  readonly sessionBytes: Measured
  /** Memory of a caster per rover, and without rovers. */
  readonly roverKilobytes: Measured
  readonly restMegabytes: Measured
  readonly twoCoresTimes: Measured
  /** Latency that the bus adds, p50 and p99. */
  readonly busAddsMs: readonly [number, number] | null
}

export interface Network {
  readonly rovers: number
  readonly bases: number
}

export const NETWORKS: readonly Network[] = [
  { rovers: 10_000, bases: 200 },
  { rovers: 100_000, bases: 1_000 },
  { rovers: 1_000_000, bases: 5_000 },
]

/** Messages per second of each base. */
const RATE = 1
/** An epoch of four constellations on two frequencies (MSM5), as the simulator sends it. */
const EPOCH_BYTES = 929
/** TCP, IPv4 and a time stamp. */
const HEAD_BYTES = 52
/** Share of its core that a caster uses at most: room for the failure of a node, for TLS, and for busy seconds. */
const USED = 0.5
const LEAST_CASTERS = 2
const PROGRESS_EVERY_S = 60
/** A machine with n cores runs n - 1 casters; NATS and the kernel use the last core. */
const CORES = [4, 8, 16]
/** Cores of the machine that fails, and of the machines in the count of connections. */
const USUAL_CORES = 8
const BACK_WITHIN_S = 60
/** Connections of a caster beside its pool: one for LISTEN, one for its lease. */
const CASTER_CONNECTIONS = 2
/** Two processes with the API and the background work. */
const OTHER_CONNECTIONS = 2 * 22
const SESSIONS_PER_ROVER_AND_DAY = 4
const DAYS_KEPT = DEFAULT_RETENTION.sessionsMs / DAY_MS

const poolOf = (castersOnMachine: number) =>
  connectionsOfCaster({ databasePool: null, casterProcesses: castersOnMachine })

const OPEN = '*to be calculated*'
const count = (value: number) => Math.round(value).toLocaleString('en')
const figure = (value: number) => Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 3 })
const bits = (bytes: number) => {
  const megabits = (8 * bytes) / 1e6
  return megabits < 1_000 ? `${figure(megabits)} Mbit/s` : `${figure(megabits / 1_000)} Gbit/s`
}
const bytes = (megabytes: number) => (megabytes < 1_000 ? `${figure(megabytes)} MB` : `${figure(megabytes / 1_000)} GB`)

/** Expected number of casters with a rover of a base; rovers choose casters at random. */
export const listenersOf = (casters: number, { rovers, bases }: Network): number =>
  casters * (1 - (1 - 1 / casters) ** (rovers / bases))

/** Casters for the load alone. They receive each other's streams, so it grows with their number. `null` if unknown. */
export function castersFor({ deliverFromBusUs, publishUs, hearUs }: UnitCosts, network: Network): number | null {
  if (deliverFromBusUs === null || publishUs === null || hearUs === null) return null
  const { rovers, bases } = network
  const cores = (casters: number) =>
    (RATE * (rovers * deliverFromBusUs + bases * (publishUs + listenersOf(casters, network) * hearUs))) / 1e6
  let casters = LEAST_CASTERS
  while (cores(casters) > USED * casters) casters += 1
  return casters
}

/** Expected number of the 1,024 locks that a statement with this many credentials takes. */
export const locksTaken = (credentials: number, locks = 1_024): number => locks * (1 - (1 - 1 / locks) ** credentials)

type Cell = (costs: UnitCosts, network: Network) => string | null

/** A cell that depends on the number of casters. */
const ofCasters =
  (say: (casters: number, costs: UnitCosts, network: Network) => string | null): Cell =>
  (costs, network) => {
    const casters = castersFor(costs, network)
    return casters === null ? null : say(casters, costs, network)
  }

const onMachine = (cores: number) => cores - 1
const machines = (casters: number, cores: number) => Math.ceil(casters / onMachine(cores)) + 1

export const connectionsOf = (casters: number): number =>
  casters * (poolOf(Math.min(casters, onMachine(USUAL_CORES))) + CASTER_CONNECTIONS) + OTHER_CONNECTIONS

/** Total rovers of the machine that failed. */
const cutOff = (casters: number, rovers: number) => rovers * Math.min(1 / 2, onMachine(USUAL_CORES) / casters)

const ROWS: readonly (readonly [what: string, cell: Cell])[] = [
  ['messages to rovers a second', (_, { rovers }) => count(RATE * rovers)],
  ['bandwidth to rovers', (_, { rovers }) => bits(RATE * rovers * (EPOCH_BYTES + HEAD_BYTES))],
  ['bandwidth from bases', (_, { bases }) => bits(RATE * bases * EPOCH_BYTES)],
  ['rows of sessions a second, one per rover and minute', (_, { rovers }) => count(rovers / PROGRESS_EVERY_S)],
  ['caster processes N', ofCasters((casters) => count(casters))],
  [
    `machines of ${CORES.join(', ')} cores for them, one of which may be missing`,
    ofCasters((casters) => CORES.map((cores) => machines(casters, cores)).join(', ')),
  ],
  ['casters that subscribe to a base, L', ofCasters((casters, _, network) => figure(listenersOf(casters, network)))],
  [
    'NATS: messages a second, bytes out, cores',
    ofCasters((casters, { natsUs }, network) => {
      const listeners = listenersOf(casters, network)
      const messages = RATE * network.bases * (1 + listeners) + casters ** 2
      const out = RATE * network.bases * EPOCH_BYTES * listeners * (1 - 1 / casters)
      return natsUs === null ? null : `${count(messages)}, ${bits(out)}, ${figure((messages * natsUs) / 1e6)}`
    }),
  ],
  ['PostgreSQL: connections at most', ofCasters((casters) => count(connectionsOf(casters)))],
  [
    "PostgreSQL: cores for rovers' progress",
    ({ progressDatabaseUs }, { rovers }) =>
      progressDatabaseUs === null ? null : figure((rovers / PROGRESS_EVERY_S / 1e6) * progressDatabaseUs),
  ],
  [
    "PostgreSQL: WAL of rovers' progress a day",
    ({ progressWalBytes }, { rovers }) =>
      progressWalBytes === null ? null : bytes((rovers * (86_400 / PROGRESS_EVERY_S) * progressWalBytes) / 1e6),
  ],
  [
    `PostgreSQL: disk for sessions, ${SESSIONS_PER_ROVER_AND_DAY} per rover and day, kept for ${DAYS_KEPT} days`,
    ({ sessionBytes }, { rovers }) =>
      sessionBytes === null ? null : bytes((rovers * SESSIONS_PER_ROVER_AND_DAY * DAYS_KEPT * sessionBytes) / 1e6),
  ],
  [
    `a machine of ${USUAL_CORES} cores fails, its rovers reconnect within ${BACK_WITHIN_S} s: number of rovers, cores of PostgreSQL, cores of all casters`,
    ofCasters((casters, { letInUs, letInDatabaseUs }, { rovers }) => {
      if (letInUs === null || letInDatabaseUs === null) return null
      const back = cutOff(casters, rovers)
      const cores = (us: number) => figure(((back / BACK_WITHIN_S) * us) / 1e6)
      return `${count(back)}, ${cores(letInDatabaseUs)}, ${cores(letInUs)}`
    }),
  ],
  [
    'all rovers connect at the same time: the shortest time until the last one is connected, limited by PostgreSQL on one core',
    ({ letInDatabaseUs }, { rovers }) =>
      letInDatabaseUs === null ? null : `${figure((rovers * letInDatabaseUs) / 1e6)} s`,
  ],
  [
    'memory of all casters',
    ofCasters((casters, { roverKilobytes, restMegabytes }, { rovers }) =>
      roverKilobytes === null || restMegabytes === null
        ? null
        : bytes(casters * restMegabytes + (rovers * roverKilobytes) / 1_000),
    ),
  ],
]

const lines = (rows: readonly (readonly string[])[]) => rows.map((row) => `| ${row.join(' | ')} |`)

export function needsTable(costs: UnitCosts): string {
  const heads = NETWORKS.map(({ rovers, bases }) => `${count(rovers)} rovers, ${count(bases)} bases`)
  const body = ROWS.map(([what, cell]) => [what, ...NETWORKS.map((network) => cell(costs, network) ?? OPEN)])
  return [...lines([['', ...heads]]), '|---|---|---|---|', ...lines(body)].join('\n')
}

export function costsTable(costs: UnitCosts): string {
  const us = (value: Measured) => (value === null ? '*to be measured*' : `${figure(value)} µs`)
  const other = (value: Measured, unit: string) => (value === null ? '*to be measured*' : `${figure(value)} ${unit}`)
  const { busAddsMs } = costs
  const rows = [
    ['d', 'CPU of a caster for a message delivered to a rover of its own base', us(costs.deliverUs), '`caster`'],
    ['d′', 'the same, where the base is on another caster', us(costs.deliverFromBusUs), '`cluster`'],
    ['p', 'CPU of a caster to publish a message', us(costs.publishUs), '`cluster`'],
    ['h', 'CPU of a caster to receive a message from the bus, before its rovers get it', us(costs.hearUs), '`cluster`'],
    ['n', 'CPU of NATS for a message in and for each copy out', us(costs.natsUs), '`cluster`'],
    ['a', 'CPU of a caster to admit a rover', us(costs.letInUs), '`caster`'],
    ['q', 'CPU of PostgreSQL to admit a rover, with its session', us(costs.letInDatabaseUs), '`pg_stat_statements`'],
    [
      'u',
      "CPU of PostgreSQL to write a rover's progress (once a minute and rover)",
      us(costs.progressDatabaseUs),
      '`pg_stat_statements`',
    ],
    ['W', 'WAL of the same', other(costs.progressWalBytes, 'bytes'), '`test/store/sessions/progress-updates.test.ts`'],
    ['s', 'disk of a session, with its indexes', other(costs.sessionBytes, 'bytes'), 'the same'],
    [
      'm',
      'memory of a caster for a rover; without any',
      `${other(costs.roverKilobytes, 'kB')}; ${other(costs.restMegabytes, 'MB')}`,
      '`caster`',
    ],
    [
      '–',
      'two casters on two cores against one: throughput at saturation',
      other(costs.twoCoresTimes, 'times'),
      '`cluster`',
    ],
    [
      '–',
      'latency that the bus adds, p50 and p99',
      busAddsMs ? busAddsMs.map((ms) => `${figure(ms)} ms`).join(', ') : '*to be measured*',
      '`cluster`',
    ],
  ]
  return [...lines([['symbol', 'what', 'measured', 'section']]), '|---|---|---|---|', ...lines(rows)].join('\n')
}

const ASSUMPTIONS_TABLE = [
  ...lines([['assumption', 'value']]),
  '|---|---|',
  ...lines([
    ['f, epochs of a base per second', String(RATE)],
    ['b, bytes of an epoch: four constellations on two frequencies, as `vertice demo` sends it', count(EPOCH_BYTES)],
    ['bytes of a packet besides its data: TCP, IPv4 and a time stamp', count(HEAD_BYTES)],
    ['w, share of its core that a caster uses at most', String(USED)],
    ['casters on a machine of c cores', 'c − 1'],
    ['pool of a caster among k on its machine', 'min(20, max(4, 96 / k)) connections, and 2 more'],
    ['API and background work', `${OTHER_CONNECTIONS} connections in two processes`],
    ['progress of a session is written every', `${PROGRESS_EVERY_S} s`],
  ]),
].join('\n')

const placed = (page: string, name: string, table: string) =>
  page.replace(
    new RegExp(`(<!-- ${name}: node bench/scale.ts -->\n)[^]*?(\n<!-- end -->)`),
    (_, begins: string, ends: string) => `${begins}${table}${ends}`,
  )

export function withTables(page: string, costs: UnitCosts, translated = (table: string) => table): string {
  const withCosts = placed(page, 'unit costs', translated(costsTable(costs)))
  return placed(placed(withCosts, 'assumptions', translated(ASSUMPTIONS_TABLE)), 'needs', translated(needsTable(costs)))
}

export const PAGE = new URL('../docs/scale.md', import.meta.url)
export const SPANISH_PAGE = new URL('../docs/es/scale.md', import.meta.url)
export const readCosts = (): UnitCosts =>
  JSON.parse(readFileSync(new URL('../docs/scale.json', import.meta.url), 'utf8'))

if (import.meta.main) {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), readCosts()))
  writeFileSync(SPANISH_PAGE, withTables(readFileSync(SPANISH_PAGE, 'utf8'), readCosts(), inSpanish))
}
