// Admission of sessions, decided by the database for all casters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WhenFull } from '../../../src/domain/sessions/limit.ts'
import { nothingOf } from '../../../src/domain/sessions/session.ts'
import { admitSessions, endSessionsOfDead, listKicked, updateSessions } from '../../../src/store/sessions/rows.ts'
import { insertCredentials, keepNode } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
let ownerId: number
const NODES = ['one', 'two', 'three']

beforeAll(async () => {
  service = await TestService.start()
  ownerId = (await service.token()).token.ownerId
  for (const node of NODES) await keepNode(service.db, node)
})
afterAll(() => service.stop())

async function credential(maxSessions: number, whenFull: WhenFull): Promise<number> {
  const times = { startsAt: new Date(Date.now() - 1000), expiresAt: new Date(Date.now() + 86_400_000) }
  const [id] = await insertCredentials(service, ownerId, [times])
  await service.db.pool.query('update credentials set max_sessions = $2, when_full = $3 where id = $1', [
    id,
    maxSessions,
    whenFull,
  ])
  return id!
}

let count = 0
const start = (credentialId: number, secondsAgo = 0) => ({
  id: `s${String(++count).padStart(5, '0')}`,
  credentialId,
  username: 'u',
  mountpoint: 'M',
  startedAt: new Date(Date.now() - 1000 * secondsAgo),
  address: '',
  agent: '',
})

async function come(
  credentialId: number,
  node: string,
  over: string[] = [],
  wanted = start(credentialId),
  held = false,
) {
  const [answer] = await admitSessions(service.db, node, { held, sessions: [wanted] }, over)
  return answer!
}

async function stayingOf(credentialId: number): Promise<string[]> {
  const { rows } = await service.db.pool.query(
    'select id from sessions where credential_id = $1 and ended_at is null and kick_reason is null order by id',
    [credentialId],
  )
  return rows.map(({ id }) => id)
}

const end = (id: string) =>
  updateSessions(service.db, [{ ...nothingOf(id), endedAt: new Date(), endReason: 'client_left' }])

const fifty = (credentialId: number) =>
  Promise.all(Array.from({ length: 51 }, (_, number) => come(credentialId, NODES[number % 3]!)))

