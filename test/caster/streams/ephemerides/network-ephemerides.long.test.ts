// Ephemerides from other stations, on real sockets: three bases send observations and ephemerides, a fourth one only
// observations. RTKLIB records a mountpoint of the fourth and reads the orbits.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeEphemeris,
  type Ephemeris,
  encode1019,
  ephemerisKey,
  FrameReader,
  frame,
  isObservation,
} from '@vertice/rtcm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { convbinFiles } from '../../../../packages/rtcm/test/support/convbin.ts'
import { GPS } from '../../../../packages/rtcm/test/support/orbits.ts'
import { parseNavigation } from '../../../../packages/rtcm/test/support/rinex.ts'
import { addNetworkMountpoint } from '../../../../src/actions/network/mountpoints/network.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { Sky } from '../../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../../src/demo/simulator/station-stream.ts'
import type { CasterRole } from '../../../../src/start/roles/caster.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { NatsServers } from '../../../support/nats-servers.ts'
import { lacks } from '../../../support/needs.ts'
import { isLive } from '../../helpers.ts'

const WAIT = { interval: 50, timeout: 90_000 }
const HEAD = 'ICY 200 OK\r\n\r\n'
const CODES = ['AAAA', 'BBBB', 'CCCC', 'BARE', 'OWNS'] as const
type Code = (typeof CODES)[number]
const station = (code: Code, index: number) => ({
  code,
  name: code,
  mountpoint: code,
  lat: 19.4 + index / 50,
  lng: -99.1,
})
const SECONDS = 30

interface Received {
  readonly key: number
  readonly type: number
  readonly payload: Buffer
  readonly ephemeris: Ephemeris
}

function ephemeridesIn(stream: Buffer): Received[] {
  const found: Received[] = []
  const reader = new FrameReader((payload, type) => {
    const ephemeris = decodeEphemeris(payload, type, Date.now())
    if (ephemeris) found.push({ key: ephemerisKey(payload, type)!, type, payload: Buffer.from(payload), ephemeris })
  })
  reader.push(stream)
  return found
}
const observationsIn = (stream: Buffer): number[] => {
  const types: number[] = []
  new FrameReader((_, type) => void (isObservation(type) && types.push(type))).push(stream)
  return types
}

/** Without its ephemerides, unless `isKept`. */
function filtered(epoch: Buffer, isKept: (key: number) => boolean): Buffer {
  const kept: Buffer[] = []
  new FrameReader((payload, type) => {
    const key = ephemerisKey(payload, type)
    if (key === null || isKept(key)) kept.push(frame(Buffer.from(payload)))
  }).push(epoch)
  return Buffer.concat(kept)
}

