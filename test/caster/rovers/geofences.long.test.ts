import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMountpoint, removeMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { distanceKm } from '../../../src/domain/geometry/geodesy.ts'
import { explainAccess } from '../../../src/reads/explain-access.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { Engine } from '../fake-engine.ts'
import { isLive, pause } from '../helpers.ts'
import { heardBy, observingBase } from '../observing-base.ts'

const { cdmx } = STATIONS
const CDMX = 11
const INSIDE = { lat: 19.44, lng: -99.14 }
/** 11 km north of the centre, still in range of the base. */
const OUTSIDE = { lat: 19.53, lng: -99.13 }
const CIRCLE = { tipo: 'circulo', lat: 19.43, lng: -99.13, radio_km: 5 }
const KM_PER_DEGREE = distanceKm({ lat: 19, lng: -99.13 }, { lat: 20, lng: -99.13 })
const JUST_OUTSIDE = { lat: CIRCLE.lat + (CIRCLE.radio_km + 0.03) / KM_PER_DEGREE, lng: CIRCLE.lng }
const PLACE_GOOD_MS = 2_500

let caster: TestCaster
let other: CasterRole

beforeAll(async () => {
  const patience = { positionMs: 300, settingsMs: 100, placeGoodMs: PLACE_GOOD_MS }
  caster = await TestCaster.start(patience)
  await caster.service.saveStations(cdmx)
  other = await caster.addNode(patience)
  await observingBase(caster, cdmx, CDMX)
  await observingBase(caster, cdmx, CDMX, other.caster.address.port)
  await isLive(caster, 'CDMX')
})
afterAll(() => caster.stop())

const gga = (place: { lat: number; lng: number }) => `${writeGga({ ...place, quality: 4 }, new Date())}\r\n`
const newest = async ({ id }: Login) => (await listSessionsOf(caster.service.db, id, 1))[0]
const codesOf = async (login: Login) => (await newest(login))?.notes.map(({ code }) => code) ?? []
const hears = async (peer: Peer) => {
  const before = peer.received.length
  await until(() => peer.received.length > before)
}
/** Expects no data from a base that sends ten times a second. */
async function hearsNothing(peer: Peer): Promise<void> {
  await pause(100) // what was under way
  const before = peer.received.length
  await pause(400)
  expect(peer.received.length).toBe(before)
}
const why = async ({ username }: Login) => {
  const { db, current } = caster.service.services
  return explainAccess({ db, book: (await current()).book, now: new Date() }, username)
}

