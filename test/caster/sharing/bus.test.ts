import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame, framesIn, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { takeStations } from '../../../src/store/stations/leases.ts'
import { Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'
import { numberedEpoch, hear as numbersIn } from '../../support/numbered-epochs.ts'
import { keepNode, stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import { ask, askRev1, isLive, pause } from '../helpers.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
/** A station for one test only: the base of another test would add to its epochs when a minute ends. */
const counted = { ...cuernavaca, code: 'PUEB', name: 'Puebla', mountpoint: 'PUEB_RTCM32' }
const PATIENCE = { settingsMs: 200, graceMs: 5_000 }
const WAIT = { interval: 5, timeout: 90_000 }
const HEAD = 'ICY 200 OK\r\n\r\n'
const TOLD = [1006, 1033, 1230]

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('two casters on a bus', () => {
  let nats: NatsServers
  let more: { natsUrl: string }
  let caster: TestCaster
  let here: CasterRole
  let there: CasterRole

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    more = { natsUrl: nats.url }
    caster = await TestCaster.start(PATIENCE, more)
    await caster.service.saveStations(cdmx, toluca, cuernavaca, counted)
    here = caster.role
    there = await caster.addNode(PATIENCE, more)
  })
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
  })

  const portOf = (role: CasterRole) => role.caster.address.port
  const sharing = (role: CasterRole) => role.caster.counts().sharing!

  /** A base at one caster that the other already knows. */
  async function base({ code, mountpoint }: typeof cdmx, at: CasterRole, first: readonly Buffer[] = []): Promise<Peer> {
    const peer = await caster.base(code, mountpoint, portOf(at))
    caster.stopWithIt({ stop: () => peer.close() })
    peer.write(Buffer.concat([...first, epochFrame()]))
    await isLive(caster, code, at)
    const id = await stationIdOf(caster.service, code)
    const other = at === here ? there : here
    await vi.waitUntil(async () => (await ask(portOf(other), 'GET / HTTP/1.0\r\n\r\n')).includes(mountpoint), WAIT)
    expect(other.caster.sources.stations.isFlowing(id)).toBe(false)
    return peer
  }

  const rover = async ({ code, mountpoint }: typeof cdmx, at: CasterRole): Promise<Peer> => {
    const { username, password } = await caster.issue({ station_codigo: code })
    const peer = await Peer.open(portOf(at), rev1Request(mountpoint, username, password))
    await peer.until(HEAD)
    return peer
  }
  const streamOf = ({ received }: Peer) => received.subarray(HEAD.length)

  it('serve a rover from a base at the other: station messages first, then whole frames in order', async () => {
    const source = await base(cdmx, here, stationFrames())
    expect(sharing(there)).toMatchObject({ bytesIn: 0, listened: 0 })
    const peer = await rover(cdmx, there)
    await vi.waitUntil(() => framesIn(streamOf(peer)).types.length >= 3, WAIT)
    for (let number = 1; number <= 20; number++) {
      source.write(numberedEpoch(number))
      await pause(5)
    }
    await vi.waitUntil(() => numbersIn(streamOf(peer)).epochs.filter((one) => one === 20).length === 4, WAIT)
    const { types, skippedBytes } = framesIn(streamOf(peer))
    expect({ first: types.slice(0, 3), skippedBytes }).toEqual({ first: TOLD, skippedBytes: 0 })
    expect(types).toHaveLength(3 + 20 * 4)
    expect(sharing(there)).toMatchObject({ listened: 1, missed: 0, tooOld: 0, isUp: true })
    expect(sharing(here)).toMatchObject({ listened: 0, bytesIn: 0, owned: 1, unsendable: 0 })
    // The second rover finds the station messages on its node.
    const second = await rover(cdmx, there)
    await vi.waitUntil(() => streamOf(second).length > 0, WAIT)
    expect(framesIn(streamOf(second)).types).toEqual(TOLD)
    peer.close()
    second.close()
  })

  it('reject a second base on either node, admit it when the first is gone, and keep its rovers', async () => {
    const first = await base(toluca, here)
    const rovers = [await rover(toluca, here), await rover(toluca, there)]
    const knock = `SOURCE ${await caster.secretOf(toluca.code)} /${toluca.mountpoint}\r\n\r\n`
    for (const role of [here, there])
      expect(await ask(portOf(role), knock)).toBe('ERROR - Mount Point Taken or Invalid\r\n')
    first.close()
    await isLive(caster, toluca.code, here, false)
    const second = await caster.base(toluca.code, toluca.mountpoint, portOf(there))
    caster.stopWithIt({ stop: () => second.close() })
    const before = rovers.map(({ received }) => received.length)
    const next = epochFrame(Date.now() + 1_000)
    second.write(next)
    await vi.waitUntil(
      () => rovers.every(({ received }, index) => received.length === before[index]! + next.length),
      WAIT,
    )
    expect(rovers.map(({ closedAt }) => closedAt)).toEqual([null, null])
    expect(await ask(portOf(here), knock)).toBe('ERROR - Mount Point Taken or Invalid\r\n')
    for (const peer of rovers) peer.close()
  })

  it('admit the first rover of a remote base right after a start', async () => {
    const source = await base(cuernavaca, here)
    const { username, password } = await caster.issue({ station_codigo: cuernavaca.code })
    const late = await caster.addNode(PATIENCE, more)
    const peer = await Peer.open(portOf(late), rev1Request(cuernavaca.mountpoint, username, password))
    await peer.until('\r\n')
    expect(peer.text).toContain('ICY 200 OK')
    peer.close()
    source.close()
    await late.caster.stop()
    await isLive(caster, cuernavaca.code, here, false)
  })

  it('report the bus outage to the first rover of a caster that starts without the bus', async () => {
    const { db } = caster.service
    await keepNode(db, 'elsewhere')
    const id = await stationIdOf(caster.service, cuernavaca.code)
    // The previous owner releases the lease a moment after its base has left.
    await vi.waitUntil(async () => (await takeStations(db, 'elsewhere', [id]))?.length === 1, WAIT)
    const alone = await caster.addNode({}, { natsUrl: 'nats://127.0.0.1:1' })
    const login = await caster.issue({ station_codigo: cuernavaca.code })
    expect(await askRev1(portOf(alone), cuernavaca.mountpoint, login)).toContain(
      'connected to another node that is unreachable',
    )
    await db.pool.query(`delete from nodes where id = 'elsewhere'`)
  })

  it('measure a base that changes nodes in parts, without losing or repeating an epoch', async () => {
    const id = await stationIdOf(caster.service, counted.code)
    const nodes = [await caster.addNode(PATIENCE, more), await caster.addNode(PATIENCE, more)]
    const from = Date.now() - 300_000
    for (const [index, node] of nodes.entries()) {
      const source = await caster.base(counted.code, counted.mountpoint, portOf(node))
      // The previous owner knows that another node owns the station now.
      for (const earlier of nodes.slice(0, index))
        await vi.waitUntil(() => earlier.caster.sources.isElsewhere(id), WAIT)
      const before = node.caster.counts().bytesIn
      const epochs = Buffer.concat(Array.from({ length: 30 }, (_, n) => epochFrame(from + 1_000 * (30 * index + n))))
      source.write(epochs)
      await vi.waitUntil(() => node.caster.counts().bytesIn === before + epochs.length, WAIT)
      source.close()
      await isLive(caster, counted.code, node, false)
    }
    // They write the current minute when they stop.
    for (const node of nodes) await node.caster.stop()
    const { rows } = await caster.service.db.pool.query(
      'select sum(epochs_received)::int as received from station_minutes where station_id = $1',
      [id],
    )
    expect(rows).toEqual([{ received: 60 }])
  })
})
