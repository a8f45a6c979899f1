// The database decides for all nodes which ones count as dead, and what happens to their sessions.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { nothingOf } from '../../../../src/domain/sessions/session.ts'
import { tidyUp } from '../../../../src/start/jobs/tidy-up.ts'
import type { Database } from '../../../../src/store/kit/database.ts'
import { forgetNode, listNodes, renewNode } from '../../../../src/store/operations/nodes/rows.ts'
import { admitSessions, endSessionsOfDead, updateSessions } from '../../../../src/store/sessions/rows.ts'
import { takeStations } from '../../../../src/store/stations/leases.ts'
import { insertCredentials, keepNode, keepWitness, stationIdOf } from '../../../support/rows.ts'
import { STATIONS, TestService } from '../../../support/service.ts'

const { cdmx } = STATIONS
const WAIT = { timeout: 90_000 }
let service: TestService
let ownerId: number

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(cdmx)
  ownerId = (await service.token()).token.ownerId
})
afterAll(() => service.stop())
beforeEach(() => service.db.pool.query('truncate nodes, sessions, station_leases'))

const renew = (id: string, db: Database = service.db) =>
  renewNode(
    db,
    { id, name: id, machine: id, roles: ['caster'], version: '0.0.0' },
    { rovers: 0, stations: 0, bus: null },
    0,
  )
const living = async () => (await listNodes(service.db)).flatMap(({ id, alive }) => (alive ? id : [])).toSorted()

/** Moves all heartbeats into the past. */
const pass = (seconds: number) =>
  service.db.pool.query(
    'update nodes set seen_at = seen_at - make_interval(secs => $1), heard_since = heard_since - make_interval(secs => $1)',
    [seconds],
  )

async function refusing(): Promise<number> {
  const times = { startsAt: new Date(Date.now() - 1000), expiresAt: new Date(Date.now() + 86_400_000) }
  const [id] = await insertCredentials(service, ownerId, [times])
  await service.db.pool.query(`update credentials set when_full = 'refuse' where id = $1`, [id])
  return id!
}

let count = 0
async function come(credentialId: number, node: string) {
  const id = `s${String(++count).padStart(4, '0')}`
  const start = { id, credentialId, username: 'u', mountpoint: 'M', startedAt: new Date(), address: '', agent: '' }
  const [answer] = await admitSessions(service.db, node, { held: false, sessions: [start] }, [])
  return answer!
}

const endOf = async (id: string) =>
  (await service.db.pool.query('select end_reason as reason, ended_at from sessions where id = $1', [id])).rows[0]

/** Waits until this many statements wait for a lock. */
const waiting = (statements: number) =>
  vi.waitUntil(async () => {
    const { rows } = await service.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === statements
  }, WAIT)

describe('a node without a heartbeat for ten seconds', () => {
  it('is dead if another node was reachable all that time', async () => {
    await renew('a')
    await renew('b')
    for (let seconds = 0; seconds < 11; seconds++) {
      await pass(1)
      await renew('b')
    }
    expect(await living()).toEqual(['b'])
    expect((await renew('a')).wasAlive).toBe(false)
    expect(await living()).toEqual(['a', 'b'])
  })

  it('is alive after a database outage for all nodes, and dead if it does not return within ten seconds', async () => {
    for (const id of ['a', 'b', 'c']) await keepNode(service.db, id, -1)
    await pass(15)
    expect((await renew('b')).wasAlive).toBe(true)
    expect(await living()).toEqual(['a', 'b', 'c'])
    for (let seconds = 0; seconds < 9; seconds += 3) {
      await pass(3)
      await renew('b')
    }
    expect((await renew('a')).wasAlive).toBe(true)
    expect(await living()).toEqual(['a', 'b', 'c'])
    await pass(2)
    await renew('b')
    expect(await living()).toEqual(['a', 'b'])
  })

  it('is alive after a shorter outage, and while the previously reachable node has not returned yet', async () => {
    for (const [id, seconds] of [
      ['a', -1.9],
      ['b', -0.1],
    ] as const)
      await keepNode(service.db, id, seconds)
    await pass(9)
    expect(await living()).toEqual(['a', 'b'])
    await renew('c')
    expect(await living()).toEqual(['a', 'b', 'c'])
    await renew('b')
    expect(await living()).toEqual(['a', 'b', 'c'])
  })

  it('is dead ten seconds after another node appears, if it was the only one', async () => {
    await keepNode(service.db, 'crashed', -60)
    await renew('new')
    expect(await living()).toEqual(['crashed', 'new'])
    for (let seconds = 0; seconds < 12; seconds += 3) {
      await pass(3)
      await renew('new')
    }
    expect(await living()).toEqual(['new'])
  })

  it('keeps its sessions and stations from a node that returns first after an outage', async () => {
    const station = await stationIdOf(service, cdmx.code)
    const credential = await refusing()
    for (const id of ['a', 'b']) await keepNode(service.db, id, 0)
    expect((await come(credential, 'a')).opened).toBe(true)
    expect(await takeStations(service.db, 'a', [station])).toHaveLength(1)
    await pass(15)
    await renew('b')
    expect((await come(credential, 'b')).opened).toBe(false)
    expect(await takeStations(service.db, 'b', [station])).toEqual([])
    await endSessionsOfDead(service.db)
    await renew('a')
    expect((await come(credential, 'a')).opened).toBe(false)
  })
})

