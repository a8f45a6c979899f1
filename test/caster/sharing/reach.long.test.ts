// Three casters with their own database connections, as on three machines: how soon an action ends sessions everywhere.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kickRover } from '../../../src/actions/sessions/kick.ts'
import { type DatabasePool, openDatabase } from '../../../src/store/kit/database.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase } from '../helpers.ts'

const REACHED_MS = 1_000
/** Max time until casters that lost the connection on which they listen have reconnected and know what they missed. */
const MISSED_MS = 4_000
const LONGEST_MS = 30_000
const ROVERS_EACH = 20
const stations = [STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca]

let caster: TestCaster
const pools: DatabasePool[] = []
const ports: number[] = []

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(...stations)
  // Each has its own connections, so none waits for those used to kick and revoke.
  for (const station of stations) {
    const role = await caster.addNode({}, {}, ownConnections())
    await flowingBase(caster, station, role)
    ports.push(role.caster.address.port)
  }
})
afterAll(async () => {
  await caster.stop()
  for (const pool of pools) await pool.close()
})

/** A pool of its own with its own listener, like another machine. */
function ownConnections(): DatabasePool {
  const pool = openDatabase(caster.service.db.pool.options, 4)
  pools.push(pool)
  return pool
}

interface Connected {
  readonly login: Login
  readonly peer: Peer
  readonly port: number
}

/** Connects the same number of rovers to each caster. */
async function connectEverywhere(): Promise<Connected[]> {
  const wanted = ports.flatMap((port) => Array.from({ length: ROVERS_EACH }, () => port))
  const connected = await Promise.all(
    wanted.map(async (port) => {
      const login = await caster.issue()
      return { login, port, peer: await caster.rover(login, 'RED', port) }
    }),
  )
  await Promise.all(connected.map(({ login }) => until(async () => (await openSessionOf(login)) !== undefined)))
  return connected
}

const openSessionOf = async ({ id }: Login) =>
  (await listSessionsOf(caster.service.db, id, 5)).find(({ endedAt }) => endedAt === null)

/** Applies the action to all of them at once, and checks how long after the response each was disconnected. */
async function measure(
  what: string,
  action: (connected: Connected) => Promise<unknown>,
  limitMs = REACHED_MS,
): Promise<void> {
  const all = await connectEverywhere()
  const times = await Promise.all(
    all.map(async (connected) => {
      await action(connected)
      const answered = performance.now()
      await connected.peer.all(LONGEST_MS)
      return Math.max(0, connected.peer.closedAt! - answered) // it may be closed before the response arrives
    }),
  )
  const bound = onThisMachine(limitMs)
  const sorted = times.toSorted((a, b) => a - b)
  const [median, most] = [sorted[times.length >> 1]!, sorted.at(-1)!]
  console.log(
    `${what}: ${times.length} sessions on ${ports.length} casters, median ${median.toFixed(0)} ms, maximum ${most.toFixed(0)} ms, bound ${bound.toFixed(0)} ms`,
  )
  expect(most).toBeLessThan(bound)
}

const kick = async ({ login }: Connected) =>
  kickRover(byTest(caster.service.services), 'all', (await openSessionOf(login))!.id)
const revoke = async ({ login }: Connected) =>
  expect((await caster.client.delete(`/credentials/${login.id}`)).status).toBe(200)

it('ends kicked sessions within a second on every caster', measuresTime(), () => measure('kicked', kick))

it('ends revoked sessions within a second on every caster', measuresTime(), () => measure('revoked', revoke))

/** Ends the connections on which the casters listen, like a network failure. */
async function cutListeners(): Promise<void> {
  const { rows } = await caster.service.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vertice lifeline' and datname = current_database()`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(ports.length)
}

it.each([
  ['kicked', kick],
  ['revoked', revoke],
])(
  'ends sessions that are %s while no caster listens within the reconnect time',
  measuresTime(),
  async (what, action) => {
    let cut: Promise<void> | undefined
    await measure(
      `${what} while no caster listens`,
      async (connected) => {
        cut ??= cutListeners()
        await cut
        await action(connected)
      },
      MISSED_MS,
    )
  },
)

it.each([
  ['elsewhere', 1],
  ['on the same caster', 0],
])('ends sessions that are replaced by a session %s', async (where, distance) => {
  const newer: Peer[] = []
  await measure(`replaced ${where}`, async ({ login, port }) => {
    const next = ports[(ports.indexOf(port) + distance) % ports.length]
    newer.push(await caster.rover(login, 'RED', next))
  })
  for (const peer of newer) {
    expect(peer.closedAt).toBeNull()
    peer.close()
  }
})
