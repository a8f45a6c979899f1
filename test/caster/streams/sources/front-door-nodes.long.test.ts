// Casters that share their streams and an upstream caster: rovers of one mountpoint share one upstream connection on
// any node, until the idle timeout after the last of them.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { framesIn } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import type { CasterRole } from '../../../../src/start/roles/caster.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Peer, TestCaster } from '../../../support/caster.ts'
import { measuresTime } from '../../../support/loop-watch.ts'
import { NatsServers } from '../../../support/nats-servers.ts'
import { lacks } from '../../../support/needs.ts'
import { hearsMore, pause } from '../../helpers.ts'
import { PlainCaster, strLine } from '../../plain-caster.ts'

const IDLE_MS = 6_000
const PATIENCE = { settingsMs: 200, graceMs: 1_000, idleMs: IDLE_MS }
/** Interval at which demand is checked and announced. */
const ROUNDS_MS = 4_000

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('two casters with an upstream caster', () => {
  let nats: NatsServers
  let plain: PlainCaster
  let caster: TestCaster
  let there: CasterRole

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    plain = await new PlainCaster(['ALFA', 'BETA', 'GAMA'].map((name) => strLine(name))).start()
    caster = await TestCaster.start(PATIENCE, { natsUrl: nats.url })
    there = await caster.addNode(PATIENCE, { natsUrl: nats.url })
    const { db, keys } = caster.service.services
    await addUpstream(byTest(caster.service.services), { name: 'OLD', url: plain.url })
    const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
    await upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
  })
  afterAll(async () => {
    await caster.stop()
    await plain.kill()
    await nats.stop()
  })

  /** A rover with its own credential that has received data. */
  async function roverOf(mountpoint: string, role: CasterRole): Promise<Peer> {
    const login = await caster.issue({ station_codigo: mountpoint })
    const peer = await caster.rover(login, mountpoint, role.caster.address.port)
    onTestFinished(() => peer.close())
    await hearsMore(peer)
    return peer
  }

  it('share one connection for rovers on both, until the idle timeout after the last one', measuresTime(), async () => {
    const here = await roverOf('ALFA', caster.role)
    const other = await roverOf('ALFA', there)
    expect(plain.streams('ALFA')).toBe(1)
    expect(plain.asked.filter((path) => path === 'ALFA').length).toBe(1)
    here.close()
    // The node with the connection has no rover of its own any more.
    await pause(IDLE_MS + ROUNDS_MS)
    await hearsMore(other)
    expect(plain.asked.filter((path) => path === 'ALFA').length).toBe(1)
    const leftAt = performance.now()
    other.close()
    await vi.waitUntil(() => plain.streams('ALFA') === 0, { timeout: 90_000 })
    const lastedMs = performance.now() - leftAt
    expect(lastedMs).toBeGreaterThan(IDLE_MS - ROUNDS_MS)
    expect(lastedMs).toBeLessThan(IDLE_MS + ROUNDS_MS)
    // On the node of the last rover, the idle timeout may end later, which opens no new connection.
    await pause(ROUNDS_MS)
    expect(plain.asked.filter((path) => path === 'ALFA').length).toBe(1)
    expect(framesIn(other.received).skippedBytes).toBe(0)
  })

  it('take over the connection of a caster that stops', async () => {
    const going = await caster.addNode(PATIENCE, { natsUrl: nats.url })
    const first = await roverOf('BETA', going)
    const other = await roverOf('BETA', there)
    expect(plain.streams('BETA')).toBe(1)
    await going.stop()
    await first.closed
    await hearsMore(other)
    await vi.waitUntil(() => plain.streams('BETA') === 1, { timeout: 90_000 })
    await hearsMore(other)
    expect([other.closedAt, framesIn(other.received).skippedBytes]).toEqual([null, 0])
  })

  it('notify the rovers of both during an upstream outage, and continue with one connection', async () => {
    const rovers = [await roverOf('GAMA', caster.role), await roverOf('GAMA', there)]
    await plain.kill()
    const notedAway = async () =>
      (
        await caster.service.db.pool.query(
          `select from sessions where mountpoint = 'GAMA' and notes::text like '%source_away%'`,
        )
      ).rowCount === rovers.length
    await vi.waitUntil(notedAway, { timeout: 90_000 })
    await plain.start()
    for (const rover of rovers) await hearsMore(rover)
    expect(plain.streams('GAMA')).toBe(1)
    expect(rovers.map(({ closedAt }) => closedAt)).toEqual([null, null])
  })
})
