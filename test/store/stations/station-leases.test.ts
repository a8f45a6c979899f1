// Station leases: one node at a time, even with simultaneous requests, and a dead node blocks no other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listStationsElsewhere,
  listStationsOf,
  releaseStations,
  takeStations,
} from '../../../src/store/stations/leases.ts'
import { keepNode, stationIdOf } from '../../support/rows.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
let service: TestService
let ids: number[]

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(cdmx, toluca, cuernavaca)
  ids = await Promise.all([cdmx, toluca, cuernavaca].map(({ code }) => stationIdOf(service, code)))
  for (const node of ['a', 'b', 'c']) await keepNode(service.db, node)
})
afterAll(() => service.stop())

const take = async (node: string, ...stations: number[]) =>
  (await takeStations(service.db, node, stations))!.toSorted((one, other) => one.stationId - other.stationId)

describe('a station lease', () => {
  it('goes to one of many simultaneous requests, and the fencing token increases with each change of node', async () => {
    const [id] = ids as [number]
    const nodes = Array.from({ length: 12 }, (_, index) => `crowd ${index}`)
    for (const node of nodes) await keepNode(service.db, node)
    for (let round = 1; round <= 5; round++) {
      const taken = (await Promise.all(nodes.map(async (node) => ({ node, got: await take(node, id) })))).filter(
        ({ got }) => got.length > 0,
      )
      expect(taken.map(({ got }) => got)).toEqual([[{ stationId: id, fencingToken: round }]])
      await releaseStations(service.db, taken[0]!.node, taken[0]!.got)
    }
  })

  it('stays with a live node, and can be taken as soon as that node is dead', async () => {
    const id = ids[1]!
    const [first] = await take('a', id)
    expect(await take('b', id)).toEqual([])
    await keepNode(service.db, 'a', -9)
    expect(await take('b', id)).toEqual([])
    await keepNode(service.db, 'a', -11)
    expect(await take('b', id)).toEqual([{ stationId: id, fencingToken: first!.fencingToken + 1 }])
    await keepNode(service.db, 'a')
    // The returning node has lost the station and cannot release another node's lease.
    expect(await listStationsOf(service.db, 'a')).toEqual([])
    await releaseStations(service.db, 'a', [first!])
    expect(await take('a', id)).toEqual([])
  })

  it('can be renewed by its holder, and the old lease then releases nothing', async () => {
    const id = ids[2]!
    const [before] = await take('c', id)
    const [now] = await take('c', id)
    expect(now!.fencingToken).toBe(before!.fencingToken + 1)
    await releaseStations(service.db, 'c', [before!])
    expect(await listStationsOf(service.db, 'c')).toEqual([now])
    await releaseStations(service.db, 'c', [now!])
    expect(await listStationsOf(service.db, 'c')).toEqual([])
  })
})

it('refuses a lease to a dead node', async () => {
  await keepNode(service.db, 'dead', -11)
  expect(await takeStations(service.db, 'dead', ids)).toBeNull()
  expect(await takeStations(service.db, 'nobody', ids)).toBeNull()
})

it('causes no deadlock when nodes take the same stations in different orders', async () => {
  await Promise.all(
    ['a', 'b', 'c'].map(async (node) => releaseStations(service.db, node, await listStationsOf(service.db, node))),
  )
  const orders = [ids, ids.toReversed(), [ids[1]!, ids[2]!, ids[0]!]]
  const got = await Promise.all(['a', 'b', 'c'].map((node, index) => take(node, ...orders[index]!)))
  const owned = got.flat().map(({ stationId }) => stationId)
  expect(owned.toSorted((one, other) => one - other)).toEqual(ids.toSorted((one, other) => one - other))
  const elsewhere = (await listStationsElsewhere(service.db, 'a', ids)).map(({ stationId }) => stationId)
  expect(elsewhere.length).toBe(ids.length - got[0]!.length)
  expect(await listStationsElsewhere(service.db, 'a', [])).toEqual([])
})
