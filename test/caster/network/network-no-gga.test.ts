import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeCredential } from '../../../src/actions/credentials/place.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { noteText } from '../../../src/words/access.ts'
import { en } from '../../../src/words/en.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { Engine } from '../fake-engine.ts'
import { isLive } from '../helpers.ts'
import { heardBy, observingBase } from '../observing-base.ts'

const [CDMX, TOLU] = [11, 12]
const NEAR_CDMX = { lat: 19.44, lng: -99.14 }
const NEAR_TOLUCA = { lat: 19.29, lng: -99.66 }
const FAR = { lat: 25.7, lng: -100.3 }

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ positionMs: 600, settingsMs: 100 })
  await caster.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  await observingBase(caster, STATIONS.cdmx, CDMX)
  await observingBase(caster, STATIONS.toluca, TOLU)
  await isLive(caster, 'CDMX')
  await isLive(caster, 'TOLU')
})
afterAll(() => caster.stop())

const gga = (place: { lat: number; lng: number }) => `${writeGga({ ...place, quality: 4 }, new Date())}\r\n`

/** Opens and ends a session in which the rover sends this position. */
async function wasAt(place: { lat: number; lng: number }, login: Login): Promise<void> {
  const peer = await caster.rover(login, 'RED')
  peer.write(gga(place))
  const [rover] = caster.role.caster.sessions.all.filter(({ credentialId }) => credentialId === login.id)
  await until(() => rover!.position.lat !== null)
  peer.close()
  await until(async () => (await newest(login))?.endedAt != null)
}

const newest = async ({ id }: Login) => (await listSessionsOf(caster.service.db, id, 1))[0]
const notesOf = async (login: Login) => (await newest(login))?.notes.map((note) => noteText(en, note)) ?? []
const hears = (peer: Peer, ...whom: (number | 'engine')[]) => until(() => heardBy(peer).whom.join() === whom.join())

describe.concurrent('a rover that sends no GGA', () => {
  it('receives the base of its last position, and its record shows it; a GGA takes precedence', async ({ expect }) => {
    const login = await caster.issue()
    await wasAt(FAR, login)
    await wasAt(NEAR_CDMX, login)
    const lastSeen = (await newest(login))!.positionAt!.toISOString().slice(0, 16).replace('T', ' ')
    const peer = await caster.rover(login, 'RED')
    await hears(peer, CDMX)
    await expect
      .poll(() => notesOf(login))
      .toEqual([expect.stringContaining('no GGA'), `base CDMX, 1.1 km from its position on ${lastSeen} UTC`])
    peer.write(gga(NEAR_CDMX))
    await expect.poll(async () => (await notesOf(login)).at(-1)).toBe('base CDMX, 1.1 km')
    peer.write(gga(NEAR_TOLUCA)) // out of range of CDMX
    await hears(peer, CDMX, TOLU)
    expect(heardBy(peer).stray).toBe(0)
    peer.close()
  })

  it('receives the base of its registered place if it was never located; real positions take precedence', async ({
    expect,
  }) => {
    const login = await caster.issue()
    await placeCredential(byTest(caster.service.services), 'all', login.id, NEAR_CDMX)
    const first = await caster.rover(login, 'RED')
    await hears(first, CDMX)
    await expect
      .poll(() => notesOf(login))
      .toEqual([expect.stringContaining('no GGA'), 'base CDMX, 1.1 km from its registered location'])
    first.write(gga(NEAR_CDMX))
    await expect.poll(async () => (await notesOf(login)).at(-1)).toBe('base CDMX, 1.1 km')
    first.write(gga(NEAR_TOLUCA))
    await hears(first, CDMX, TOLU)
    first.close()
    await until(async () => (await newest(login))?.endedAt != null)
    const second = await caster.rover(login, 'RED')
    await hears(second, TOLU)
    second.close()
  })

  it('receives nothing if its position was never known, or no base reaches it', async ({ expect }) => {
    const [unknown, far, placed] = [await caster.issue(), await caster.issue(), await caster.issue()]
    await wasAt(FAR, far)
    await placeCredential(byTest(caster.service.services), 'all', placed.id, FAR)
    const peers = await Promise.all([unknown, far, placed].map((login) => caster.rover(login, 'RED')))
    for (const login of [unknown, far, placed])
      await expect.poll(() => notesOf(login)).toEqual([expect.stringContaining('no GGA')])
    for (const peer of peers) {
      expect(peer.received).toHaveLength(0)
      peer.close()
    }
  })

  it('is not confused with other rovers of the same credential', async ({ expect }) => {
    const login = await caster.issue()
    await caster.service.db.pool.query('update credentials set max_sessions = 50 where id = $1', [login.id])
    await wasAt(NEAR_CDMX, login)
    await caster.service.db.pool.query(`update sessions set address = '203.0.113.9' where credential_id = $1`, [
      login.id,
    ])
    const alone = await caster.rover(login, 'RED')
    await expect.poll(() => notesOf(login)).toEqual([expect.stringContaining('no GGA')])
    expect(alone.received).toHaveLength(0)
    alone.close()
    await wasAt(NEAR_TOLUCA, login)
    const peer = await caster.rover(login, 'RED')
    await hears(peer, TOLU)
    peer.close()
  })
})

it('receives the base even with a VRS engine, and the engine once it sends a position', async () => {
  const engine = await Engine.start()
  engine.speak('here', 50)
  const relayThrough = (upstream: string | null) => setNetwork(byTest(caster.service.services), { upstream })
  try {
    const login = await caster.issue()
    await wasAt(NEAR_CDMX, login)
    await relayThrough(engine.url())
    const peer = await caster.rover(login, 'RED')
    await hears(peer, CDMX)
    expect(engine.rovers).toHaveLength(0)
    peer.write(gga(NEAR_CDMX))
    await hears(peer, CDMX, 'engine')
    expect(heardBy(peer).stray).toBe(0)
    peer.close()
  } finally {
    await relayThrough(null)
    engine.close()
  }
})
