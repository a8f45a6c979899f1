// Credentials that may be used within an area only: on the network mountpoint, on bases, with a VRS engine, while the geofence changes.

import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMountpoint, removeMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { distanceKm } from '../../../src/domain/geometry/geodesy.ts'
import { whyNoAccess } from '../../../src/reads/explain-access.ts'
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
/** 11 km north of the centre, still in reach of the base. */
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
/** Nothing comes, of a base that sends ten times a second. */
async function hearsNothing(peer: Peer): Promise<void> {
  await pause(100) // what was under way
  const before = peer.received.length
  await pause(400)
  expect(peer.received.length).toBe(before)
}
const why = async ({ username }: Login) => {
  const { db, current } = caster.service.services
  return whyNoAccess({ db, book: (await current()).book, now: new Date() }, username)
}

describe('on the network mountpoint', () => {
  it('a rover outside gets nothing, inside it gets data, outside nothing again; its record and why tell it', async () => {
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

  it('one whose first position in a new session is 30 m outside gets nothing, although it was inside before', async () => {
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

  it('one that does not say where it is gets nothing, wherever it was before or is registered', async () => {
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

  it('one that falls silent about its place is served for a while, and again when it says it', async () => {
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

  it('the VRS engine hears nothing of a rover outside, and is left when it goes there', async () => {
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

  it('a fence that is set, changed or taken away counts within a second, on every node', measuresTime(), async () => {
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

describe('on a base', () => {
  it('a rover outside gets data, and its record tells it', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX', geocerca: CIRCLE })
    const peer = await caster.rover(login, cdmx.mountpoint)
    await hears(peer) // many never say where they are on a base
    peer.write(gga(OUTSIDE))
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence_served'])
    await hears(peer)
    peer.write(gga(INSIDE))
    await expect.poll(() => codesOf(login)).toEqual(['outside_fence_served', 'inside_fence'])
    peer.close()
  })

  it('what is made of it is fenced as it is', async () => {
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
    // Whoever waits goes with it too, when it is removed.
    const waiting = await caster.rover(login, 'CDMX_MSM4')
    await hearsNothing(waiting)
    await removeMountpoint(byTest(caster.service.services), 'CDMX_MSM4')
    await waiting.all(5_000)
    await expect.poll(async () => (await newest(login))?.endReason).toBe('mountpoint_closed')
  })

  it('with a fence that cuts its session ends, and on no node it gets data again before it says that it is inside', async () => {
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
