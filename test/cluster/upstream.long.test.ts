// Casters in their own processes with an upstream caster: when the node with the connection is killed or frozen,
// another node with rovers of that mountpoint takes it over. The upstream caster sees two connections only during the
// takeover.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { framesIn } from '../../packages/rtcm/test/support/epochs.ts'
import { addUpstream } from '../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../src/start/jobs/follow-upstreams.ts'
import { tableReader } from '../../src/start/roles/upstream-tables.ts'
import { PlainCaster, strLine } from '../caster/plain-caster.ts'
import { byTest } from '../support/action-context.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { withFixed } from '../support/fixed-values.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { sized } from '../support/size.ts'
import { Cluster } from './cluster.ts'

const LOCAL = ['127.0.0.0/8']
const FREEZE_MS = sized({ ci: 14_000, nightly: 20_000 })
/** A dead caster's leases are free after ten seconds; the rest is for a busy machine. */
const TIMEOUT_MS = 30_000

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('two nodes with an upstream caster', () => {
  let cluster: Cluster
  let plain: PlainCaster

  beforeAll(async () => {
    plain = await new PlainCaster(['KILLED', 'FROZEN'].map((name) => strLine(name))).start()
    const settings = { CASTER_PULL_ALLOW: LOCAL.join(), ...withFixed({ casterGraceSeconds: 3 }) }
    cluster = await Cluster.start({ casters: 2, natsServers: 1, stations: 0, settings })
    const { db, keys } = cluster.foundation
    await addUpstream(byTest({ db, keys }), { name: 'OLD', url: plain.url })
    const readTable = tableReader({ casterPullAllow: LOCAL })
    await upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
  })
  afterAll(async () => {
    await cluster?.stop()
    await plain?.kill()
  })

  const hears = (rover: Peer, timeoutMs = TIMEOUT_MS) => {
    const before = rover.received.length
    return until(() => rover.received.length > before, timeoutMs)
  }

  /** Retries until its caster knows the mountpoint. */
  async function roverAt(node: number, mountpoint: string): Promise<Peer> {
    const [login] = await cluster.issue(mountpoint, 1)
    let rover: Peer | null = null
    await until(async () => {
      const peer = await Peer.open(cluster.ports[node]!, rev1Request(mountpoint, login!.username, login!.password))
      await until(() => peer.received.length > 0 || peer.closedAt !== null)
      if (peer.text.startsWith('ICY 200 OK')) rover = peer
      else peer.close()
      return rover !== null
    }, TIMEOUT_MS)
    onTestFinished(() => rover!.close())
    await rover!.until('ICY 200 OK\r\n\r\n')
    rover!.received = Buffer.alloc(0)
    await hears(rover!)
    return rover!
  }

  /** Expects whole frames on the same connection. */
  const expectWhole = ({ closedAt, received }: Peer) =>
    expect([closedAt, framesIn(received).skippedBytes]).toEqual([null, 0])

  it('continue for rovers elsewhere after kill -9 of the node with the connection', async () => {
    const [lost, other] = [await roverAt(0, 'KILLED'), await roverAt(1, 'KILLED')]
    expect(plain.streams('KILLED')).toBe(1)
    const killedAt = performance.now()
    await cluster.casters[0]!.victim.kill()
    await until(() => plain.streams('KILLED') === 0)
    await hears(other)
    const ms = performance.now() - killedAt
    console.log(
      `a rover elsewhere went on ${(ms / 1000).toFixed(1)} s after the caster was killed that had the connection`,
    )
    await until(() => lost.closedAt !== null)
    await cluster.casters[0]!.victim.start()
    const again = await roverAt(0, 'KILLED')
    await hears(other)
    expect(plain.streams('KILLED')).toBe(1)
    for (const rover of [other, again]) expectWhole(rover)
  }, 120_000)

  it(`take over from a node that is frozen for ${FREEZE_MS / 1_000} s, and have one connection again when it resumes`, async () => {
    await roverAt(0, 'FROZEN')
    const other = await roverAt(1, 'FROZEN')
    expect(plain.streams('FROZEN')).toBe(1)
    const { victim } = cluster.casters[0]!
    const frozenAt = performance.now()
    victim.freeze()
    await sleep(FREEZE_MS / 2)
    await hears(other, FREEZE_MS)
    console.log(
      `a rover elsewhere goes on ${((performance.now() - frozenAt) / 1000).toFixed(1)} s after it stood still`,
    )
    await sleep(Math.max(0, FREEZE_MS - (performance.now() - frozenAt)))
    victim.thaw()
    await until(() => plain.streams('FROZEN') === 1, TIMEOUT_MS)
    await hears(other)
    expect(plain.streams('FROZEN')).toBe(1)
    expectWhole(other)
  }, 120_000)
})
