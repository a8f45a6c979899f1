// Three casters and three NATS servers that suffer typical faults, one after the other in the same cluster. Rovers
// count every frame: none torn, none duplicated, none of two owners at once, and none missing except during the fault.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measuresTime } from '../support/loop-watch.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { sized } from '../support/size.ts'
import { Base } from './base.ts'
import { Cluster } from './cluster.ts'
import {
  ASKS_AGAIN_MS,
  FREED_MS,
  GOES_ON_MS,
  KILLED_MS,
  NATS_FROZEN_MS,
  NATS_KILLED_MS,
  SETTLED_MS,
  STREAM_BYTES,
} from './promises.ts'
import type { Rover } from './rover.ts'

/** Longer than a node's lease and the retry intervals of rovers and bases. */
const FREEZE_MS = sized({ ci: 14_000, nightly: 20_000 })
const FREEZE_S = FREEZE_MS / 1_000
/** Longer than `NATS_FROZEN_MS`, after which rovers must receive again. */
const NATS_FREEZE_MS = sized({ ci: 10_000, nightly: 20_000 })
/** Shorter than a node's lease, so no node counts as dead. */
const DATABASE_FROZEN_MS = 5_000
/** Shorter than the idle timeout of the rovers, and longer than the max age of forwarded frames. */
const SHORTLY_MS = 3_000
const isMissing = lacks('casters that share their streams', 'nats-server')

