// The station tap: every frame once, on the node that owns the station, without being a receiver.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { framesIn } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import type { CasterRole } from '../../../../src/start/roles/caster.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { NatsServers } from '../../../support/nats-servers.ts'
import { lacks } from '../../../support/needs.ts'
import { hear, numberedEpoch } from '../../../support/numbered-epochs.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { ask, pause } from '../../helpers.ts'
import { PlainCaster, strLine } from '../../plain-caster.ts'

const { cdmx } = STATIONS
const WAIT = { interval: 5, timeout: 90_000 }

interface Tapped {
  readonly node: string
  readonly stationId: number
  readonly frames: Buffer
  readonly receivedAtMs: number
}

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('the tap of two nodes on a bus', () => {
  const PATIENCE = { settingsMs: 200, graceMs: 5_000 }
  const tapped: Tapped[] = []
  let nats: NatsServers
  let caster: TestCaster

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    const more = (node: string) => ({
      natsUrl: nats.url,
      stationTap: (stationId: number, frames: Buffer, receivedAtMs: number) =>
        void tapped.push({ node, stationId, frames, receivedAtMs }),
    })
    caster = await TestCaster.start(PATIENCE, more('first'))
    await caster.addNode(PATIENCE, more('second'))
    await caster.service.saveStations(cdmx)
  })
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
  })

  const baseAt = async (node: CasterRole): Promise<Peer> => {
    const base = await caster.base(cdmx.code, cdmx.mountpoint, node.caster.address.port)
    caster.stopWithIt({ stop: () => base.close() })
    return base
  }

  /** Sends these epochs and waits until the node has received all of them. */
  async function send(base: Peer, node: CasterRole, from: number, to: number): Promise<void> {
    const before = node.caster.counts().bytesIn
    let sent = 0
    for (let number = from; number <= to; number++) {
      const epoch = numberedEpoch(number)
      sent += epoch.length
      // In two parts, split inside a frame.
      base.write(epoch.subarray(0, 450))
      await pause(5)
      base.write(epoch.subarray(450))
    }
    await vi.waitUntil(() => node.caster.counts().bytesIn === before + sent, WAIT)
  }

  it('receives each frame once from the owner, before and after a failover, whatever the receivers', async () => {
    const [first, second] = [caster.node(0), caster.node(1)]
    const stationId = await stationIdOf(caster.service, cdmx.code)
    const { username, password } = await caster.issue({ station_codigo: cdmx.code })
    const from = Date.now()
    const base = await baseAt(first)
    await send(base, first, 1, 10)
    const inTable = async () =>
      (await ask(second.caster.address.port, 'GET / HTTP/1.0\r\n\r\n')).includes(cdmx.mountpoint)
    await vi.waitUntil(inTable, WAIT)
    const rover = await Peer.open(second.caster.address.port, rev1Request(cdmx.mountpoint, username, password))
    const hears = (number: number) => vi.waitUntil(() => hear(rover.received).epochs.includes(number), WAIT)
    await rover.until('ICY 200 OK\r\n\r\n')
    await vi.waitUntil(() => second.caster.counts().sharing!.listened === 1, WAIT)
    await send(base, first, 11, 20)
    await hears(20)
    await first.stop()
    await send(await baseAt(second), second, 21, 40)
    await hears(40)
    rover.close()

    const numbersOf = (node: string) =>
      hear(Buffer.concat(tapped.filter((one) => one.node === node).map(({ frames }) => frames)))
    const fourOfEach = (least: number, most: number) =>
      Array.from({ length: 4 * (most - least + 1) }, (_, index) => least + Math.floor(index / 4))
    expect(numbersOf('first')).toEqual({ epochs: fourOfEach(1, 20), torn: 0 })
    expect(numbersOf('second')).toEqual({ epochs: fourOfEach(21, 40), torn: 0 })
    // Each call has whole frames.
    expect(tapped.filter(({ frames }) => framesIn(frames).unfinishedBytes > 0)).toEqual([])
    expect(new Set(tapped.map((one) => one.stationId))).toEqual(new Set([stationId]))
    const times = tapped.map(({ receivedAtMs }) => receivedAtMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect([times[0]! >= from, times.at(-1)! <= Date.now()]).toEqual([true, true])
  })
})

describe('the tap of an on-demand pull', () => {
  let plain: PlainCaster
  let caster: TestCaster
  let tapped = 0

  beforeAll(async () => {
    plain = await new PlainCaster(['CAS;old.example;2101;Old;Me;0;MEX;0;0;0.0.0.0;0;none', strLine('ALFA')]).start()
    const patience = { settingsMs: 50, graceMs: 300, idleMs: 700 }
    caster = await TestCaster.start(patience, {
      stationTap: (_, frames) => {
        tapped += framesIn(frames).types.length
      },
    })
    const { db, keys } = caster.service.services
    const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
    await addUpstream(byTest(caster.service.services), { name: 'OLD', url: plain.url })
    await upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
  })
  afterAll(async () => {
    await caster.stop()
    await plain.kill()
  })

  it('neither opens the pull nor keeps it open', async () => {
    const { username, password } = await caster.issue({ station_codigo: 'ALFA' })
    // Longer than the caster takes to load the mountpoint and open a pull.
    await pause(500)
    expect([plain.streams('ALFA'), tapped]).toEqual([0, 0])
    const rover = await Peer.open(caster.port, rev1Request('ALFA', username, password))
    await vi.waitUntil(() => framesIn(rover.received).types.length > 2, WAIT)
    expect(plain.streams('ALFA')).toBe(1)
    expect(tapped).toBeGreaterThanOrEqual(framesIn(rover.received).types.length)
    rover.close()
    await vi.waitUntil(() => plain.streams('ALFA') === 0, WAIT)
    const atTheEnd = tapped
    await pause(300)
    expect([plain.streams('ALFA'), tapped]).toEqual([0, atTheEnd])
  })
})