describe('the end of a dead node’s sessions', () => {
  async function dead(): Promise<string> {
    await keepWitness(service.db)
    await keepNode(service.db, 'a')
    const { id } = await come(await refusing(), 'a')
    await keepNode(service.db, 'a', -11)
    return id
  }

  it('is written before the node returns, and the node then knows that it must reopen them', async () => {
    const id = await dead()
    let renewal: ReturnType<typeof renew> | undefined
    let isBack = false
    await service.db.transaction(async (tx) => {
      await endSessionsOfDead(tx)
      renewal = renew('a')
      renewal.then(() => {
        isBack = true
      })
      await waiting(1)
      expect(isBack).toBe(false)
    })
    expect((await renewal!).wasAlive).toBe(false)
    expect(await endOf(id)).toMatchObject({ reason: 'node_lost' })
  })

  it('is not written if the node is just returning', async () => {
    const id = await dead()
    await service.db.transaction(async (tx) => {
      await renew('a', tx)
      await endSessionsOfDead(service.db)
    })
    expect(await endOf(id)).toEqual({ reason: null, ended_at: null })
  })

  it('does not wait for a writer of one of them', async () => {
    const id = await dead()
    await service.db.transaction(async (tx) => {
      await updateSessions(tx, [nothingOf(id)])
      await endSessionsOfDead(service.db)
    })
    await endSessionsOfDead(service.db)
    expect(await endOf(id)).toMatchObject({ reason: 'node_lost' })
  })
})

describe('a removed node', () => {
  it('has its sessions ended in the order of their ids, which is the lock order of all writers', async () => {
    await keepNode(service.db, 'a')
    const insert = `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
      values ($1, 'a', 1, 'u', 'M', now(), '', '')`
    for (const id of ['z', 'm', 'b']) await service.db.pool.query(insert, [id])
    let forgetting: Promise<unknown> | undefined
    await service.db.transaction(async (tx) => {
      await updateSessions(tx, [nothingOf('b')])
      forgetting = forgetNode(service.db, 'a')
      await waiting(1)
      // forgetNode waits for the first session and holds no lock on the others.
      await updateSessions(tx, [nothingOf('m'), nothingOf('z')])
    })
    await forgetting
    for (const id of ['b', 'm', 'z']) expect(await endOf(id)).toMatchObject({ reason: 'node_lost' })
    expect(await listNodes(service.db)).toEqual([])
  })

  it('leaves no session open that was created during the removal', async () => {
    await keepNode(service.db, 'a')
    const mine = await come(await refusing(), 'a')
    const insert = `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
      select $1 || n, $1, 1, 'u', 'M', now(), '', '' from generate_series(1, 3) as n`
    for (const node of ['0', 'gone', 'zz']) await service.db.pool.query(insert, [node])
    await tidyUp(service.db, new Date())
    const { rows } = await service.db.pool.query(
      `select count(*) filter (where end_reason = 'node_lost')::int as lost, count(*)::int as "all" from sessions`,
    )
    expect(rows).toEqual([{ lost: 9, all: 10 }])
    expect(await endOf(mine.id)).toEqual({ reason: null, ended_at: null })
  })
})