describe.skipIf(isMissing)('three casters and three NATS servers', { timeout: 90_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start({ casters: 3, natsServers: 3, stations: 3 })
  })
  afterAll(() => cluster?.stop())

  const caster = (node: number) => cluster.casters[node]!.victim
  const at = (node: number) => cluster.rovers.filter((rover) => rover.current?.node === node)
  const notAt = (node: number) => cluster.rovers.filter((rover) => rover.current?.node !== node)

  /** Expects no wrong frames so far, and a reason for every missing one. */
  function expectInOrder(): void {
    expect(cluster.account()).toMatchObject({ wrong: [], unexplained: [] })
  }

  /** Moves a base; returns the milliseconds from its acceptance until all of its rovers receive it again. */
  async function move(station: number, node: number): Promise<string> {
    const base = cluster.bases[station]!
    if (base.newest!.node === node) return '0'
    const before = base.newest!.number
    const fault = cluster.fault('base', station, `its base went to caster ${node}`)
    base.moveTo(node)
    await until(() => base.newest!.number > before && base.isPushing)
    const welcomed = performance.now()
    expect(base.newest!.node).toBe(node)
    const its = cluster.rovers.filter(({ options }) => options.station === station)
    // Frames sent after this must arrive, however long that takes.
    fault.to = welcomed + GOES_ON_MS
    await until(() => its.every(({ current }) => current!.reader.line === base.newest!.number))
    return (performance.now() - welcomed).toFixed(0)
  }

  /** Expects that the leases of a dead caster were released in time. */
  function expectFreed(since: number, what: string): void {
    const ms = performance.now() - since
    console.log(`${what} ${(ms / 1000).toFixed(1)} s after its caster was killed`)
    expect(ms).toBeLessThan(FREED_MS + ASKS_AGAIN_MS)
  }

  /** Expects one session per credential, in the database and as a connection. */
  async function expectOneSessionEach(rovers: readonly Rover[] = cluster.rovers): Promise<void> {
    const ids = rovers.map(({ options }) => options.login.id)
    const openLines = () => rovers.flatMap(({ sittings }) => sittings.filter(({ closedAt }) => closedAt === null))
    const isSo = async () => openLines().length === rovers.length && (await cluster.openSessions(ids)) === rovers.length
    await until(isSo).catch(async () => {
      throw new Error(
        `${rovers.length} rovers have ${openLines().length} open lines and ${await cluster.openSessions(ids)} sessions`,
      )
    })
  }

  it('send no stream bytes to a node without rovers, and station messages first to one that joins', async () => {
    await cluster.base(0, 0)
    await cluster.base(1, 1)
    await Promise.all([cluster.rover(0, 0), cluster.rover(0, 1), cluster.rover(1, 0), cluster.rover(1, 1)])
    await cluster.allHear(undefined, 20)
    expect(await cluster.figure(1, STREAM_BYTES)).toBeGreaterThan(0)
    expect(await cluster.figure(2, STREAM_BYTES)).toBe(0)
    const late = await cluster.rover(0, 2)
    expect(late.current!.reader.firstTypes.slice(0, 3)).toEqual([1006, 1033, 1230])
    await cluster.allHear()
    expect(await cluster.figure(2, STREAM_BYTES)).toBeGreaterThan(0)
    expectInOrder()
  })

  it('reject a second base on every node while the first is live', async () => {
    await cluster.base(2, 2)
    await Promise.all([0, 1, 2].map((node) => cluster.rover(2, node)))
    await cluster.rover(1, 2)
    const second = new Base(cluster.places[0]!, cluster.ports)
    for (const node of [0, 1, 2]) expect(await second.dial(node)).not.toBe('ICY 200 OK')
    await second.stop()
    await cluster.allHear()
    expectInOrder()
  })

  it('keep the sessions of rovers when their base reconnects to another node', async () => {
    const sittings = cluster.rovers.map(({ current }) => current)
    for (const node of [1, 2, 0]) console.log(`rovers went on ${await move(0, node)} ms after their base was welcomed`)
    await cluster.allHear()
    expect(cluster.rovers.map(({ current }) => current)).toEqual(sittings)
    expectInOrder()
  })

  it(
    'accept a base elsewhere after kill -9 of its owner, and lose only the rovers of that machine',
    measuresTime(),
    async () => {
      const others = notAt(2).map((rover) => ({ rover, sitting: rover.current }))
      const fault = cluster.fault('caster', 2, 'kill -9 of the owner')
      await caster(2).kill()
      const base = cluster.bases[2]!
      fault.to = fault.from + KILLED_MS
      await until(() => base.isPushing && base.newest!.node !== 2)
      expectFreed(fault.from, 'the base was let in elsewhere')
      await cluster.allHear()
      expect(others.filter(({ rover, sitting }) => rover.current !== sitting)).toEqual([])
      await expectOneSessionEach()
      await cluster.restart(2)
      expectInOrder()
    },
  )

  it('admit rovers elsewhere after kill -9 of their node, without losses for others', measuresTime(), async () => {
    const extra = await Promise.all([
      cluster.rover(0, 2, { whenFull: 'refuse' }),
      cluster.rover(1, 2, { whenFull: 'refuse' }),
    ])
    const fault = cluster.fault('caster', 2, 'kill -9 of a node with rovers')
    await caster(2).kill()
    fault.to = fault.from + KILLED_MS
    await until(() => extra.every(({ sittings, isIn }) => sittings.length > 1 && isIn))
    expectFreed(fault.from, 'rovers whose credentials allow one session were let in elsewhere')
    await cluster.allHear()
    await expectOneSessionEach()
    await cluster.restart(2)
    expectInOrder()
  })

  it(`take over from an owner that is frozen for ${FREEZE_S} s, which forwards nothing old when it resumes`, async () => {
    const base = cluster.bases[1]!
    const node = base.newest!.node
    const fault = cluster.fault('caster', node, 'the owner stood still')
    caster(node).freeze()
    const over = sleep(FREEZE_MS)
    const another = (node + 1) % 3
    const since = performance.now()
    expect(await base.dial(another)).not.toBe('ICY 200 OK')
    // The connection to the frozen node stays open and keeps sending.
    await base.takeOver(another, over)
    expect(base.newest!.node).toBe(another)
    console.log(`the base was let in elsewhere after ${((performance.now() - since) / 1000).toFixed(1)} s`)
    await cluster.allHear(notAt(node).filter(({ options }) => options.station === base.station))
    await over
    caster(node).thaw()
    fault.to = performance.now() + SETTLED_MS
    await cluster.allHear()
    await cluster.allHear(undefined, 20)
    expect(base.lines.filter(({ socket }) => !socket.destroyed && socket.writable)).toHaveLength(1)
    await expectOneSessionEach()
    expectInOrder()
  })

  it(`keep one session per rover when a node with rovers is frozen for ${FREEZE_S} s`, async () => {
    const node = 2
    for (const station of [0, 1, 2]) await move(station, station % node)
    await Promise.all([
      cluster.rover(0, node, { whenFull: 'refuse', timeoutMs: 4_000 }),
      cluster.rover(1, node, { whenFull: 'replace', timeoutMs: 4_000 }),
      cluster.rover(2, node, { whenFull: 'refuse' }),
    ])
    const leaves = at(node).filter(({ options }) => options.timeoutMs !== undefined)
    const waits = at(node).filter(({ options }) => options.timeoutMs === undefined)
    const sittings = waits.map(({ current }) => current)
    const fault = cluster.fault('caster', node, 'a node with rovers stood still')
    caster(node).freeze()
    const over = sleep(FREEZE_MS)
    await until(() => leaves.every(({ current, isIn }) => isIn && current!.node !== node), FREEZE_MS)
    await over
    caster(node).thaw()
    fault.to = performance.now() + SETTLED_MS
    await cluster.allHear()
    await expectOneSessionEach()
    expect(waits.map(({ current }) => current)).toEqual(sittings)
    await cluster.allHear(undefined, 20)
    expectInOrder()
  })

  it('continue over the other NATS servers after kill -9 of one of three', async () => {
    for (const server of cluster.nats!.servers) {
      const fault = await cluster.natsFault(server, `kill -9 of ${server.name}`)
      await server.kill()
      fault.to = fault.from + NATS_KILLED_MS
      await cluster.allHear()
      await server.start()
      await cluster.allHear()
    }
    expectInOrder()
  })

  it(`continue while one NATS server of three is frozen for ${NATS_FREEZE_MS / 1_000} s`, async () => {
    const server = await cluster.nats!.busiest()
    const fault = await cluster.natsFault(server, `${server.name} stood still`)
    server.freeze()
    fault.to = fault.from + NATS_FROZEN_MS
    const over = sleep(NATS_FREEZE_MS)
    await cluster.allHear(undefined, 6, NATS_FREEZE_MS)
    console.log(`all heard ${((performance.now() - fault.from) / 1000).toFixed(1)} s after a NATS server stood still`)
    await over
    server.thaw()
    await cluster.allHear(undefined, 20)
    expectInOrder()
  })

  it('are not slowed down by a node that runs a tenth of the time', async () => {
    const node = 2
    const others = notAt(node).map((rover) => ({ rover, sitting: rover.current }))
    const fault = cluster.fault('caster', node, 'a node was slow')
    for (let turn = 0; turn < 4; turn++) {
      caster(node).freeze()
      await sleep(2_700)
      caster(node).thaw()
      await Promise.all([sleep(300), cluster.allAreHeard()])
    }
    fault.to = performance.now() + SETTLED_MS
    await cluster.allHear()
    await cluster.allHear(undefined, 20)
    expect(others.filter(({ rover, sitting }) => rover.current !== sitting)).toEqual([])
    await expectOneSessionEach()
    expectInOrder()
  })

  it('forward no late frames of a slow owner to other nodes, and disconnect no rover', async () => {
    const { node } = cluster.bases[0]!.newest!
    const sittings = cluster.rovers.map(({ current }) => current)
    const fault = cluster.fault('caster', node, 'the owner was slow')
    for (let turn = 0; turn < sized({ ci: 2, nightly: 3 }); turn++) {
      caster(node).freeze()
      await sleep(SHORTLY_MS)
      caster(node).thaw()
      await Promise.all([sleep(1_000), cluster.allAreHeard()])
    }
    fault.to = performance.now() + SETTLED_MS
    await cluster.allHear(undefined, 20)
    expect(cluster.rovers.map(({ current }) => current)).toEqual(sittings)
    await expectOneSessionEach()
    // The account allows old frames only for rovers on the base's own node.
    expectInOrder()
  })

  it('lose no frame while PostgreSQL is frozen, admit returning rovers, and are consistent afterwards', async () => {
    const [comesBack, ...others] = cluster.rovers
    const sittings = others.map(({ current }) => current)
    const before = comesBack!.sittings.length
    const goOn = cluster.freezeDatabase()
    const over = sleep(DATABASE_FROZEN_MS)
    comesBack!.current!.socket.destroy()
    await cluster.allHear(others, 20)
    await over
    goOn()
    await until(() => comesBack!.sittings.length > before && comesBack!.isIn)
    await cluster.allHear(undefined, 20)
    await expectOneSessionEach()
    expect(others.map(({ current }) => current)).toEqual(sittings)
    expectInOrder()
  })

  it('lose no frame when PostgreSQL dies and restarts, and are consistent afterwards', async () => {
    const sittings = cluster.rovers.map(({ current }) => current)
    await cluster.restartDatabase()
    await cluster.allHear(undefined, 20)
    await expectOneSessionEach()
    expect(cluster.rovers.map(({ current }) => current)).toEqual(sittings)
    expectInOrder()
    // A base can still move to another node.
    console.log(
      `rovers went on ${await move(0, (cluster.bases[0]!.newest!.node + 1) % 3)} ms after their base was welcomed`,
    )
    await cluster.allHear()
    expectInOrder()
    expect(cluster.casters.flatMap(({ victim }) => victim.crashes)).toEqual([])
  })
})
