// A process among others: it says that it lives, and takes back what it held when it was taken for dead.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from '../../src/start/log.ts'
import { NodeLease } from '../../src/start/node-lease.ts'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import { drainNodes, listNodes } from '../../src/store/nodes/rows.ts'
import { keepNode } from '../support/rows.ts'
import { makeDatabase } from '../support/service.ts'

let db: DatabasePool
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
})
afterAll(() => drop())

async function take(on: DatabasePool = db, roles: string[] = ['caster']): Promise<NodeLease> {
  const lease = await NodeLease.take({ db: on, log: openLog('silent') }, { name: 'here', roles })
  onTestFinished(() => lease.stop())
  return lease
}

const find = async ({ id }: NodeLease) => (await listNodes(db)).find((node) => node.id === id)
const lapse = ({ id }: NodeLease) => keepNode(db, id, -11)

describe('a node', () => {
  it('is listed with what it tells, until it stops', async () => {
    const lease = await take()
    expect(await find(lease)).toMatchObject({
      ...{ name: 'here', roles: ['caster'], alive: true, rovers: null, stations: null, bus: null },
      ...{ version: expect.stringMatching(/^\d+\./), startedAt: expect.any(Date), drainingSince: null },
    })
    lease.tells(() => ({ rovers: 7, stations: 2, bus: 'up' }))
    await lease.renew()
    expect(await find(lease)).toMatchObject({ rovers: 7, stations: 2, bus: 'up', lagMs: expect.any(Number) })
    await lease.stop()
    expect(await find(lease)).toBeUndefined()
  })

  it('that others take for dead takes back what it held, again until that succeeds', async () => {
    const lease = await take()
    let tries = 0
    lease.onBack(async () => {
      tries += 1
      if (tries === 1) throw new Error('not now')
    })
    await lease.renew()
    expect(tries).toBe(0)
    await lapse(lease)
    expect(await find(lease)).toMatchObject({ alive: false })
    await lease.renew()
    expect(await find(lease)).toMatchObject({ alive: true })
    await vi.waitUntil(() => tries === 1)
    await lease.renew()
    await vi.waitUntil(() => tries === 2)
    await lease.renew()
    await lease.renew()
    expect(tries).toBe(2)
  })

  it('whose row is gone is there again, and takes back what it held', async () => {
    const lease = await take()
    const takeBack = vi.fn(async () => {})
    lease.onBack(takeBack)
    await db.pool.query('delete from nodes where id = $1', [lease.id])
    await lease.renew()
    expect(await find(lease)).toMatchObject({ alive: true })
    await vi.waitUntil(() => takeBack.mock.calls.length === 1)
  })

  it('that stood still does not trust what it held before it has taken it back', async () => {
    const lease = await take()
    const now = performance.now()
    const gate = Promise.withResolvers<void>()
    lease.onBack(() => gate.promise)
    expect(lease.isHeld(now + 9_000)).toBe(true)
    expect(lease.isHeld(now + 11_000)).toBe(false)
    expect(lease.isHeld(performance.now())).toBe(false)
    await lapse(lease)
    await lease.renew()
    expect(lease.isHeld(performance.now())).toBe(false)
    gate.resolve()
    await vi.waitUntil(() => lease.isHeld(performance.now()))
  })

  it('that stood still and was not missed goes on', async () => {
    const lease = await take()
    expect(lease.isHeld(performance.now() + 11_000)).toBe(false)
    await lease.renew()
    expect(lease.isHeld(performance.now())).toBe(true)
  })

  it('that cannot reach the database goes on as before, and takes back what it held when it can', async () => {
    let isAway = false
    const shaky: DatabasePool = {
      ...db,
      query: (statement, values) => (isAway ? Promise.reject(new Error('away')) : db.query(statement, values)),
    }
    const lease = await take(shaky)
    const takeBack = vi.fn(async () => {})
    lease.onBack(takeBack)
    isAway = true
    expect(lease.isHeld(performance.now() + 11_000)).toBe(false)
    await expect(lease.renew()).rejects.toThrow('away')
    expect(lease.isHeld(performance.now())).toBe(true)
    await lapse(lease)
    isAway = false
    await lease.renew()
    expect(lease.isHeld(performance.now())).toBe(true)
    await vi.waitUntil(() => takeBack.mock.calls.length === 1)
  })

  it('hears that it is to be drained, by its name; only casters are', async () => {
    const [caster, worker] = [await take(), await take(db, ['worker'])]
    const [drained, other] = [vi.fn(), vi.fn()]
    caster.onDrain(drained)
    worker.onDrain(other)
    expect(await drainNodes(db, 'elsewhere')).toBe(0)
    expect(await drainNodes(db, 'here')).toBe(1)
    await caster.renew()
    await worker.renew()
    expect(drained).toHaveBeenCalled()
    expect(other).not.toHaveBeenCalled()
    expect(await find(caster)).toMatchObject({ drainingSince: expect.any(Date) })
  })
})
