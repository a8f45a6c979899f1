// A credential that reconnects in a storm is slowed down; nobody else is.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf } from '../../src/caster/forgetful-map.ts'
import { Storm } from '../../src/caster/storm.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../support/caster.ts'
import { STATIONS } from '../support/service.ts'
import { flowingBase, pause } from './helpers.ts'

const { cdmx } = STATIONS
/** After ten in a row, the next is let in so long after the first, less what two clocks may differ. */
const REFILL_MS = 2_990

describe('how long an attempt waits', () => {
  const delays = (storm: Storm, times: readonly number[], password = 'p') =>
    times.map((time) => Math.round(storm.delayMs(keyOf('user', password), time)))

  it('ten in a row do not; then each waits longer, up to ten seconds', () => {
    const storm = new Storm()
    expect(delays(storm, Array(10).fill(0))).toEqual(Array(10).fill(0))
    expect(delays(storm, Array(5).fill(0))).toEqual([3_000, 6_000, 9_000, 10_000, 10_000])
  })

  it('who comes every three seconds never waits, however long', () => {
    const storm = new Storm()
    expect(
      delays(
        storm,
        Array.from({ length: 1_000 }, (_, index) => index * 3_000),
      ),
    ).toEqual(Array(1_000).fill(0))
  })

  it('calm is forgiven: after half a minute ten in a row are free again', () => {
    const storm = new Storm()
    delays(storm, Array(30).fill(0))
    expect(delays(storm, [3_000])[0]).toBe(10_000)
    expect(delays(storm, Array(10).fill(45_000))).toEqual(Array(10).fill(0))
  })

  it('another user, and the same user with another password, are others', () => {
    const storm = new Storm()
    delays(storm, Array(30).fill(0))
    expect(storm.delayMs(keyOf('other', 'p'), 0)).toBe(0)
    expect(delays(storm, [0], 'wrong')).toEqual([0])
    // Where the name ends is no matter of opinion.
    const tricky = new Storm()
    for (let count = 0; count < 30; count++) tricky.delayMs(keyOf('a', 'bc'), 0)
    expect(tricky.delayMs(keyOf('ab', 'c'), 0)).toBe(0)
  })

  it('tidying changes nothing for anybody', () => {
    const step = fc.record({ user: fc.constantFrom('a', 'b', 'c'), waits: fc.nat(8_000), tidy: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const [tidied, untidied] = [new Storm(), new Storm()]
        let now = 0
        for (const { user, waits, tidy } of steps) {
          now += waits
          if (tidy) tidied.tidy(now)
          expect(tidied.delayMs(keyOf(user, ''), now)).toBeCloseTo(untidied.delayMs(keyOf(user, ''), now), 6)
        }
      }),
    )
  })

  it('remembers so many and no more: the oldest are forgotten', () => {
    const storm = new Storm()
    delays(storm, Array(30).fill(0))
    for (let count = 0; count < 100_000; count++) storm.delayMs(keyOf(`u${count}`, ''), 1)
    expect(delays(storm, [1])).toEqual([0])
  })
})

describe('at the door', () => {
  let caster: TestCaster

  beforeAll(async () => {
    caster = await TestCaster.start()
    await caster.service.saveStations(cdmx)
    await flowingBase(caster, cdmx)
  })
  afterAll(() => caster.stop())

  const issue = () => caster.issue({ station_codigo: 'CDMX' })
  const knock = ({ username }: Login, password: string) =>
    Peer.open(caster.port, rev1Request(cdmx.mountpoint, username, password))
  const isIn = ({ text }: Peer) => text.startsWith('ICY 200 OK')
  const timed = async (login: Login) => {
    const since = performance.now()
    const rover = await caster.rover(login, cdmx.mountpoint)
    rover.close()
    return performance.now() - since
  }

  it('thirty attempts in a row: ten get in, one waits, the others are gone; another credential behind the same address is let in at once', async () => {
    const [stormy, calm] = [await issue(), await issue()]
    const peers: Peer[] = []
    for (let count = 0; count < 30; count++) {
      peers.push(await knock(stormy, stormy.password))
      await pause(10)
      if (count === 20) expect(await timed(calm)).toBeLessThan(1_000)
    }
    // The newest of those that wait: whoever gave up and came again stands in one line, not in many.
    await expect
      .poll(() => peers.slice(10).map(({ closedAt }) => closedAt === null))
      .toEqual([...Array(19).fill(false), true])
    expect(peers.filter(isIn)).toHaveLength(10)
    expect(await timed(calm)).toBeLessThan(1_000)
    for (const peer of peers) peer.close()
  })

  it('thirty wrong passwords do not slow the owner down', async () => {
    const login = await issue()
    const peers = await Promise.all(Array.from({ length: 30 }, () => knock(login, 'wrong')))
    expect(await timed(login)).toBeLessThan(1_000)
    for (const peer of peers) peer.close()
    expect(await timed(login)).toBeLessThan(1_000)
  })

  it.concurrent('who has been slowed down is let in after its wait', async () => {
    const login = await issue()
    const since = performance.now()
    for (let count = 0; count < 10; count++) expect(await timed(login)).toBeLessThan(1_000)
    expect(await timed(login)).toBeLessThan(4_500)
    expect(performance.now() - since).toBeGreaterThan(REFILL_MS)
  })

  it.concurrent('who gives up and comes again, and again, keeps its place and is let in', async () => {
    const login = await issue()
    const first = performance.now()
    for (let count = 0; count < 10; count++) await timed(login)
    const since = performance.now()
    let peer = await knock(login, login.password)
    while (!isIn(peer) && performance.now() - since < 8_000) {
      await pause(400)
      if (isIn(peer)) break
      peer.close()
      peer = await knock(login, login.password)
      await pause(5)
    }
    expect(isIn(peer)).toBe(true)
    expect(performance.now() - first).toBeGreaterThan(REFILL_MS)
    expect(performance.now() - since).toBeLessThan(5_000)
    peer.close()
  })

  it.concurrent('who leaves while it waits gets no session', async () => {
    const [login, other] = [await issue(), await issue()]
    for (let count = 0; count < 10; count++) await timed(login)
    const gone = await knock(login, login.password)
    const since = performance.now()
    for (let count = 0; count < 10; count++) await timed(other)
    gone.close()
    await timed(other) // whose wait began later
    expect(performance.now() - since).toBeGreaterThan(REFILL_MS)
    expect(caster.role.caster.sessions.countOf(login.id)).toBe(0)
  })
})
