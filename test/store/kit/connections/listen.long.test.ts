// One connection per process receives all notifications.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type DatabasePool, openDatabase } from '../../../../src/store/kit/database.ts'
import { heldConnections, makeDatabase } from '../../../support/service.ts'
import { TcpProxy } from '../../../support/tcp-proxy.ts'

let db: DatabasePool
let connection: pg.PoolConfig
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, connection, drop } = await makeDatabase())
})

afterAll(() => drop())

/** Subscribes and waits for the initial `null`, which asks the subscriber to poll. */
async function hearing(channel: string, on = db) {
  const heard: (string | null)[] = []
  const stop = on.listen(channel, (payload) => heard.push(payload))
  await expect.poll(() => heard).toEqual([null])
  heard.length = 0
  return { heard, stop }
}

const notify = (channel: string, payload: string) => db.pool.query('select pg_notify($1, $2)', [channel, payload])

const listening = async () => {
  const { rows } = await db.pool.query(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'vertice lifeline'`,
  )
  return rows.map(({ pid }) => pid as number)
}

it('delivers each channel to its subscribers over one connection', async () => {
  const [one, same, other] = [await hearing('one'), await hearing('one'), await hearing('other')]
  expect(await listening()).toHaveLength(1)
  await notify('one', 'a')
  await notify('other', 'b')
  await expect.poll(() => other.heard).toEqual(['b'])
  expect(one.heard).toEqual(['a'])
  expect(same.heard).toEqual(['a'])

  await one.stop()
  await notify('one', 'c')
  await expect.poll(() => same.heard).toEqual(['a', 'c'])
  expect(one.heard).toEqual(['a'])

  await same.stop()
  await notify('one', 'd')
  await notify('other', 'e')
  await expect.poll(() => other.heard).toEqual(['b', 'e'])
  expect(await listening()).toHaveLength(1)
  await other.stop()
  expect(await listening()).toHaveLength(0)
  expect(heldConnections(db)).toBe(0)
})

it('reconnects by itself and signals that notifications may have been missed', async () => {
  const [one, other] = [await hearing('one'), await hearing('other')]
  const [pid] = await listening()
  await db.pool.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => [one.heard, other.heard]).toEqual([[null], [null]])
  expect(await listening()).not.toContain(pid)
  await notify('one', 'after')
  await expect.poll(() => one.heard).toEqual([null, 'after'])
  await Promise.all([one.stop(), other.stop()])
})

it('keeps a new subscriber that joins while another leaves', async () => {
  const one = await hearing('one')
  const leaving = one.stop()
  const { heard, stop } = await hearing('one')
  await leaving
  await notify('one', 'still')
  await expect.poll(() => heard).toEqual(['still'])
  await stop()
})

it('replaces a silent connection within seconds and signals missed notifications', async () => {
  const proxy = await TcpProxy.before(connection)
  const behind = openDatabase({ ...connection, host: '127.0.0.1', port: proxy.port }, 2)
  onTestFinished(() => behind.close())
  onTestFinished(() => proxy.stop())
  const { heard } = await hearing('one', behind)
  proxy.forget()
  await notify('one', 'lost')
  await expect.poll(() => heard, { timeout: 90_000 }).toEqual([null])
  await notify('one', 'after')
  await expect.poll(() => heard).toEqual([null, 'after'])
})
