// The moment between admitting a rover and opening its session: no failure there leaves or hides a session.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openLog } from '../../../src/start/log.ts'
import { startCasterRole } from '../../../src/start/roles/caster.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { CASTER_SETTINGS, type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { askRev1, flowingBase, hearsMore, statusOf } from '../helpers.ts'

const { cdmx, toluca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca)
})
afterAll(() => caster.stop())

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const sessionsOf = async ({ id }: Login): Promise<(string | null)[]> => {
  const select = 'select end_reason from sessions where credential_id = $1 order by started_at'
  return (await caster.service.db.pool.query(select, [id])).rows.map(({ end_reason }) => end_reason)
}

/** A caster that runs `weather` before or after each statement that opens a session. */
async function casterWith(
  weather: { before?: () => Promise<void>; after?: () => Promise<void> },
  remembersMinutes = 10,
) {
  const real = caster.service.db
  const db: DatabasePool = {
    ...real,
    async query(statement, values) {
      if (statement.name !== 'sessions-admit') return real.query(statement, values)
      await weather.before?.()
      const rows = await real.query(statement, values)
      await weather.after?.()
      return rows as never
    },
  }
  const role = await startCasterRole(
    {
      ...{ db, keys: caster.service.services.keys, clock: () => new Date() },
      current: caster.service.services.current,
      log: openLog('silent'),
      metrics: { watchCaster() {} },
    },
    { ...CASTER_SETTINGS, casterRemembersMinutes: remembersMinutes },
  )
  onTestFinished(() => role.stop())
  const base = await flowingBase(caster, cdmx, role)
  onTestFinished(base.stop)
  return { role, port: role.caster.address.port }
}

function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const wait = () => {
    reached.resolve()
    return promise
  }
  return { wait, open, reached: reached.promise }
}

const away = async () => {
  throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
}

it('applies a revocation that arrives while the session is opened', async () => {
  const { wait, open, reached } = gate()
  const { role, port } = await casterWith({ after: wait })
  const login = await issue()
  const answer = askRev1(port, cdmx.mountpoint, login)
  await reached
  await caster.client.delete(`/credentials/${login.id}`)
  await until(() => role.caster.sessions.wasJustRevoked(login.id))
  open()
  expect(await answer).toContain('was revoked')
  await expect.poll(() => sessionsOf(login)).toEqual(['revoked'])
})

it('ends the session of a rover that leaves while it is opened', async () => {
  const { wait, open, reached } = gate()
  const { role, port } = await casterWith({ after: wait })
  const login = await issue()
  const peer = await Peer.open(port, rev1Request(cdmx.mountpoint, login.username, login.password))
  await reached
  peer.close()
  const other = await Peer.open(port)
  other.close()
  await other.closed
  open()
  await expect.poll(() => sessionsOf(login)).toEqual(['client_left'])
  expect(role.caster.sessions.countOf(login.id)).toBe(0)
})

it('answers 503 and ends the session if the answer is lost and no rover is remembered', async () => {
  const { port } = await casterWith({ after: away }, 0)
  const login = await issue()
  expect(statusOf(await askRev1(port, cdmx.mountpoint, login))).toBe(503)
  await expect.poll(() => sessionsOf(login)).toEqual(['broken'])
})

it.each(['before', 'after'] as const)(
  'admits the rover exactly once when the database fails %s the session was written',
  async (when) => {
    let isAway = true
    const { role, port } = await casterWith({ [when]: async () => (isAway ? away() : undefined) })
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint, port)
    await hearsMore(rover)
    isAway = false
    await expect.poll(() => sessionsOf(login)).toEqual([null])
    expect(role.caster.sessions.countOf(login.id)).toBe(1)
    rover.leave()
    await expect.poll(() => sessionsOf(login)).toEqual(['client_left'])
  },
)

it('ends a session that another device replaces before it is open', async () => {
  const { wait, open, reached } = gate()
  const { role, port } = await casterWith({ after: wait })
  await flowingBase(caster, toluca)
  const login = await caster.issue()
  const first = await Peer.open(port, rev1Request('RED', login.username, login.password))
  await reached
  const second = await caster.rover(login, 'RED')
  // Its caster is notified that the session is to end.
  const { rows } = await caster.service.db.pool.query(
    `select id, credential_id as "credentialId" from sessions where credential_id = $1 and kick_reason is not null`,
    [login.id],
  )
  role.caster.sessions.end(rows[0], 'replaced')
  open()
  await first.all()
  await expect.poll(() => sessionsOf(login)).toEqual(['replaced', null])
  expect(second.closedAt).toBeNull()
  second.close()
})
