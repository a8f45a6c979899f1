import { writeGga } from '@vertice/ntrip'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { payOrder } from '../../../src/actions/orders/pay.ts'
import { createProduct } from '../../../src/actions/orders/products.ts'
import { changeGroup, createGroup } from '../../../src/actions/stations/groups.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { credentials, startEngine } from '../../demo/simulator/engine.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { until } from '../../support/process.ts'
import { askRev1, changeCredential, hearsMore, isLive, pause } from '../helpers.ts'
import { heardBy, observingBase } from '../observing-base.ts'

const station = (code: string, lat: number, lng: number) => ({
  ...{ code, name: code, lat, lng, mountpoint: `${code}_RTCM32`, radiusKm: 40 },
})
/** Two stations at Puebla, the second nearer to the rover, and one far in the north. */
const PUEBLA = station('PUEB', 19.0414, -98.2063)
const CHOLULA = station('CHOL', 19.0614, -98.2063)
const MONTERREY = station('MTY', 25.6714, -100.309)
const HERE = { lat: 19.06, lng: -98.2063 }
const [PUEB, CHOL, MTY] = [11, 12, 13]

let caster: TestCaster
let other: CasterRole
const peers: Peer[] = []

beforeAll(async () => {
  caster = await TestCaster.start({ stableMs: 500, graceMs: 500 })
  await caster.service.saveStations(PUEBLA, CHOLULA, MONTERREY)
  other = await caster.addNode()
  await observingBase(caster, PUEBLA, PUEB)
  await observingBase(caster, CHOLULA, CHOL)
  await observingBase(caster, MONTERREY, MTY)
  await observingBase(caster, PUEBLA, PUEB, other.caster.address.port)
  await isLive(caster, 'PUEB', other)
  for (const { code } of [PUEBLA, CHOLULA, MONTERREY]) await isLive(caster, code)
  await createGroup(context(), { name: 'Norte y Puebla', members: ['PUEB', 'MTY'] })
})
afterAll(() => caster.stop())
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.close()
  await change('PUEB', 'MTY')
})

const context = () => byTest(caster.service.services)
const change = (...members: string[]) => changeGroup(context(), { name: 'Norte y Puebla' }, { members })
const issue = () => caster.issue({ grupo: 'Norte y Puebla' })

async function join(login: Login, mountpoint: string, port = caster.port): Promise<Peer> {
  const peer = await caster.rover(login, mountpoint, port)
  peers.push(peer)
  return peer
}
const tell = (peer: Peer, place: { lat: number; lng: number }) =>
  peer.write(`${writeGga({ ...place, quality: 4 }, new Date())}\r\n`)
const notesOf = async ({ id }: Login) => (await listSessionsOf(caster.service.db, id, 1))[0]?.notes ?? []
const hears = (peer: Peer, ...whom: (number | 'engine')[]) => until(() => heardBy(peer).whom.join() === whom.join())

describe('a credential for a group of stations', () => {
  it('opens the mountpoints of its stations and no others', async () => {
    const login = await issue()
    for (const { mountpoint } of [PUEBLA, MONTERREY]) await hearsMore(await join(login, mountpoint))
    expect(await askRev1(caster.port, CHOLULA.mountpoint, login)).toMatch(/^HTTP\/1\.[01] 401/)
  })

  it('opens the same mountpoints if it was bought through an order of the API', async () => {
    const { current, db, keys } = caster.service.services
    const { book } = await current()
    const groupId = [...book.groups.values()].find(({ name }) => name === 'Norte y Puebla')!.id
    const { rows } = await caster.service.db.pool.query('select owner_id from tokens limit 1')
    const context = byTest({ db, keys, book, customerMail: null })
    await createProduct(context, 'all', {
      ...{ ownerId: Number(rows[0].owner_id), name: 'Norte', validitySeconds: 3_600, serves: 'group', groupId },
      ...{ stationId: null, amountMinor: 100, currency: 'MXN', active: true, inShop: false },
    } as never)
    const wish = { segundos: 3_600, grupo: 'norte y puebla', cliente_nombre: 'Ana', cliente_email: 'ana@example.mx' }
    const { order } = (await caster.client.post('/orders', wish)).body
    await payOrder(context, 'all', order.id, { way: 'hand', reference: null, note: null })
    const { credential_id: id } = (await caster.client.get(`/orders/${order.id}`)).body.order
    const { credential } = (await caster.client.get(`/credentials/${id}`)).body
    const login = { id, username: credential.usuario, password: credential.password }
    await hearsMore(await join(login, PUEBLA.mountpoint))
    expect(await askRev1(caster.port, CHOLULA.mountpoint, login)).toMatch(/^HTTP\/1\.[01] 401/)
  })

  it('receives the nearest base of its group on the network mountpoint, not the nearest of all', async () => {
    const peer = await join(await issue(), 'RED')
    tell(peer, HERE)
    await hears(peer, PUEB)
    const all = await join(await caster.issue(), 'RED')
    tell(all, HERE)
    await hears(all, CHOL)
  })

  it('receives nothing outside the range of its group, and its record gives the reason', async () => {
    await change('MTY')
    const login = await issue()
    const peer = await join(login, 'RED')
    tell(peer, HERE)
    await expect
      .poll(() => notesOf(login))
      .toMatchObject([{ code: 'outside_group', params: { group: 'Norte y Puebla' } }])
    expect(heardBy(peer).whom).toEqual([])
  })
})

