// Three casters and one NATS server that is killed or frozen: rovers on their base's node are not affected, the others
// receive nothing until it is back and keep their sessions.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacks } from '../support/needs.ts'
import { sized } from '../support/size.ts'
import { Cluster } from './cluster.ts'
import { NATS_KILLED_MS } from './promises.ts'

/** Longer than `NATS_FROZEN_MS`, after which a caster drops the connection. */
const FREEZE_MS = sized({ ci: 10_000, nightly: 20_000 })
const KILLED_FOR_MS = 5_000
const isMissing = lacks('casters whose bus goes away', 'nats-server')

describe.skipIf(isMissing)('the only NATS server', { timeout: 90_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start({ casters: 3, natsServers: 1, stations: 2 })
    await cluster.base(0, 0)
    await cluster.base(1, 1)
    await Promise.all([0, 1, 2].flatMap((node) => [cluster.rover(0, node), cluster.rover(1, node)]))
    await cluster.allHear()
  })
  afterAll(() => cluster?.stop())

  const server = () => cluster.nats!.servers[0]!

  async function expectUnharmed(): Promise<void> {
    expect(cluster.account()).toMatchObject({ wrong: [], unexplained: [] })
    // Each is still connected where it was first admitted.
    expect(cluster.rovers.map(({ sittings, isIn }) => isIn && sittings.length)).toEqual(cluster.rovers.map(() => 1))
    expect(await cluster.openSessions()).toBe(cluster.rovers.length)
    expect(cluster.casters.flatMap(({ victim }) => victim.crashes)).toEqual([])
  }

  /** Rovers on the node of their base, and the others. */
  const beside = () => cluster.rovers.filter(({ options }) => options.node === options.station)
  const apart = () => cluster.rovers.filter(({ options }) => options.node !== options.station)

  it('can be killed with kill -9 and restarted while local rovers receive every frame', async () => {
    const fault = await cluster.natsFault(server(), 'kill -9 of the only NATS server')
    await server().kill()
    await sleep(KILLED_FOR_MS)
    const before = apart().map(({ frames }) => frames)
    await cluster.allHear(beside(), 20)
    expect(apart().map(({ frames }) => frames)).toEqual(before)
    await server().start()
    fault.to = performance.now() + NATS_KILLED_MS
    await cluster.allHear()
    await cluster.allHear(undefined, 20)
    await expectUnharmed()
  })

  it(`is frozen for ${FREEZE_MS / 1_000} s: the messages it buffered are too old and dropped`, async () => {
    const fault = await cluster.natsFault(server(), 'the only NATS server stood still')
    server().freeze()
    const over = sleep(FREEZE_MS)
    await cluster.allHear(beside(), 20)
    await over
    server().thaw()
    const thawed = performance.now()
    fault.to = thawed + NATS_KILLED_MS
    await cluster.allHear()
    const heard = performance.now() - thawed
    await cluster.allHear(undefined, 20)
    const oldest = Math.max(...apart().map(({ current }) => current!.reader.oldestMs))
    console.log(
      `the oldest frame that arrived was ${oldest.toFixed(0)} ms old; all heard ${heard.toFixed(0)} ms after it went on`,
    )
    // The account checks the ages: no caster was frozen, so no late frame is excused.
    await expectUnharmed()
  })
})
