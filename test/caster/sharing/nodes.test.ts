// Two casters on one database, as on two machines: they share nothing but its rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { endSessionsOfDead, kickSession, listSessionsOf, type Session } from '../../../src/store/sessions/rows.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { until } from '../../support/process.ts'
import { keepNode, keepWitness } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import { changeCredential, flowingBase, hearsMore } from '../helpers.ts'

const { cdmx, cuernavaca } = STATIONS
let caster: TestCaster
let here: number
let there: number
let second: CasterRole

beforeAll(async () => {
  caster = await TestCaster.start()
  await keepWitness(caster.service.db)
  await caster.service.saveStations(cdmx, cuernavaca)
  second = await caster.addNode()
  here = caster.port
  there = second.caster.address.port
  await flowingBase(caster, cdmx)
  await flowingBase(caster, cdmx, second)
})
afterAll(() => caster.stop())

async function issue(policy?: { sessions: number; whenFull: 'replace' | 'refuse' }): Promise<Login> {
  const login = await caster.issue({ station_codigo: 'CDMX' })
  if (policy)
    await caster.service.db.pool.query('update credentials set max_sessions = $2, when_full = $3 where id = $1', [
      login.id,
      policy.sessions,
      policy.whenFull,
    ])
  return login
}

const rover = (login: Login, port: number) => caster.rover(login, cdmx.mountpoint, port)

async function answer({ username, password }: Login, port: number): Promise<string> {
  const peer = await Peer.open(port, rev1Request(cdmx.mountpoint, username, password))
  await until(() => peer.received.length > 0)
  peer.close()
  return peer.text.split('\r\n')[0]!
}

const sessionsOf = ({ id }: Login): Promise<Session[]> => listSessionsOf(caster.service.db, id, 10)

const recorded = (login: Login, count: number) =>
  until(async () => (await sessionsOf(login)).filter(({ endedAt }) => endedAt === null).length === count)

/** Ends the connection on which both casters listen (they share this process's), like a network failure. */
async function cutListener(): Promise<void> {
  const { rows } = await caster.service.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vertice lifeline' and datname = current_database()`,
  )
  expect(rows).toHaveLength(1)
}

describe('a credential that is revoked', () => {
  it('loses its sessions on every caster', async () => {
    const login = await issue({ sessions: 2, whenFull: 'replace' })
    const [one, two] = [await rover(login, here), await rover(login, there)]
    const { status } = await caster.client.delete(`/credentials/${login.id}`)
    expect(status).toBe(200)
    await Promise.all([one.all(), two.all()]) // within a second: reach.long.test.ts
    expect(await answer(login, there)).toBe('HTTP/1.0 401 Unauthorized')
    // They are recorded a moment later.
    await expect
      .poll(async () => (await sessionsOf(login)).map(({ endReason }) => endReason))
      .toEqual(['revoked', 'revoked'])
  })

  it('loses them as soon as the casters listen again if the notification was lost', async () => {
    const login = await issue({ sessions: 2, whenFull: 'replace' })
    const [one, two] = [await rover(login, here), await rover(login, there)]
    await cutListener()
    await caster.client.delete(`/credentials/${login.id}`)
    await Promise.all([one.all(), two.all()])
    const later = await issue()
    const three = await rover(later, there)
    await caster.client.delete(`/credentials/${later.id}`)
    await three.all()
  })
})

describe('one session more than allowed', () => {
  it('ends the oldest, on any caster', async () => {
    const login = await issue()
    const first = await rover(login, here)
    await recorded(login, 1)
    const second = await rover(login, there)
    await first.all()
    const third = await rover(login, here)
    await second.all()
    await hearsMore(third)
    await recorded(login, 1)
    expect((await sessionsOf(login)).map(({ endReason }) => endReason)).toEqual([null, 'replaced', 'replaced'])
    third.close()
  })

  it('ends the oldest of as many as are allowed', async () => {
    const login = await issue({ sessions: 3, whenFull: 'replace' })
    const peers: Peer[] = []
    for (const port of [here, there, here, there]) {
      peers.push(await rover(login, port))
      await recorded(login, Math.min(peers.length, 3))
    }
    await peers[0]!.all()
    await recorded(login, 3)
    for (const peer of peers.slice(1)) await hearsMore(peer)
    expect(peers.map(({ closedAt }) => closedAt === null)).toEqual([false, true, true, true])
    expect((await sessionsOf(login)).map(({ endReason }) => endReason)).toEqual([null, null, null, 'replaced'])
    for (const peer of peers) peer.close()
  })

  it('is rejected if the credential says so, wherever the other sessions are', async () => {
    const login = await issue({ sessions: 1, whenFull: 'refuse' })
    const first = await rover(login, here)
    await recorded(login, 1)
    expect(await answer(login, there)).toBe('HTTP/1.0 409 Conflict')
    first.close()
    await recorded(login, 0)
    expect(await answer(login, there)).toBe('ICY 200 OK')
  })

  it('is rejected when the sessions of both casters reach the limit', async () => {
    const login = await issue({ sessions: 2, whenFull: 'refuse' })
    const [one, two] = [await rover(login, here), await rover(login, there)]
    await recorded(login, 2)
    expect(await answer(login, here)).toBe('HTTP/1.0 409 Conflict')
    expect(await answer(login, there)).toBe('HTTP/1.0 409 Conflict')
    one.close()
    two.close()
  })
})

