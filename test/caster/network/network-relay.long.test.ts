// The network mountpoint in front of a VRS engine: every rover has its own connection to the engine.

import { writeGga } from '@vertice/ntrip'
import { frame } from '@vertice/rtcm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { rewrapKeys } from '../../../src/actions/operations/keys/rewrap.ts'
import { KeyRing, keyIdOf, newKey, parseKeys } from '../../../src/base/secrets.ts'
import { StreamClient } from '../../../src/caster/streams/client/stream-client.ts'
import type { StreamLoss } from '../../../src/domain/network/source-address.ts'
import { readEngineAddress } from '../../../src/reads/streams.ts'
import { addressesOf } from '../../../src/start/roles/source-names.ts'
import { readEngineState } from '../../../src/store/network/vrs-engine.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { noteText } from '../../../src/words/access.ts'
import { en } from '../../../src/words/en.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { Engine, PASSWORD } from '../fake-engine.ts'
import { heardBy, observingBase } from '../observing-base.ts'

const PROBE_MS = 400
const HERE = { lat: 19.3, lng: -99.2 }

let caster: TestCaster
let engine: Engine

beforeAll(async () => {
  const patience = { probeMs: PROBE_MS, settingsMs: 300, positionMs: 500, stableMs: 500 }
  caster = await TestCaster.start(patience)
  await caster.service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
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

const relayThrough = (upstream: string | null) => setNetwork(byTest(caster.service.services), { upstream })

const gga = (lat: number, lng: number) => writeGga({ lat, lng, quality: 4 }, new Date())

const peers: Peer[] = []

async function join(...sentences: string[]): Promise<{ peer: Peer; login: Login }> {
  const login = await caster.issue()
  const peer = await caster.rover(login, 'RED')
  peers.push(peer)
  for (const sentence of sentences) peer.write(`${sentence}\r\n`)
  return { peer, login }
}

const notesOf = async ({ id }: Login) =>
  (await listSessionsOf(caster.service.db, id, 1))[0]?.notes.map((note) => noteText(en, note)) ?? []

const offers = async () => (await caster.client.get(`/vrs?lat=${HERE.lat}&lng=${HERE.lng}`)).body.modo

// This must run first: a base that was measured and is offline does not belong to a network any more.
describe('/vrs', () => {
  it('offers vrs once the engine has sent data, and no longer when it stops', async () => {
    expect(await offers()).toBe('base')
    await relayThrough(engine.url())
    expect(await offers()).toBe('base') // a configured engine is not enough
    await expect.poll(offers).toBe('vrs')
    engine.answer = 'unauthorized'
    await expect.poll(offers).toBe('base')
    expect((await readEngineState(caster.service.db)).error).toMatchObject({
      code: 'refused',
      params: { reason: 'credentials' },
    })
    engine.answer = 'icy'
    await expect.poll(offers).toBe('vrs')
    await relayThrough(null)
    expect(await offers()).toBe('base')
  })

  it('does not take a late answer of the previous engine for one of the current engine', async () => {
    const slow = await Engine.start()
    slow.answer = 'nothing'
    await relayThrough(slow.url())
    await expect.poll(() => slow.calls.length).toBeGreaterThan(0)
    engine.answer = 'unauthorized'
    await relayThrough(engine.url())
    await expect.poll(async () => (await readEngineState(caster.service.db)).error?.code).toBe('refused')
    for (const { socket } of slow.calls)
      socket.write(Buffer.concat([Buffer.from('ICY 200 OK\r\n\r\n'), frame(Buffer.from('data'))]))
    await expect.poll(() => slow.calls.every(({ closed }) => closed)).toBe(true)
    const probes = engine.calls.length
    await expect.poll(() => engine.calls.length).toBeGreaterThan(probes)
    expect(await offers()).toBe('base')
    slow.close()
  })

  it('probes the engine from a station’s position and disconnects when data arrives', async () => {
    await relayThrough(engine.url())
    await expect.poll(() => engine.calls.length).toBeGreaterThan(0)
    expect(engine.rovers).toHaveLength(0)
    await expect.poll(() => engine.calls[0]!.closed).toBe(true)
    expect(engine.calls[0]!.positions[0]).toContain(',1925.9560000,N,09907.9920000,W,1,')
  })
})

/** Reported by the rover's own connection, or by the caster's earlier probe. */
const ENGINE_REFUSED =
  /^(the connection to the VRS engine was lost: |the VRS engine sends no data \()rejected: username or password \(HTTP\/1\.1 401 Unauthorized\)/

describe('a rover whose mountpoint is served by a VRS engine', () => {
  it('has its own connection, with the engine’s login and its own position', async () => {
    await relayThrough(engine.url())
    const first = await join(gga(19.1, -99.1))
    const second = await join(gga(19.2, -99.2))
    await first.peer.until('>')
    await second.peer.until('>')
    expect(engine.open).toHaveLength(2)
    const authorization = `Basic ${Buffer.from(`engine:${PASSWORD}`).toString('base64')}`
    for (const { head } of engine.open) {
      expect(head).toMatch(/^GET \/VRS_MX HTTP\/1\.1\r\n/)
      expect(head).toContain(`Authorization: ${authorization}`)
    }
    // The rover receives what the engine computed for it, and later positions are forwarded too.
    expect(first.peer.text).toContain(',1906.0000000,N,09906.0000000,W,4,')
    expect(first.peer.text).not.toContain(',1912.0000000,N')
    const moved = gga(19.15, -99.15)
    first.peer.write(`${moved}\r\n`)
    await first.peer.until(`<${moved}>`)
    expect(second.peer.text).toContain(',1912.0000000,N,09912.0000000,W,4,')
    expect(second.peer.text).not.toContain(moved)
  })

  it('opens no connection to the engine before it sends a position, and its record shows it', async () => {
    await relayThrough(engine.url())
    const { peer, login } = await join('$GPGGA,,,,,,0,,,,,,,,*66')
    await expect.poll(() => notesOf(login)).toContainEqual(expect.stringContaining('GGA without a position'))
    expect(engine.rovers).toHaveLength(0)
    peer.write(`${gga(19.1, -99.1)}\r\n`)
    await peer.until('>')
    expect(engine.open).toHaveLength(1)
  })

  it('keeps its last position while it has no fix, for the engine and for reconnects', async () => {
    await relayThrough(engine.url())
    const [before, after] = [gga(19.1, -99.1), gga(19.15, -99.15)]
    const { peer } = await join(before)
    await peer.until('>')
    peer.write('$GPGGA,,,,,,0,,,,,,,,*66\r\n')
    peer.write(`${before}\r\n$GPGGA,,,,,,0,,,,,,,,*66\r\n`)
    engine.open[0]!.socket.destroy()
    await expect.poll(() => engine.rovers.length).toBe(2)
    peer.write(`${after}\r\n`)
    await peer.until(`<${after}>`)
    const heard = engine.rovers.flatMap(({ positions }) => positions)
    expect(new Set(heard)).toEqual(new Set([before, after]))
  })

  it('is disconnected from the engine when it leaves and when its credential is revoked', async () => {
    await relayThrough(engine.url())
    const leaving = await join(gga(19.1, -99.1))
    const revoked = await join(gga(19.2, -99.2))
    const staying = await join(gga(19.3, -99.3))
    for (const { peer } of [leaving, revoked, staying]) await peer.until('>')
    leaving.peer.close()
    await expect.poll(() => engine.open.length).toBe(2)
    await caster.client.delete(`/credentials/${revoked.login.id}`)
    await expect.poll(() => engine.open.length).toBe(1)
    // The engine is not called again for a rover that left, but repeatedly for one that stays.
    engine.answer = 'unauthorized'
    engine.open[0]!.socket.destroy()
    await expect.poll(() => engine.rovers.length).toBe(5)
    const places = engine.rovers.map(({ head }) => /,(19\d\d)\./.exec(head)![1])
    expect(places).toEqual(['1906', '1912', '1918', '1918', '1918'])
  })

  it('receives the decoded content of chunked data', async () => {
    engine.answer = 'chunked'
    await relayThrough(engine.url())
    const sentence = gga(19.1, -99.1)
    const { peer } = await join(sentence)
    await peer.until('>')
    expect(peer.received).toEqual(frame(Buffer.from(`<${sentence}>`)))
  })

  it('keeps its session when the engine disconnects; retries back off and use the newest position', async () => {
    await relayThrough(engine.url())
    const { peer, login } = await join(gga(19.1, -99.1))
    await peer.until('>')
    peer.write(`${gga(19.5, -99.5)}\r\n`)
    await peer.until(',1930.0000000,N')
    engine.answer = 'unauthorized'
    const lost = performance.now()
    engine.open[0]!.socket.destroy()
    await expect.poll(() => engine.rovers.length).toBe(2)
    engine.answer = 'icy'
    peer.received = Buffer.alloc(0)
    await expect.poll(() => engine.rovers.length).toBe(3)
    const [, second, third] = engine.rovers
    expect(second!.head).toContain(',1930.0000000,N')
    expect(second!.at - lost).toBeGreaterThan(750)
    expect(third!.at - second!.at).toBeGreaterThan(1_550)
    await peer.until('>')
    const notes = [
      'connecting to the VRS engine',
      'the VRS engine responds',
      'the connection to the VRS engine was lost: the connection was closed',
      'the connection to the VRS engine was lost: rejected: username or password (HTTP/1.1 401 Unauthorized)',
      'the VRS engine responds',
    ]
    await expect.poll(() => notesOf(login)).toEqual(notes)
    expect(peer.closedAt).toBeNull()
  })

  it('has a note in its record when the engine rejects the network’s login', async () => {
    engine.answer = 'unauthorized'
    await relayThrough(engine.url())
    const { peer, login } = await join(gga(19.1, -99.1))
    await expect.poll(() => notesOf(login)).toContainEqual(expect.stringMatching(ENGINE_REFUSED))
    expect(peer.received).toHaveLength(0)
  })

  it('follows the setting to another engine, and to the nearest base when there is none', async () => {
    const other = await Engine.start()
    const base = await observingBase(caster, STATIONS.cdmx, 11)
    try {
      await relayThrough(engine.url())
      const { peer, login } = await join(gga(HERE.lat, HERE.lng))
      await peer.until('>')
      await relayThrough(other.url())
      await expect.poll(() => other.open.length).toBe(1)
      await expect.poll(() => engine.open).toHaveLength(0)
      expect(heardBy(peer).whom).toEqual(['engine'])
      await relayThrough(null)
      await expect.poll(() => heardBy(peer)).toEqual({ whom: ['engine', 11], stray: 0 })
      await expect.poll(() => other.open).toHaveLength(0)
      await expect.poll(async () => (await notesOf(login)).at(-1)).toContain('base CDMX')
    } finally {
      base.stop()
      other.close()
    }
  })
})

describe('the login of the VRS engine', () => {
  const stored = async () => {
    const { rows } = await caster.service.db.pool.query('select upstream, upstream_login as login from network')
    return rows[0] as { upstream: string; login: Buffer | null }
  }

  it('is encrypted in the database and re-encrypted with a new key', async () => {
    const { db, services } = caster.service
    await relayThrough(engine.url())
    const { upstream, login } = await stored()
    expect(upstream).toBe(`ntrip://127.0.0.1:${engine.port}/VRS_MX`)
    const { rows } = await db.pool.query('select row_to_json(n)::text as all from network n')
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('hex')])
      expect(rows[0].all).not.toContain(secret)

    const fresh = parseKeys(newKey())
    const both = new KeyRing([fresh.current, services.keys.current])
    await rewrapKeys(byTest({ db, keys: both }), () => {})
    const rewrapped = (await stored()).login!
    expect(keyIdOf(login!)).toBe(services.keys.current.id)
    expect(keyIdOf(rewrapped)).toBe(fresh.current.id)
    expect(await readEngineAddress(db, fresh)).toMatchObject({
      credentials: { username: 'engine', password: PASSWORD },
    })
    await rewrapKeys(byTest({ db, keys: new KeyRing([services.keys.current, fresh.current]) }), () => {}) // back to the old key for the other tests
  })

  it('is removed when its address changes', async () => {
    await relayThrough(engine.url())
    await relayThrough(`ntrip://127.0.0.1:${engine.port}/OTHER`)
    expect((await stored()).login).toBeNull()
  })
})

describe('a remote stream', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is closed after a minute of silence, even if positions are sent to it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const lost: StreamLoss[] = []
    const { port } = engine
    const from = { host: '127.0.0.1', port, tls: false, mountpoint: 'VRS', credentials: null }
    const opened = vi.fn()
    const events = { opened, data() {}, lost: (why: StreamLoss) => void lost.push(why) }
    const client = new StreamClient(from, { addressesOf, mayReach: () => true }, events, { position: gga(1, 1) })
    const turns = async (holds: () => boolean) => {
      for (let turn = 0; turn < 2_000 && !holds(); turn++) await new Promise(setImmediate)
    }
    await turns(() => opened.mock.calls.length > 0)
    engine.answer = 'nothing'
    for (let seconds = 0; seconds < 70; seconds += 10) {
      client.position(gga(1, 1))
      await new Promise(setImmediate)
      vi.advanceTimersByTime(10_000)
    }
    await turns(() => lost.length > 0)
    client.close()
    expect(lost).toEqual([{ code: 'silent', params: {} }])
  })
})
