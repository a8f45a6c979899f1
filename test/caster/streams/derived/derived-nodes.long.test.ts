import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { payloadsIn } from '../../../../packages/rtcm/test/support/conversion.ts'
import { framesIn, msm7Epoch, stationFrames } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addMountpoint, changeMountpoint, removeMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import type { MountpointChange } from '../../../../src/domain/network/mountpoints/mountpoint.ts'
import type { CasterRole } from '../../../../src/start/roles/caster.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../../support/loop-watch.ts'
import { NatsServers } from '../../../support/nats-servers.ts'
import { lacks } from '../../../support/needs.ts'
import { ask } from '../../helpers.ts'

const STATION = { code: 'CDMX', name: 'México', mountpoint: 'CDMX_RTCM32', lat: 19.4, lng: -99.1 }
const PATIENCE = { graceMs: 10_000, stableMs: 500 }
const WAIT = { timeout: 90_000, interval: 20 }
const HEAD = 'ICY 200 OK\r\n\r\n'
/** Max time until a change takes effect on every node. */
const SOON_MS = 5_000

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('three casters on a bus', () => {
  let nats: NatsServers
  let caster: TestCaster
  let nodes: CasterRole[]
  let base: { stop(): void }
  const rovers: Peer[] = []

  const portOf = (role: CasterRole) => role.caster.address.port
  const context = () => byTest(caster.service.services)
  const add = (name: string, change: MountpointChange) => addMountpoint(context(), name, { code: STATION.code }, change)
  const typesOf = (peer: Peer) => [...new Set(framesIn(peer.received).types)].sort()
  const forget = (...peers: Peer[]) => {
    for (const peer of peers) peer.received = Buffer.alloc(0)
  }

  /** Pushes ten epochs a second to this node. */
  async function push(to: CasterRole): Promise<{ stop(): void }> {
    const peer = await caster.base(STATION.code, STATION.mountpoint, portOf(to))
    const send = () => peer.write(Buffer.concat(msm7Epoch(Math.floor(Date.now() / 100) * 100)))
    peer.write(Buffer.concat(stationFrames(7)))
    send()
    const timer = setInterval(send, 100)
    const stop = () => {
      clearInterval(timer)
      peer.close()
    }
    caster.stopWithIt({ stop })
    return { stop }
  }

  async function rover(mountpoint: string, at: CasterRole, isOpen = false): Promise<Peer> {
    const { username, password } = isOpen
      ? { username: '', password: '' }
      : await caster.issue({ station_codigo: STATION.code })
    const peer = await Peer.open(portOf(at), rev1Request(mountpoint, username, password))
    await peer.until(HEAD)
    peer.received = peer.received.subarray(HEAD.length)
    rovers.push(peer)
    return peer
  }
  const everywhere = (mountpoint: string, isOpen = false) =>
    Promise.all(nodes.map((node) => rover(mountpoint, node, isOpen)))
  const allGet = (peers: readonly Peer[], types: readonly number[]) =>
    vi.waitFor(() => {
      for (const peer of peers) expect(typesOf(peer)).toEqual(types)
    }, WAIT)
  /** Milliseconds from the end of the action until the last peer is disconnected. */
  async function cutAfter(peers: readonly Peer[], action: Promise<unknown>): Promise<number> {
    await action
    const from = performance.now()
    await Promise.all(peers.map((peer) => peer.closed))
    return Math.max(...peers.map(({ closedAt }) => closedAt! - from))
  }

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    const more = { natsUrl: nats.url }
    caster = await TestCaster.start(PATIENCE, more)
    await caster.service.saveStations(STATION)
    nodes = [caster.role, await caster.addNode(PATIENCE, more), await caster.addNode(PATIENCE, more)]
    await add('GPS4', { alteration: { form: 'msm4', constellations: ['GPS'] } })
    await add('OLD', { alteration: { form: 'legacy' } })
    base = await push(nodes[0]!)
    for (const node of nodes)
      await vi.waitFor(
        async () => expect(await ask(portOf(node), 'GET / HTTP/1.0\r\n\r\n')).toContain('STR;OLD;'),
        WAIT,
      )
  })
  afterEach(() => {
    for (const peer of rovers.splice(0)) peer.close()
  })
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
  })

  it('each derive the stream for their own rovers, with identical bytes', async () => {
    const peers = await everywhere('OLD')
    await allGet(peers, [1004, 1006, 1012, 1033, 1230])
    for (const peer of peers) expect(framesIn(peer.received).types.slice(0, 3)).toEqual([1006, 1033, 1230])
    for (const node of nodes) expect(node.caster.counts().altered).toBe(1)
    await vi.waitFor(() => {
      for (const { received } of peers) expect(framesIn(received).types.length).toBeGreaterThan(40)
    }, WAIT)
    const observed = peers.map(({ received }) => {
      const whole = received.subarray(0, received.length - framesIn(received).unfinishedBytes)
      return payloadsIn(whole).slice(3)
    })
    // From the first payload that all of them have.
    const begins = observed.map((payloads) => payloads[2]!)
    const [first, ...others] = observed.map((payloads) => {
      const at = Math.max(...begins.map((begin) => payloads.findIndex((payload) => payload.equals(begin))))
      return payloads.slice(at, at + 20).map((payload) => payload.toString('hex'))
    })
    expect(first).toHaveLength(20)
    for (const other of others) expect(other).toEqual(first)
  })

  it('continue the derived stream when the base moves to another node and back', async () => {
    const [peers, own] = [await everywhere('GPS4'), await rover(STATION.mountpoint, nodes[1]!)]
    await allGet(peers, [1006, 1033, 1074])
    for (const to of [nodes[1]!, nodes[2]!, nodes[0]!]) {
      base.stop()
      base = await push(to)
      forget(own, ...peers)
      await allGet(peers, [1006, 1033, 1074])
      await vi.waitFor(() => expect(typesOf(own)).toContain(1097), WAIT)
    }
    for (const peer of [own, ...peers]) {
      expect(peer.closedAt).toBeNull()
      expect(framesIn(peer.received).skippedBytes).toBe(0)
    }
  })

  it('apply a changed definition to all rovers, and disconnect them when it is removed', measuresTime(), async () => {
    await add('CHANGING', { alteration: { constellations: ['GLO'] } })
    const peers = await everywhere('CHANGING')
    await allGet(peers, [1006, 1033, 1087, 1230])
    for (const { alteration, types } of [
      { alteration: { form: 'msm5' }, types: [1075, 1085, 1095] },
      { alteration: { messages: { rule: 'keep', types: [1097] } }, types: [1097] },
      { alteration: {}, types: [1077, 1087, 1097] },
      { alteration: { form: 'msm4', constellations: ['GAL'] }, types: [1094] },
    ] as const) {
      await changeMountpoint(context(), 'CHANGING', { alteration })
      const from = performance.now()
      await vi.waitFor(() => {
        forget(...peers)
        return vi.waitFor(
          () => {
            for (const peer of peers) expect(observationsOf(peer)).toEqual(types)
          },
          { timeout: 1_000, interval: 20 },
        )
      }, WAIT)
      expect(performance.now() - from).toBeLessThan(onThisMachine(SOON_MS))
    }
    for (const peer of peers) expect(peer.closedAt).toBeNull()
    expect(await cutAfter(peers, removeMountpoint(context(), 'CHANGING'))).toBeLessThan(onThisMachine(SOON_MS))
    for (const node of nodes) expect(await ask(portOf(node), 'GET / HTTP/1.0\r\n\r\n')).not.toContain('STR;CHANGING;')
    await vi.waitFor(async () => {
      const { rows } = await caster.service.db.pool.query(
        "select end_reason from sessions where mountpoint = 'CHANGING'",
      )
      expect(rows).toEqual(nodes.map(() => ({ end_reason: 'mountpoint_closed' })))
    }, WAIT)
  })

  it(
    'reject anonymous rovers and disconnect existing ones when the mountpoint is closed to them',
    measuresTime(),
    async () => {
      await add('OPEN', { isOpen: true, alteration: { form: 'msm4' } })
      const [strangers, known] = [await everywhere('OPEN', true), await everywhere(STATION.mountpoint)]
      await allGet(strangers, [1006, 1033, 1074, 1084, 1094, 1230])
      expect(await cutAfter(strangers, changeMountpoint(context(), 'OPEN', { isOpen: false }))).toBeLessThan(
        onThisMachine(SOON_MS),
      )
      for (const node of nodes) expect(await ask(portOf(node), 'GET /OPEN HTTP/1.0\r\n\r\n')).toContain('401')
      for (const peer of known) expect(peer.closedAt).toBeNull()
    },
  )

  const observationsOf = (peer: Peer) => typesOf(peer).filter((type) => type > 1070 && type < 1140)
})