// Must run first: later the planner's statistics include sessions.
it('finds each session by index, even with plans made while the table was nearly empty', async () => {
  const { pool } = service.db
  await pool.query('vacuum analyze sessions')
  const times = { startsAt: new Date(Date.now() - 1000), expiresAt: new Date(Date.now() + 86_400_000) }
  const ids = await insertCredentials(service, ownerId, Array(3_000).fill(times))
  const sessionsRead = async () => {
    const { rows } = await pool.query(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'sessions'`,
    )
    return Number(rows[0].read)
  }
  const before = await sessionsRead()
  await service.db.transaction(async (tx) => {
    // PostgreSQL keeps a generic plan after five executions.
    for (let first = 0; first < ids.length; first += 300) {
      const sessions = ids.slice(first, first + 300).map((id) => start(id))
      await admitSessions(tx, 'one', { held: false, sessions }, [])
    }
    await tx.query({ name: 'stats-flush', text: 'select pg_stat_force_next_flush()' })
  })
  expect((await sessionsRead()) - before).toBe(0) // there were no sessions before
  await pool.query('delete from sessions')
})

describe('fifty simultaneous sessions at three casters', () => {
  it.each([1, 3])('open exactly %i if the credential refuses further ones', async (most) => {
    const id = await credential(most, 'refuse')
    const answers = await fifty(id)
    expect(answers.filter(({ opened }) => opened)).toHaveLength(most)
    expect(await stayingOf(id)).toEqual(answers.flatMap((answer) => (answer.opened ? answer.id : [])).sort())
  })

  it.each([1, 3])('all open and exactly %i stay if the credential replaces older ones', async (most) => {
    const id = await credential(most, 'replace')
    const answers = await fifty(id)
    expect(answers.every(({ opened }) => opened)).toBe(true)
    expect(await stayingOf(id)).toHaveLength(most)
    const kicked = (await Promise.all(NODES.map((node) => listKicked(service.db, node)))).flat()
    expect(kicked.filter(({ credentialId }) => credentialId === id)).toHaveLength(51 - most)
  })

  it('are limited in a single statement too', async () => {
    const [refuses, replaces] = [await credential(2, 'refuse'), await credential(2, 'replace')]
    const wanted = [
      ...Array.from({ length: 5 }, () => start(refuses)),
      ...Array.from({ length: 5 }, () => start(replaces)),
    ]
    const answers = await admitSessions(service.db, 'one', { held: false, sessions: wanted }, [])
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    expect(wanted.map(({ id }) => byId.get(id)!.opened)).toEqual([
      true,
      true,
      false,
      false,
      false,
      ...Array(5).fill(true),
    ])
    expect(await stayingOf(refuses)).toEqual(wanted.slice(0, 2).map(({ id }) => id))
    expect(await stayingOf(replaces)).toEqual(wanted.slice(8).map(({ id }) => id))
    expect(byId.get(wanted[9]!.id)!.replaced!.toSorted()).toEqual(wanted.slice(5, 8).map(({ id }) => id))
  })
})

describe('the session limit', () => {
  it('counts open sessions, except those that the caster reports as over', async () => {
    const id = await credential(1, 'refuse')
    const first = await come(id, 'one')
    expect((await come(id, 'two')).opened).toBe(false)
    expect((await come(id, 'one', ['another'])).opened).toBe(false)
    const second = await come(id, 'one', [first.id])
    expect(second.opened).toBe(true)
    await end(first.id)
    await end(second.id)
    expect((await come(id, 'two')).opened).toBe(true)
  })

  it('ignores the sessions of a dead caster, and a dead caster opens none', async () => {
    const id = await credential(1, 'refuse')
    await keepNode(service.db, 'dying')
    const lost = await come(id, 'dying')
    await keepNode(service.db, 'dying', -9)
    expect((await come(id, 'two')).opened).toBe(false)
    await keepNode(service.db, 'dying', -11)
    expect(await admitSessions(service.db, 'dying', { held: false, sessions: [start(id)] }, [])).toEqual([])
    expect((await come(id, 'two')).opened).toBe(true)
    await endSessionsOfDead(service.db)
    const { rows } = await service.db.pool.query('select end_reason from sessions where id = $1', [lost.id])
    expect(rows).toEqual([{ end_reason: 'node_lost' }])
  })

  it('replaces the oldest session, and reports it to its own caster at once', async () => {
    const id = await credential(2, 'replace')
    const [older, newer] = [start(id, 20), start(id, 10)]
    await come(id, 'two', [], newer)
    await come(id, 'one', [], older)
    const third = await come(id, 'one')
    expect(third.replaced).toEqual([older.id])
    expect(await stayingOf(id)).toEqual([newer.id, third.id].sort())
  })
})

describe('existing sessions', () => {
  const back = (node: string, [id, credentialId]: [string, number]) =>
    admitSessions(service.db, node, { held: true, sessions: [{ id, credentialId }] }, [])

  /** Creates a session of a caster that others declared dead and that has returned. */
  async function lostOf(credentialId: number): Promise<string> {
    await keepNode(service.db, 'lost')
    const wanted = start(credentialId, 30)
    await come(credentialId, 'lost', [], wanted)
    await keepNode(service.db, 'lost', -11)
    await endSessionsOfDead(service.db)
    return wanted.id
  }

  it.each(['refuse', 'replace'] as const)('are reopened if there is room (%s)', async (whenFull) => {
    const id = await credential(1, whenFull)
    const session = await lostOf(id)
    await keepNode(service.db, 'lost')
    expect(await back('lost', [session, id])).toEqual([{ id: session, opened: true, replaced: null }])
    expect(await stayingOf(id)).toEqual([session])
  })

  it.each(['refuse', 'replace'] as const)(
    'are not reopened if a new session took their place (%s)',
    async (whenFull) => {
      const id = await credential(1, whenFull)
      const session = await lostOf(id)
      const taker = await come(id, 'two')
      expect(taker.opened).toBe(true)
      await keepNode(service.db, 'lost')
      expect(await back('lost', [session, id])).toEqual([{ id: session, opened: false, replaced: null }])
      expect(await stayingOf(id)).toEqual([taker.id])
    },
  )

  it('are refused if they were never ended but have lost their place', async () => {
    const id = await credential(1, 'refuse')
    await keepNode(service.db, 'lost')
    const first = await come(id, 'lost')
    await keepNode(service.db, 'lost', -11)
    const second = await come(id, 'two')
    await keepNode(service.db, 'lost')
    expect(await back('lost', [first.id, id])).toMatchObject([{ opened: false }])
    await end(first.id)
    expect(await stayingOf(id)).toEqual([second.id])
  })

  it('are written if unknown and their data is given, and otherwise left alone', async () => {
    const id = await credential(1, 'refuse')
    expect(await back('one', ['nobody', id])).toEqual([{ id: 'nobody', opened: true, replaced: null }])
    expect(await stayingOf(id)).toEqual([])
    const fromMemory = start(id, 5)
    expect(await come(id, 'one', [], fromMemory, true)).toMatchObject({ opened: true })
    expect(await come(id, 'one', [], fromMemory, true)).toMatchObject({ opened: true })
    expect(await stayingOf(id)).toEqual([fromMemory.id])
  })

  it('are reduced to one if two casters admitted one each from memory', async () => {
    for (const whenFull of ['refuse', 'replace'] as const) {
      const id = await credential(1, whenFull)
      const [older, newer] = [start(id, 9), start(id, 8)]
      const first = await come(id, 'one', [], older, true)
      const second = await come(id, 'two', [], newer, true)
      expect(first.opened).toBe(true)
      expect(second.opened).toBe(whenFull === 'replace')
      expect(await stayingOf(id)).toEqual([whenFull === 'replace' ? newer.id : older.id])
      // Repeated before the other session has ended, both get the same result.
      expect(await back('one', [older.id, id])).toMatchObject([{ opened: whenFull === 'refuse' }])
      expect(await back('two', [newer.id, id])).toMatchObject([{ opened: whenFull === 'replace' }])
    }
  })

  it('take no place if they have already ended', async () => {
    const id = await credential(1, 'replace')
    const living = await come(id, 'two', [], start(id, 60))
    const gone = start(id, 5)
    expect(await come(id, 'one', [gone.id], gone, true)).toMatchObject({ opened: true, replaced: null })
    await end(gone.id)
    expect(await stayingOf(id)).toEqual([living.id])
  })
})

it('writes the progress of thousands of sessions in one statement, each by index', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => credential(1_000, 'refuse')))
  const sessions = Array.from({ length: 5_000 }, (_, place) => start(ids[place % ids.length]!))
  await admitSessions(service.db, 'one', { held: false, sessions }, [])
  const at = new Date()
  const ended = { endedAt: at, endReason: 'client_left' } as const
  // A row-by-row comparison would exceed the statement timeout.
  await updateSessions(
    service.db,
    sessions.map((session, place) => ({ ...nothingOf(session.id), bytes: place, ...(place % 2 === 0 && ended) })),
  )
  const { rows } = await service.db.pool.query(
    'select id, bytes::int, ended_at as "endedAt" from sessions where credential_id = any ($1) order by id',
    [ids],
  )
  expect(rows).toEqual(
    sessions.map((session, place) => ({ id: session.id, bytes: place, endedAt: place % 2 === 0 ? at : null })),
  )
})
