// The stations that a node owns, in its memory and in the database: a lost or overtaken answer locks no node out.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StationLeases } from '../../../src/caster/services.ts'
import type { Holding } from '../../../src/caster/sharing/holding.ts'
import { Ownership } from '../../../src/caster/sharing/ownership.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import { openLog } from '../../../src/start/log.ts'
import { NodeLease } from '../../../src/start/processes/node-lease.ts'
import { stationLeases } from '../../../src/start/roles/station-leases.ts'
import { takeStations } from '../../../src/store/stations/leases.ts'
import { keepNode, stationIdOf } from '../../support/rows.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const { cdmx } = STATIONS
const WAIT = { timeout: 90_000 }
let service: TestService
let lease: NodeLease
let station: number
let real: StationLeases
/** The leases that the node uses: those of the database, unless a test replaces a function. */
let leases: { -readonly [name in keyof StationLeases]: StationLeases[name] }
let ownership: Ownership

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(cdmx)
  station = await stationIdOf(service, cdmx.code)
  await keepNode(service.db, 'other')
  const context = { db: service.db, log: openLog('silent') }
  lease = await NodeLease.take(context, { name: 'here', machine: 'here', roles: ['caster'] })
})
afterAll(async () => {
  await lease.stop()
  await service.stop()
})
beforeEach(async () => {
  await service.db.pool.query('truncate station_leases')
  real = stationLeases(service.db, lease)
  leases = { ...real }
  const feeds = new Feeds({ graceMs: 1_000, stableMs: 1_000 })
  ownership = new Ownership({ leases, bus: null, node: lease.id, feeds, warn: () => {} })
})
afterEach(() => {
  Object.assign(leases, real)
  return ownership.stop()
})

const others = async () => (await takeStations(service.db, 'other', [station]))!.length
const rowInDatabase = async () =>
  (await service.db.pool.query('select node, fence from station_leases where station_id = $1', [station])).rows[0]
const nodeInDatabase = async () => (await rowInDatabase())?.node
const fencingTokenInDatabase = async () => (await rowInDatabase()).fence

async function hold(close = () => {}): Promise<Holding> {
  const [holding] = await ownership.take([station])
  holding!.broughtBy(close)
  return holding!
}

describe('a lease that the database gave this node', () => {
  it('is released at the second comparison if the answer to the take was lost', async () => {
    leases.take = async (ids) => {
      await real.take(ids)
      throw new Error('the answer was lost')
    }
    await expect(ownership.take([station])).rejects.toThrow('lost')
    expect(await others()).toBe(0)
    await ownership.compare()
    expect(await others()).toBe(0)
    await ownership.compare()
    await vi.waitUntil(async () => (await others()) === 1, WAIT)
  })

  it('is not released while it is held or being requested', async () => {
    const gate = Promise.withResolvers<void>()
    leases.take = async (ids) => {
      const taken = await real.take(ids)
      await gate.promise
      return taken
    }
    const taking = ownership.take([station])
    await vi.waitUntil(async () => (await nodeInDatabase()) === lease.id, WAIT)
    for (let looks = 0; looks < 3; looks++) await ownership.compare()
    gate.resolve()
    expect(await taking).toHaveLength(1)
    for (let looks = 0; looks < 3; looks++) await ownership.compare()
    expect(await others()).toBe(0)
    expect(ownership.count).toBe(1)
  })

  it('keeps the higher fencing token of two concurrent requests, so that it can be released', async () => {
    const old = await hold()
    old.rest()
    await vi.waitUntil(async () => (await nodeInDatabase()) === null, WAIT)
    const gate = Promise.withResolvers<void>()
    leases.take = async (ids) => {
      leases.take = real.take
      await gate.promise
      return real.take(ids)
    }
    const asking = old.takeAgain()
    const holding = await hold()
    gate.resolve()
    await asking
    expect([holding.fencingToken, ownership.of(station)]).toEqual([await fencingTokenInDatabase(), holding])
    holding.end()
    await vi.waitUntil(async () => (await others()) === 1, WAIT)
  })

  it('stays this node’s own when the database has a higher fencing token than expected', async () => {
    const close = vi.fn()
    const holding = await hold(close)
    await real.take([station]) // and the node does not know it
    await ownership.takeBack()
    expect([close.mock.calls.length, holding.fencingToken]).toEqual([0, await fencingTokenInDatabase()])
    await real.take([station])
    await ownership.compare()
    expect(holding.fencingToken).toBe(await fencingTokenInDatabase())
  })

  it('closes the previous source when it is taken again for another one', async () => {
    const close = vi.fn()
    const old = await hold(close)
    old.rest()
    const holding = await hold()
    expect(close).toHaveBeenCalledTimes(1)
    holding.end()
    expect(ownership.count).toBe(0)
  })
})

it('backs off while the database is unavailable instead of asking at every tick', async () => {
  const holding = await hold()
  const released = Promise.withResolvers<void>()
  leases.release = (given) => real.release(given).finally(released.resolve)
  holding.rest()
  await released.promise
  await new Promise(setImmediate) // the ownership has processed the release
  const asked = { take: 0, release: 0 }
  leases.take = async () => {
    asked.take += 1
    throw new Error('away')
  }
  leases.release = async () => {
    asked.release += 1
    throw new Error('away')
  }
  expect(holding.isOpen(performance.now())).toBe(false)
  await vi.waitUntil(() => holding.isUnsure, WAIT)
  ownership.release(station, 1)
  for (let looks = 0; looks < 8; looks++) {
    ownership.tick()
    await new Promise(setImmediate)
  }
  expect(asked).toEqual({ take: 1, release: 0 })
  await vi.waitUntil(() => {
    ownership.tick()
    return asked.take >= 2 && asked.release >= 1
  }, WAIT)
})