describe('a session that an operator ends', () => {
  it('is disconnected on its caster, even if the notification was lost', async () => {
    const login = await issue()
    const one = await rover(login, there)
    await recorded(login, 1)
    const [session] = await sessionsOf(login)
    expect(await kickSession(caster.service.db, session!.id)).toBe(true)
    await one.all() // within a second: reach.long.test.ts

    await recorded(login, 0)
    const two = await rover(login, there)
    await recorded(login, 1)
    await cutListener()
    await kickSession(caster.service.db, (await sessionsOf(login))[0]!.id)
    await two.all()
    await recorded(login, 0)
    expect((await sessionsOf(login)).map(({ endReason }) => endReason)).toEqual(['kicked', 'kicked'])
  })
})

describe('a caster that dies', () => {
  it('has its sessions closed by the others as of its last heartbeat; theirs stay', async () => {
    const { db } = caster.service
    const [lost, kept] = [await issue(), await issue()]
    const living = await rover(kept, here)
    await recorded(kept, 1)
    await keepNode(db, 'dead-node', -11)
    const { rows } = await db.pool.query(`select seen_at as seen from nodes where id = 'dead-node'`)
    const [{ seen }] = rows
    await db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
       values ('of-the-dead', 'dead-node', $1, $2, $3, $4, '192.0.2.1', 'NTRIP test')`,
      [lost.id, lost.username, cdmx.mountpoint, new Date(seen.getTime() - 60_000)],
    )
    await endSessionsOfDead(db) // as every node does
    expect(await sessionsOf(lost)).toMatchObject([{ endReason: 'node_lost', endedAt: seen }])
    expect(await sessionsOf(kept)).toMatchObject([{ endReason: null, endedAt: null }])
    expect(living.closedAt).toBeNull()
    living.close()
  })

  it('does not lock out a credential for longer than the detection takes', async () => {
    const { db } = caster.service
    const login = await issue({ sessions: 1, whenFull: 'refuse' })
    await keepNode(db, 'dying', -5)
    await db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
       values ('of-the-dying', 'dying', $1, $2, $3, now() - interval '1 hour', '192.0.2.1', 'NTRIP test')`,
      [login.id, login.username, cdmx.mountpoint],
    )
    expect(await answer(login, here)).toBe('HTTP/1.0 409 Conflict')
    await keepNode(db, 'dying', -10)
    expect(await answer(login, here)).toBe('ICY 200 OK')
  })
})

describe('a caster that was taken for dead and returns', () => {
  const DEAD = `update nodes set seen_at = now() - interval '11 seconds' where id = $1`

  it.each(['refuse', 'replace'] as const)(
    'keeps sessions that were not replaced, and ends the rest (%s)',
    async (whenFull) => {
      const { db } = caster.service
      let isHeard = true
      const shaky: DatabasePool = {
        ...db,
        ownConnection(name, timeoutMs) {
          const own = db.ownConnection(name, timeoutMs)
          const query: typeof own.query = (statement, values) =>
            isHeard ? own.query(statement, values) : Promise.reject(new Error('away'))
          return { query, close: () => own.close() }
        },
      }
      const lost = await caster.addNode({}, {}, shaky)
      const base = await flowingBase(caster, cuernavaca, lost)
      const [kept, taken] = [await caster.issue(), await caster.issue()]
      for (const { id } of [kept, taken]) await changeCredential(caster, id, { when_full: whenFull })
      const open = (login: Login, role: CasterRole) => caster.rover(login, 'RED', role.caster.address.port)
      const [staying, leaving] = [await open(kept, lost), await open(taken, lost)]
      isHeard = false
      await db.pool.query(DEAD, [lost.lease.id])
      const taker = await open(taken, caster.role)
      await endSessionsOfDead(db)
      await recorded(kept, 0)
      isHeard = true
      await lost.lease.renew()
      await leaving.all()
      await recorded(kept, 1)
      await recorded(taken, 1)
      expect([staying, taker].map(({ closedAt }) => closedAt)).toEqual([null, null])
      await expect
        .poll(async () => (await sessionsOf(taken)).map(({ endReason }) => endReason))
        .toEqual([null, 'replaced'])
      staying.close()
      taker.close()
      base.stop()
      await lost.stop()
    },
  )

  it('admits rovers before it has renewed its lease', async () => {
    const login = await issue()
    await caster.service.db.pool.query(DEAD, [second.lease.id])
    const one = await rover(login, there)
    await recorded(login, 1)
    one.close()
  })
})

describe('a device that disconnects and reconnects at once', () => {
  it('is admitted although its credential refuses more than one session', async () => {
    const login = await issue({ sessions: 1, whenFull: 'refuse' })
    for (let times = 0; times < 5; times++) {
      const one = await rover(login, here)
      one.leave()
      await until(() => caster.role.caster.sessions.countOf(login.id) === 0)
    }
    await recorded(login, 0)
  })
})

describe('rovers that switch between casters rapidly', () => {
  it('end up with one session each, the newest', async () => {
    const logins = await Promise.all(Array.from({ length: 40 }, () => issue()))
    const pairs = await Promise.all(
      logins.map(async (login, index) => {
        await sleep(index * 13) // so that either caster may be the first to record
        const [from, to] = index % 2 === 0 ? [here, there] : [there, here]
        return { login, older: await rover(login, from!), newer: await rover(login, to!) }
      }),
    )
    await Promise.all(pairs.map(({ older }) => older.all()))
    for (const { newer } of pairs) expect(newer.closedAt).toBeNull()
    await Promise.all(logins.map((login) => recorded(login, 1)))
    for (const { newer } of pairs) newer.close()
  })
})