describe('a group that changes', () => {
  it(
    'disconnects only the rovers on a station that left it, on every node within seconds',
    measuresTime(),
    async () => {
      const login = await issue()
      await changeCredential(caster, login.id, { max_sessions: 4 })
      const { port } = other.caster.address
      const leaving = [await join(login, PUEBLA.mountpoint), await join(login, PUEBLA.mountpoint, port)]
      const staying = await join(login, MONTERREY.mountpoint)
      await hearsMore(leaving[0]!)
      const from = performance.now()
      await change('MTY')
      for (const peer of leaving) {
        await peer.closed
        expect(peer.closedAt! - from).toBeLessThan(onThisMachine(3_000))
      }
      await hearsMore(staying)
      expect(await askRev1(port, PUEBLA.mountpoint, login)).toMatch(/^HTTP\/1\.[01] 401/)
      const ended = async () =>
        (await listSessionsOf(caster.service.db, login.id, 4)).flatMap(({ endReason, notes }) =>
          endReason === null ? [] : [[endReason, notes.at(-1)?.code]],
        )
      await expect.poll(ended).toEqual([
        ['changed', 'left_group'],
        ['changed', 'left_group'],
      ])
    },
  )

  it('applies to derived mountpoints of its stations too', async () => {
    const alteration = { form: 'msm4' }
    await addMountpoint(context(), 'PUEB_MSM4', { code: 'PUEB' }, { alteration })
    await addMountpoint(context(), 'CHOL_MSM4', { code: 'CHOL' }, { alteration })
    const login = await issue()
    const peer = await join(login, 'PUEB_MSM4')
    await hearsMore(peer)
    expect(await askRev1(caster.port, 'CHOL_MSM4', login)).toMatch(/^HTTP\/1\.[01] 401/)
    await change('CHOL', 'MTY')
    await peer.closed
    await hearsMore(await join(login, 'CHOL_MSM4'))
    expect(await askRev1(caster.port, 'PUEB_MSM4', login)).toMatch(/^HTTP\/1\.[01] 401/)
  })

  it('moves a network rover to another base of the group', async () => {
    const peer = await join(await issue(), 'RED')
    tell(peer, HERE)
    await hears(peer, PUEB)
    await change('CHOL', 'MTY')
    await hears(peer, PUEB, CHOL)
  })
})

it('serves a group credential through a VRS engine only where a station of its group reaches', async () => {
  const engine = await startEngine()
  try {
    await setNetwork(context(), {
      upstream: `ntrip://${credentials.username}:${credentials.password}@127.0.0.1:${engine.port}/VRS`,
    })
    await change('MTY')
    caster.role.caster.reconcile()
    const login = await issue()
    const peer = await join(login, 'RED')
    tell(peer, HERE)
    await expect.poll(() => notesOf(login)).toMatchObject([{ code: 'outside_group' }])
    expect(peer.text).toBe('')
    tell(peer, { lat: 25.7, lng: -100.3 })
    await hearsMore(peer)
    tell(peer, HERE)
    const codes = async () => (await notesOf(login)).map(({ code }) => code)
    await expect.poll(codes).toEqual(['outside_group', 'asking_vrs', 'vrs_answers', 'outside_group'])
    const { length } = peer.received
    await pause(600) // three epochs of this engine
    expect(peer.received).toHaveLength(length)
  } finally {
    await setNetwork(context(), { upstream: null })
    await engine.close()
  }
})
