import { writeGga } from '@vertice/ntrip'
import { frame } from '@vertice/rtcm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
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

const TIMEOUT_MS = 1_200
/** Far from the three stations around the position of the /vrs queries, which keep their declared status. */
const PUEBLA = { code: 'PUEB', name: 'Puebla', lat: 19.0414, lng: -98.2063, mountpoint: 'PUEB_RTCM32' }
/** 0.4 km from Puebla. */
const HERE = { lat: 19.0448, lng: -98.2063 }
const PUEB = 11

let caster: TestCaster
let engine: Engine

beforeAll(async () => {
  caster = await TestCaster.start({ settingsMs: 100, vrsTimeoutMs: TIMEOUT_MS, probeMs: 60_000 })
  await caster.service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca, PUEBLA)
  await observingBase(caster, PUEBLA, PUEB)
  await isLive(caster, 'PUEB')
})
afterAll(() => caster.stop())
beforeEach(async () => {
  engine = await Engine.start()
})
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.close()
  await relayThrough(null)
  engine.close()
})

/** Returns when the caster has probed the engine. A rover that joins before receives the base first. */
async function relayThrough(upstream: string | null): Promise<void> {
  await setNetwork(byTest(caster.service.services), { upstream })
  if (upstream !== null) await until(() => engine.calls.length > 0)
}

const peers: Peer[] = []

async function join(port = caster.port): Promise<{ peer: Peer; login: Login }> {
  const login = await caster.issue()
  const peer = await caster.rover(login, 'RED', port)
  peers.push(peer)
  peer.write(`${writeGga({ ...HERE, quality: 4 }, new Date())}\r\n`)
  return { peer, login }
}

const notesOf = async ({ id }: Login) =>
  (await listSessionsOf(caster.service.db, id, 1))[0]?.notes.map((note) => noteText(en, note)) ?? []

const hears = (peer: Peer, ...whom: (number | 'engine')[]) => until(() => heardBy(peer).whom.join() === whom.join())

it('serves the nearest base if the engine never answers, and the engine once it does', async () => {
  engine.answer = 'nothing'
  await relayThrough(engine.url())
  const asked = performance.now()
  const { peer, login } = await join()
  await hears(peer, PUEB)
  expect(performance.now() - asked).toBeGreaterThanOrEqual(TIMEOUT_MS)
  await expect
    .poll(() => notesOf(login))
    .toEqual([
      'connecting to the VRS engine',
      'the VRS engine sends no data (no data received): served from the nearest base',
      'base PUEB, 0.4 km',
    ])
  engine.answer = 'icy'
  engine.speak('here', 50)
  engine.hangUp()
  await hears(peer, PUEB, 'engine')
  expect(heardBy(peer).stray).toBe(0)
  await expect.poll(async () => (await notesOf(login)).at(-1)).toBe('the VRS engine responds')
  expect(peer.closedAt).toBeNull()
})

it('serves the base when the engine goes silent on an open connection, and reconnects afterwards', async () => {
  engine.speak('here', 50)
  await relayThrough(engine.url())
  const { peer, login } = await join()
  await hears(peer, 'engine')
  const [first] = engine.open
  engine.answer = 'nothing'
  await hears(peer, 'engine', PUEB)
  // The old connection could continue in the middle of a frame.
  await until(() => first!.closed)
  engine.answer = 'icy'
  engine.hangUp()
  await hears(peer, 'engine', PUEB, 'engine')
  expect(heardBy(peer).stray).toBe(0)
  await expect
    .poll(() => notesOf(login))
    .toEqual([
      'connecting to the VRS engine',
      'the VRS engine responds',
      'the VRS engine sends no data (no data received): served from the nearest base',
      'base PUEB, 0.4 km',
      'the VRS engine responds',
    ])
  const [session] = await listSessionsOf(caster.service.db, login.id, 1)
  expect(session!.stationId).toBeNull() // no station's stream
})

it('serves the base when the engine is unreachable, and records the reason', async () => {
  engine.speak('here', 50)
  await relayThrough(engine.url())
  const { peer, login } = await join()
  await hears(peer, 'engine')
  const { port } = engine
  engine.close()
  await hears(peer, 'engine', PUEB)
  await expect
    .poll(async () => (await notesOf(login)).slice(-2))
    .toEqual([
      expect.stringMatching(
        /^the VRS engine sends no data \(.* refuses connections on port \d+\): served from the nearest base$/,
      ),
      'base PUEB, 0.4 km',
    ])
  engine = await Engine.start(port)
  engine.speak('back', 50)
  await hears(peer, 'engine', PUEB, 'engine')
  expect(heardBy(peer).stray).toBe(0)
})

it('sends no partial frame when the engine goes silent in the middle of one', async () => {
  engine.speak('here', 50)
  await relayThrough(engine.url())
  const { peer } = await join()
  await hears(peer, 'engine')
  const [first] = engine.open
  engine.answer = 'nothing'
  first!.socket.write(frame(Buffer.from('<this frame breaks off>')).subarray(0, 12))
  await hears(peer, 'engine', PUEB)
  const before = peer.received.length
  await until(() => peer.received.length > before + 500)
  expect(heardBy(peer)).toEqual({ whom: ['engine', PUEB], stray: 0 })
})

it('moves no rover if the engine is back within the grace period', async () => {
  engine.speak('here', 50)
  await relayThrough(engine.url())
  const { peer } = await join()
  await hears(peer, 'engine')
  engine.hangUp()
  await until(() => engine.open.length === 1)
  const before = peer.received.length
  await until(() => peer.received.length > before + 500)
  expect(heardBy(peer).whom).toEqual(['engine'])
})

it('does not make new rovers wait for an engine known to be unavailable, and /vrs gives the reason', async () => {
  engine.answer = 'unauthorized'
  await relayThrough(engine.url())
  // A timeout that no test would reach.
  const patient = await caster.addNode({ settingsMs: 100, vrsTimeoutMs: 600_000, probeMs: 200 })
  const { port } = patient.caster.address
  const base = await observingBase(caster, PUEBLA, PUEB, port)
  await isLive(caster, 'PUEB', patient)
  await until(() => engine.calls.length > 2)
  const { peer, login } = await join(port)
  await hears(peer, PUEB)
  // The base may have connected within the last 250 ms, the interval at which bases are checked.
  const notes = async () => (await notesOf(login)).filter((note) => !note.startsWith('base down'))
  await expect
    .poll(async () => (await notes()).slice(0, 3))
    .toEqual([
      'connecting to the VRS engine',
      'the VRS engine sends no data (rejected: username or password (HTTP/1.1 401 Unauthorized)): served from the nearest base',
      'base PUEB, 0.4 km',
    ])
  const inside = '/vrs?lat=19.22&lng=-99.33'
  expect((await caster.client.get(inside)).body).toMatchObject({
    modo: 'base',
    motivo: expect.stringContaining('; the VRS engine, which covers this position, sends no data'),
  })
  engine.answer = 'icy'
  engine.speak('back', 50)
  await hears(peer, PUEB, 'engine')
  await until(async () => (await caster.client.get(inside)).body.modo === 'vrs')
  expect((await caster.client.get(inside)).body.motivo).not.toContain('sends no data')
  base.stop()
})
