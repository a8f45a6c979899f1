// A node's lease: it renews its heartbeat, and reclaims what it held after it was declared dead.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from '../../../src/start/log.ts'
import { NodeLease } from '../../../src/start/processes/node-lease.ts'
import { type DatabasePool, openDatabase } from '../../../src/store/kit/database.ts'
import { drainNodes, listNodes } from '../../../src/store/operations/nodes/rows.ts'
import { until } from '../../support/process.ts'
import { keepNode, keepWitness } from '../../support/rows.ts'
import { makeDatabase } from '../../support/service.ts'

let db: DatabasePool
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
  await keepWitness(db)
})
afterAll(() => drop())

async function take(on: DatabasePool = db, roles: string[] = ['caster'], name = 'here'): Promise<NodeLease> {
  const lease = await NodeLease.take({ db: on, log: openLog('silent') }, { name, machine: 'machine', roles })
  onTestFinished(() => lease.stop())
  return lease
}

const find = async ({ id }: NodeLease) => (await listNodes(db)).find((node) => node.id === id)
const lapse = ({ id }: NodeLease) => keepNode(db, id, -11)

function shakyDatabase() {
  const shaky = {
    isAway: false,
    db: {
      ...db,
      ownConnection(name: string, timeoutMs: number) {
        const own = db.ownConnection(name, timeoutMs)
        const query: typeof own.query = (statement, values) =>
          shaky.isAway ? Promise.reject(new Error('away')) : own.query(statement, values)
        return { query, close: () => own.close() }
      },
    },
  }
  return shaky
}

describe('a node', () => {
  it('is listed with its data until it stops', async () => {
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

  it('reclaims what it held after it was declared dead, and retries until that succeeds', async () => {
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
    await until(() => tries === 1)
    await lease.renew()
    await until(() => tries === 2)
    await lease.renew()
    await lease.renew()
    expect(tries).toBe(2)
  })

  it('reclaims again if it is declared dead once more during the reclaim', async () => {
    const lease = await take()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let tries = 0
    lease.onBack(() => gates[tries++]?.promise ?? Promise.resolve())
    expect(lease.isHeld(performance.now() + 11_000)).toBe(false)
    for (const gate of gates) {
      await lapse(lease)
      await lease.renew()
      expect(lease.isHeld(performance.now())).toBe(false)
      await lapse(lease)
      await lease.renew()
      gate.resolve()
    }
    await until(async () => {
      await lease.renew()
      return lease.isHeld(performance.now())
    })
    expect(tries).toBe(3)
  })

  it('reappears and reclaims what it held if its row was deleted', async () => {
    const lease = await take()
    const takeBack = vi.fn(async () => {})
    lease.onBack(takeBack)
    await db.pool.query('delete from nodes where id = $1', [lease.id])
    await lease.renew()
    expect(await find(lease)).toMatchObject({ alive: true })
    await until(() => takeBack.mock.calls.length === 1)
  })

  it('does not trust its leases after a freeze until it has reclaimed them', async () => {
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
    await until(() => lease.isHeld(performance.now()))
  })

  it('continues after a freeze if it was not declared dead', async () => {
    const lease = await take()
    expect(lease.isHeld(performance.now() + 11_000)).toBe(false)
    await lease.renew()
    expect(lease.isHeld(performance.now())).toBe(true)
  })

  it('continues without the database, and reclaims what it held once it is back', async () => {
    const shaky = shakyDatabase()
    const lease = await take(shaky.db)
    const takeBack = vi.fn(async () => {})
    lease.onBack(takeBack)
    shaky.isAway = true
    await expect(lease.renew()).rejects.toThrow('away')
    expect(lease.isHeld(performance.now())).toBe(true)
    await lapse(lease)
    shaky.isAway = false
    await lease.renew()
    expect(lease.isHeld(performance.now())).toBe(true)
    await until(() => takeBack.mock.calls.length === 1)
  })

  it("does not trust its leases after a freeze because of one failed attempt, which may be its connection's fault", async () => {
    const shaky = shakyDatabase()
    const lease = await take(shaky.db)
    const gate = Promise.withResolvers<void>()
    lease.onBack(() => gate.promise)
    expect(lease.isHeld(performance.now() + 11_000)).toBe(false)
    await lapse(lease)
    shaky.isAway = true
    await expect(lease.renew()).rejects.toThrow('away')
    expect(lease.isHeld(performance.now())).toBe(false)
    shaky.isAway = false
    await lease.renew()
    expect(lease.isHeld(performance.now())).toBe(false)
    gate.resolve()
    await until(() => lease.isHeld(performance.now()))
  })

  it('continues after a freeze once its attempts have failed for three seconds', async () => {
    const shaky = shakyDatabase()
    const lease = await take(shaky.db)
    shaky.isAway = true
    expect(lease.isHeld(performance.now() + 11_000)).toBe(false)
    const tries: boolean[] = []
    while (!lease.isHeld(performance.now()) && tries.length < 20) {
      await expect(lease.renew()).rejects.toThrow('away')
      tries.push(lease.isHeld(performance.now()))
    }
    expect(tries).toEqual([false, false, false, false, false, true])
    // After another freeze, it starts over.
    expect(lease.isHeld(performance.now() + 22_000)).toBe(false)
    await expect(lease.renew()).rejects.toThrow('away')
    expect(lease.isHeld(performance.now())).toBe(false)
  })

  it('renews while all pool connections are busy, and on a new connection after its own breaks', async () => {
    const small = openDatabase(db.pool.options, 1)
    onTestFinished(() => small.close())
    const lease = await take(small)
    await lease.renew()
    await small.transaction(() => lease.renew())
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vertice lease' and datname = current_database()`,
    )
    const isHeard = () =>
      lease.renew().then(
        () => true,
        () => false,
      )
    await until(isHeard)
  })

  it('is notified of a drain by its own name or its machine’s, if it is a caster', async () => {
    const [caster, second, worker] = [await take(), await take(db, ['caster'], 'beside'), await take(db, ['worker'])]
    const [drained, alsoDrained, other] = [vi.fn(), vi.fn(), vi.fn()]
    caster.onDrain(drained)
    second.onDrain(alsoDrained)
    worker.onDrain(other)
    const renewAll = () => Promise.all([caster, second, worker].map((lease) => lease.renew()))
    expect(await drainNodes(db, 'elsewhere')).toBe(0)
    expect(await drainNodes(db, 'here')).toBe(1)
    await renewAll()
    expect([drained, alsoDrained, other].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
    expect(await find(caster)).toMatchObject({ drainingSince: expect.any(Date) })
    expect(await drainNodes(db, 'machine')).toBe(2)
    await renewAll()
    expect([drained, alsoDrained, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
  })
})
