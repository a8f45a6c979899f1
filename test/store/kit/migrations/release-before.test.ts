// Machines are updated one after the other: what casters of the release before ask the database still does what they mean, and neither
// they nor the new ones take each other for dead.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabasePool, openDatabase } from '../../../../src/store/kit/database.ts'
import { countCasters, listNodes, renewNode } from '../../../../src/store/operations/nodes/rows.ts'
import { endSessionsOfDead } from '../../../../src/store/sessions/rows.ts'
import { makeDatabase } from '../../../support/service.ts'

let made: Awaited<ReturnType<typeof makeDatabase>>
/** As the role that does the work. */
let db: DatabasePool

beforeAll(async () => {
  made = await makeDatabase()
  db = openDatabase(made.connection, 1)
})
afterAll(async () => {
  await db.close()
  await made.drop()
})

const secondsAgo = (seconds: number) => new Date(Date.now() - 1000 * seconds)

/** As the release before says every ten seconds that it lives, and ends the sessions of those that have not said so for a minute. */
async function oldSign(node: string, at: Date): Promise<void> {
  await db.pool.query(
    'insert into caster_nodes (id, seen_at) values ($1, $2) on conflict (id) do update set seen_at = $2',
    [node, at],
  )
  await db.pool.query(
    `update sessions set end_reason = 'node_lost', ended_at = greatest(started_at, coalesce((select seen_at from caster_nodes where id = node), started_at))
     where ended_at is null and not exists (select from caster_nodes where id = node and seen_at >= $1)`,
    [secondsAgo(60)],
  )
  await db.pool.query(`delete from caster_nodes where seen_at < $1::timestamptz - interval '1 day'`, [secondsAgo(60)])
}

const newSign = (id: string) =>
  renewNode(
    db,
    { id, name: id, machine: id, roles: ['caster'], version: '9.9.9' },
    { rovers: 1, stations: 0, bus: null },
    0,
  )

const openSession = (id: string, node: string) =>
  db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
     values ($1, $2, 1, 'u', 'M', now() - interval '1 hour', '', '')`,
    [id, node],
  )

const isOpen = async (id: string) =>
  (await db.pool.query<{ open: boolean }>('select ended_at is null as open from sessions where id = $1', [id])).rows[0]!
    .open

const stateOf = async (id: string) => (await listNodes(db)).find((node) => node.id === id)

describe('a caster of the release before', () => {
  it('is a node that lives for a minute after each sign', async () => {
    await newSign('new')
    await openSession('of old', 'old')
    await oldSign('old', secondsAgo(0))
    expect(await stateOf('old')).toMatchObject({ alive: true, name: 'old', roles: ['caster'], version: 'older' })
    expect(await countCasters(db)).toBe(2)
    await oldSign('old', secondsAgo(30))
    await endSessionsOfDead(db)
    expect(await stateOf('old')).toMatchObject({ alive: true })
    expect(await isOpen('of old')).toBe(true)
  })

  it('does not take a new one for lost, nor its sessions', async () => {
    await newSign('new')
    await openSession('of new', 'new')
    await oldSign('old', secondsAgo(0))
    expect(await isOpen('of new')).toBe(true)
    const { rows } = await db.pool.query('select id from caster_nodes order by id')
    expect(rows).toEqual([{ id: 'new' }, { id: 'old' }])
  })

  it('stays what it is when it says again that it lives, and goes when it says goodbye', async () => {
    await oldSign('old', secondsAgo(0))
    await db.pool.query('delete from caster_nodes where id = $1', ['old'])
    expect(await stateOf('old')).toBeUndefined()
  })

  it('a new one is written as it says, and only that', async () => {
    await newSign('new')
    expect(await stateOf('new')).toMatchObject({ name: 'new', version: '9.9.9', alive: true })
    const { rows } = await db.pool.query<{ ahead: boolean }>(
      `select seen_at > clock_timestamp() as ahead from nodes where id = 'new'`,
    )
    expect(rows).toEqual([{ ahead: false }])
  })
})