describe.skipIf(lacks('ephemerides from stations of other nodes', 'nats-server'))('two casters on a bus', () => {
  let nats: NatsServers
  let caster: TestCaster
  let nodes: readonly [CasterRole, CasterRole]
  const sky = new Sky()
  const sentBy = new Map<Code, Buffer[]>()
  /** Sent by CCCC alone. */
  let forged: Buffer | null = null
  const ownOf: Record<Code, (key: number) => boolean> = {
    ...{ AAAA: () => true, BBBB: () => true, CCCC: () => true },
    ...{ BARE: () => false, OWNS: (key) => key >> 6 === 1019 },
  }

  const portOf = (role: CasterRole) => role.caster.address.port
  const context = () => byTest(caster.service.services)

  /** An epoch per second, in step with the clock. */
  async function push(code: Code, index: number, node: CasterRole): Promise<void> {
    const place = { lat: 19.4 + index / 50, lng: -99.1, height: 2_200 }
    const stream = new StationStream(sky, { code, stationId: index + 1, position: place })
    const peer = await caster.base(code, code, portOf(node))
    sentBy.set(code, [])
    const send = () => {
      const at = Math.floor(Date.now() / 1000) * 1000
      const more = code === 'CCCC' && forged ? frame(forged) : Buffer.alloc(0)
      const bytes = Buffer.concat([filtered(stream.epoch(at), ownOf[code]), more])
      sentBy.get(code)!.push(bytes)
      peer.write(bytes)
    }
    send()
    const timer = setInterval(send, 1_000)
    caster.stopWithIt({
      stop() {
        clearInterval(timer)
        peer.close()
      },
    })
    await isLive(caster, code, node)
  }

  async function rover(mountpoint: string, node: CasterRole, code: Code): Promise<Peer> {
    const { username, password } = await caster.issue({ station_codigo: code })
    const peer = await Peer.open(portOf(node), rev1Request(mountpoint, username, password))
    onTestFinished(() => peer.close())
    await peer.until(HEAD)
    return peer
  }

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    const more = { natsUrl: nats.url }
    caster = await TestCaster.start({ graceMs: 10_000, stableMs: 500 }, more)
    nodes = [caster.role, await caster.addNode({ graceMs: 10_000, stableMs: 500 }, more)]
    await caster.service.saveStations(...CODES.map(station))
    for (const code of ['BARE', 'OWNS'])
      await addMountpoint(
        context(),
        `${code}_EPH`,
        { code },
        { alteration: { ephemerides: { everySeconds: SECONDS } } },
      )
    await addMountpoint(
      context(),
      'BARE_GAL',
      { code: 'BARE' },
      { alteration: { ephemerides: { everySeconds: SECONDS }, constellations: ['GAL'] } },
    )
    const networkWish = { alteration: { ephemerides: { everySeconds: SECONDS } }, isOpen: true }
    await addNetworkMountpoint({ ...context(), keys: caster.service.services.keys }, 'OPEN_EPH', networkWish)
    // The stations with ephemerides are spread over both nodes, so that no node alone has two of them.
    await push('AAAA', 0, nodes[0])
    for (const [index, code] of CODES.slice(1).entries()) await push(code, index + 1, nodes[1])
  }, 120_000)
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
  })

  it('add what the stations of both nodes agree on, at a bounded pace', { timeout: 240_000 }, async () => {
    const [here, there] = await Promise.all(nodes.map((node) => rover('BARE_EPH', node, 'BARE')))
    const all = () => new Set(ephemeridesIn(Buffer.concat(sentBy.get('AAAA')!)).map(({ key }) => key))
    for (const peer of [here!, there!])
      await vi.waitFor(
        () => {
          const seen = new Set(ephemeridesIn(peer.received).map(({ key }) => key))
          for (const key of all()) expect(seen).toContain(key)
        },
        { interval: 500, timeout: 180_000 },
      )
    const sent = new Set(
      ephemeridesIn(Buffer.concat(sentBy.get('AAAA')!)).map(({ payload }) => payload.toString('hex')),
    )
    const added = ephemeridesIn(here!.received)
    // GLONASS states the time of its frame, so its payloads differ every 30 s.
    const known = new Set(
      [...sentBy.values()]
        .flat()
        .flatMap((bytes) => ephemeridesIn(bytes).map(({ payload }) => payload.toString('hex'))),
    )
    expect(added.filter(({ payload }) => !known.has(payload.toString('hex')))).toEqual([])
    expect(sent.size).toBeGreaterThan(20)
    // Between the epochs of the station, whose own messages are unmodified.
    expect(observationsIn(here!.received).length).toBeGreaterThan(0)
    expect(observationsIn(Buffer.concat(sentBy.get('BARE')!)).join()).toContain(observationsIn(here!.received).join())
    const [first] = added
    const repeats = added.filter(({ key }) => key === first!.key).length
    expect(repeats).toBeLessThanOrEqual(1 + Math.ceil(observationsIn(here!.received).length / 4 / SECONDS))
  })

  it('add nothing of what the station sends itself, and follow the constellations', { timeout: 240_000 }, async () => {
    const owns = await rover('OWNS_EPH', nodes[0], 'OWNS')
    const galileo = await rover('BARE_GAL', nodes[1], 'BARE')
    const typesOf = (peer: Peer) => [...new Set(ephemeridesIn(peer.received).map(({ type }) => type))].sort()
    await vi.waitFor(() => expect(typesOf(owns)).toEqual(expect.arrayContaining([1019, 1020])), WAIT)
    const own = new Set(ephemeridesIn(Buffer.concat(sentBy.get('OWNS')!)).map(({ payload }) => payload.toString('hex')))
    const gps = ephemeridesIn(owns.received).filter(({ type }) => type === 1019)
    expect(gps.filter(({ payload }) => !own.has(payload.toString('hex')))).toEqual([])
    await vi.waitFor(() => expect(typesOf(galileo)).not.toEqual([]), WAIT)
    expect(typesOf(galileo).every((type) => type === 1045 || type === 1046)).toBe(true)
  })

  it('add them on a network mountpoint', { timeout: 120_000 }, async () => {
    const open = await Peer.open(portOf(nodes[1]), rev1Request('OPEN_EPH', '', ''))
    onTestFinished(() => open.close())
    await open.until(HEAD)
    const sentence = 'GPGGA,120000.00,1927.6,N,09906.0,W,1,10,1.0,2240.0,M,0.0,M,,'
    const sum = [...Buffer.from(sentence)].reduce((all, byte) => all ^ byte, 0)
    open.write(`$${sentence}*${sum.toString(16).padStart(2, '0').toUpperCase()}\r\n`)
    // The nearest base is the one without ephemerides of its own.
    await vi.waitFor(() => expect(ephemeridesIn(open.received).length).toBeGreaterThan(10), WAIT)
  })

  it('never pass on the ephemeris of a single station', { timeout: 120_000 }, async () => {
    const received = await rover('BARE_EPH', nodes[0], 'BARE')
    const week = Math.floor((Date.now() - Date.UTC(1980, 0, 6)) / 604_800_000)
    const toe = Math.floor(((Date.now() - Date.UTC(1980, 0, 6)) % 604_800_000) / 1000 / 16) * 16
    forged = encode1019({ ...GPS, satellite: 32, week, toe, toc: toe, iode: 200 })
    const key = ephemerisKey(forged, 1019)!
    await vi.waitUntil(
      () => ephemeridesIn(Buffer.concat(sentBy.get('CCCC')!)).some((one) => one.payload.equals(forged!)),
      WAIT,
    )
    const before = received.received.length
    // A complete turn of all satellites after the forged one arrived.
    const turn = () => ephemeridesIn(received.received.subarray(before))
    await vi.waitFor(() => expect(turn().length).toBeGreaterThan(40), WAIT)
    expect(turn().filter((one) => one.key === key && one.payload.equals(forged!))).toEqual([])
  })

  it.skipIf(lacks('added ephemerides as RTKLIB reads them', 'str2str', 'convbin'))(
    'are read by RTKLIB from a connection of its own',
    { timeout: 240_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vertice-eph-'))
      const file = join(folder, 'eph.rtcm3')
      const login = await caster.issue({ station_codigo: 'BARE' })
      const from = `ntrip://${login.username}:${login.password}@127.0.0.1:${portOf(nodes[0])}/BARE_EPH`
      const child = spawn('str2str', ['-in', from, '-out', `file://${file}`], { stdio: 'ignore' })
      const gone = once(child, 'exit')
      onTestFinished(async () => {
        child.kill('SIGKILL')
        await gone
        rmSync(folder, { recursive: true, force: true })
      })
      const recorded = () => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
      await vi.waitFor(() => expect(ephemeridesIn(recorded()).length).toBeGreaterThan(30), WAIT)
      const stream = recorded()
      const rows = parseNavigation(convbinFiles(stream, Date.now()).navigation)
      const gps = ephemeridesIn(stream).flatMap(({ ephemeris }) =>
        ephemeris.constellation === 'GPS' ? [ephemeris] : [],
      )
      expect(gps.length).toBeGreaterThan(5)
      for (const { satellite, sqrtA, e, m0, af0 } of gps) {
        const { values } = rows.find((row) => row.satellite === `G${String(satellite).padStart(2, '0')}`)!
        // RINEX has twelve decimals and a power of ten.
        for (const [index, value] of [
          [10, sqrtA],
          [8, e],
          [6, m0],
          [0, af0],
        ] as const)
          expect(Math.abs(values[index]! - value)).toBeLessThan(1e-11 * Math.max(Math.abs(value), 1e-9))
      }
    },
  )
})
