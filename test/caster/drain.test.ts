import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNodes } from '../../src/store/operations/nodes/rows.ts'
import { type Peer, TestCaster } from '../support/caster.ts'
import { STATIONS } from '../support/service.ts'
import { flowingBase, hearsMore } from './helpers.ts'

const { cdmx, toluca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca)
})
afterAll(() => caster.stop())

async function isRefused(port: number): Promise<boolean> {
  const socket = net.connect({ port, host: '127.0.0.1' })
  const [error] = await Promise.race([once(socket, 'error'), once(socket, 'connect')]).catch((error) => [error])
  socket.destroy()
  return error?.code === 'ECONNREFUSED'
}

it('admits no new clients, closes its rovers in groups and then its base, and stays registered as a node', async () => {
  const { db } = caster.service
  const role = await caster.addNode()
  const { port } = role.caster.address
  const { peer: base } = await flowingBase(caster, cdmx, role)
  const here = await flowingBase(caster, toluca)
  const unmoved = await caster.rover(await caster.issue({ station_codigo: 'TOLU' }), toluca.mountpoint)
  const rovers: Peer[] = []
  for (let count = 0; count < 13; count++)
    rovers.push(await caster.rover(await caster.issue({ station_codigo: 'CDMX' }), cdmx.mountpoint, port))
  const stayingOf = () => rovers.filter(({ closedAt }) => closedAt === null)

  await db.pool.query('update nodes set draining_since = now() where id = $1', [role.lease.id])
  await role.lease.renew()
  await expect.poll(() => isRefused(port)).toBe(true)
  while (stayingOf().length > 3) await new Promise(setImmediate)
  for (const rover of stayingOf()) await Promise.race([hearsMore(rover), rover.closed])
  await Promise.all([...rovers, base].map(({ closed }) => closed))
  expect(base.closedAt!).toBeGreaterThan(Math.max(...rovers.map(({ closedAt }) => closedAt!)))

  const node = async () => {
    await role.lease.renew()
    return (await listNodes(db)).find(({ id }) => id === role.lease.id)
  }
  const drained = { alive: true, drainingSince: expect.any(Date), rovers: 0, stations: 0 }
  await expect.poll(node, { timeout: 90_000 }).toMatchObject(drained)
  const reasons = async () =>
    (await db.pool.query('select end_reason, count(*)::int from sessions where node = $1 group by 1', [role.lease.id]))
      .rows
  await expect.poll(reasons).toEqual([{ end_reason: 'shutdown', count: 13 }])
  const { rows: ends } = await db.pool.query<{ at: Date }>(
    'select ended_at as at from sessions where node = $1 order by ended_at',
    [role.lease.id],
  )
  const [tenth, eleventh] = [ends[9]!.at.getTime(), ends[10]!.at.getTime()]
  expect(eleventh - tenth).toBeGreaterThan(990) // the groups follow each other by a second; two clock readings are rounded
  await hearsMore(unmoved)
  unmoved.close()
  here.stop()
})