describe('a geofence on the network mountpoint', () => {
  it('serves a rover only while it is inside; its record and the diagnosis show it', async () => {
    const login = await caster.issue({ geocerca: CIRCLE })
    const peer = await caster.rover(login, 'RED')
    peer.write(gga(OUTSIDE))
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence'])
    await hearsNothing(peer)
    peer.write(gga(INSIDE))
    await hears(peer)
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence', 'inside_fence', 'base'])
    peer.write(gga(OUTSIDE))
    await expect.poll(async () => (await codesOf(login)).at(-1)).toBe('outside_fence')
    await hearsNothing(peer)
    const found = (await why(login)).find(({ kind }) => kind === 'outside_fence')
    expect(found).toMatchObject({ km: expect.closeTo(6.07, 1) })
    const told = await caster.client.get(`/credentials/${login.id}/diagnostico`)
    expect(told.body.hallazgos).toContainEqual(
      expect.objectContaining({ codigo: 'outside_fence', grave: true, texto: expect.stringContaining('6.1 km') }),
    )
    peer.close()
  })

  it('rejects a first position 30 m outside in a new session, although the rover was inside before', async () => {
    const login = await caster.issue({ geocerca: CIRCLE })
    const first = await caster.rover(login, 'RED')
    first.write(gga(INSIDE))
    await hears(first)
    first.close()
    await until(async () => (await newest(login))?.endedAt != null)
    const next = await caster.rover(login, 'RED')
    next.write(gga(JUST_OUTSIDE))
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence'])
    await hearsNothing(next)
    expect(next.received).toHaveLength(0)
    next.close()
  })

  it('serves no rover without a position, wherever it was before or is registered', async () => {
    const login = await caster.issue({ geocerca: CIRCLE })
    const first = await caster.rover(login, 'RED')
    first.write(gga(INSIDE))
    await hears(first)
    first.close()
    await until(async () => (await newest(login))?.endedAt != null)
    await caster.service.db.pool.query('update credentials set place_lat = 19.44, place_lng = -99.14 where id = $1', [
      login.id,
    ])
    const silent = await caster.rover(login, 'RED')
    await expect.poll(() => codesOf(login)).toEqual(['fence_place_unknown'])
    await hearsNothing(silent)
    expect(silent.received).toHaveLength(0)
    silent.close()
  })

  it('serves a rover that stops sending positions for a while, and again after its next position', async () => {
    const login = await caster.issue({ geocerca: CIRCLE })
    const peer = await caster.rover(login, 'RED')
    peer.write(gga(INSIDE))
    await hears(peer)
    await expect.poll(() => codesOf(login), { timeout: 90_000 }).toContain('fence_place_unknown')
    await hearsNothing(peer)
    peer.write(gga(INSIDE))
    await hears(peer)
    peer.close()
  })

  it('opens no VRS engine stream for a rover outside, and closes it when the rover leaves the area', async () => {
    const engine = await Engine.start()
    engine.speak('here', 50)
    const relayThrough = (upstream: string | null) => setNetwork(byTest(caster.service.services), { upstream })
    try {
      await relayThrough(engine.url())
      const login = await caster.issue({ geocerca: CIRCLE })
      const peer = await caster.rover(login, 'RED')
      peer.write(gga(OUTSIDE))
      await expect.poll(() => codesOf(login)).toEqual(['outside_fence'])
      await hearsNothing(peer)
      expect(engine.rovers).toHaveLength(0)
      peer.write(gga(INSIDE))
      await until(() => heardBy(peer).whom.at(-1) === 'engine')
      peer.write(gga(OUTSIDE))
      await expect.poll(async () => (await codesOf(login)).at(-1)).toBe('outside_fence')
      await hearsNothing(peer)
      await until(() => engine.open.length === 0)
      peer.close()
    } finally {
      await relayThrough(null)
      engine.close()
    }
  })

  it('takes effect within a second on every node when it is set, changed or removed', measuresTime(), async () => {
    const login = await caster.issue()
    const { port } = other.caster.address
    const free = await caster.rover(login, 'RED', port)
    free.write(gga(OUTSIDE))
    await hears(free)
    const set = await caster.client.patch(`/credentials/${login.id}`, { geocerca: CIRCLE })
    expect(set.status).toBe(200)
    const from = performance.now()
    await free.closed
    expect(free.closedAt! - from).toBeLessThan(onThisMachine(1_000))
    const fenced = await caster.rover(login, 'RED', port)
    fenced.write(gga(OUTSIDE))
    await hearsNothing(fenced)
    expect((await caster.client.patch(`/credentials/${login.id}`, { geocerca: null })).status).toBe(200)
    await fenced.closed
    const again = await caster.rover(login, 'RED', port)
    again.write(gga(OUTSIDE))
    await hears(again)
    again.close()
  })
})

describe('a geofence on a base', () => {
  it('serves a rover outside, and its record shows it', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX', geocerca: CIRCLE })
    const peer = await caster.rover(login, cdmx.mountpoint)
    await hears(peer) // many rovers never send a position on a base
    peer.write(gga(OUTSIDE))
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence_served'])
    await hears(peer)
    peer.write(gga(INSIDE))
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence_served', 'inside_fence'])
    peer.close()
  })

  it('applies to derived mountpoints too', async () => {
    await addMountpoint(
      byTest(caster.service.services),
      'CDMX_MSM4',
      { code: 'CDMX' },
      { alteration: { form: 'msm4' } },
    )
    const login = await caster.issue({ station_codigo: 'CDMX', geocerca: { ...CIRCLE, en_base: 'cortar' } })
    const peer = await caster.rover(login, 'CDMX_MSM4')
    await hears(peer)
    peer.write(gga(OUTSIDE))
    await peer.closed
    const back = await caster.rover(login, 'CDMX_MSM4')
    await hearsNothing(back)
    back.write(gga(INSIDE))
    await hears(back)
    back.write(gga(OUTSIDE))
    await back.closed
    // A waiting rover is disconnected too when the mountpoint is removed.
    const waiting = await caster.rover(login, 'CDMX_MSM4')
    await hearsNothing(waiting)
    await removeMountpoint(byTest(caster.service.services), 'CDMX_MSM4')
    await waiting.all(5_000)
    await expect.poll(async () => (await newest(login))?.endReason).toBe('mountpoint_closed')
  })

  it('ends the session if it has cut-off, and serves no data on any node before a position inside', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX', geocerca: { ...CIRCLE, en_base: 'cortar' } })
    const peer = await caster.rover(login, cdmx.mountpoint)
    await hears(peer)
    peer.write(gga(OUTSIDE))
    await peer.closed
    await expect.poll(async () => (await newest(login))?.endReason).toBe('outside_fence')
    const { port } = other.caster.address
    for (const at of [caster.port, port]) {
      const back = await caster.rover(login, cdmx.mountpoint, at)
      await expect.poll(() => codesOf(login)).toEqual(['fence_place_unknown'])
      await hearsNothing(back)
      back.close()
      await until(async () => (await newest(login))?.endedAt != null)
    }
    const inside = await caster.rover(login, cdmx.mountpoint, port)
    inside.write(gga(INSIDE))
    await hears(inside)
    inside.close()
  })
})
