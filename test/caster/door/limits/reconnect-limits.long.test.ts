// A credential that reconnects in a storm is slowed down, by session and address; nobody else is.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReconnectLimits } from '../../../../src/caster/door/limits/reconnect-limits.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { Devices } from '../../../support/devices.ts'
import { measuresTime, onThisMachine } from '../../../support/loop-watch.ts'
import { STATIONS } from '../../../support/service.ts'
import { changeCredential, flowingBase, pause, refusalsOf } from '../../helpers.ts'

const { cdmx } = STATIONS
/** After ten in a row, the next is let in so long after the first, less what two clocks may differ. */
const REFILL_MS = 2_990

describe('how long an attempt waits', () => {
  const delays = (storm: ReconnectLimits, times: readonly number[], maxSessions = 1, login = 'login') =>
    times.map((time) => Math.round(storm.delayMs(login, { maxSessions }, time)))

  it('ten in a row do not; then each waits three seconds longer', () => {
    const storm = new ReconnectLimits()
    expect(delays(storm, Array(10).fill(0))).toEqual(Array(10).fill(0))
    expect(delays(storm, Array(3).fill(0))).toEqual([3_000, 6_000, 9_000])
  })

  it('counted by session: a fleet of a thousand may come ten thousand times in a row, and then a thousand times in three seconds', () => {
    const storm = new ReconnectLimits()
    expect(delays(storm, Array(10_000).fill(0), 1_000)).toEqual(Array(10_000).fill(0))
    expect(delays(storm, Array(1_000).fill(0), 1_000).at(-1)).toBe(3_000)
  })

  it('who comes every three seconds never waits, however long', () => {
    const times = Array.from({ length: 1_000 }, (_, index) => index * 3_000)
    expect(delays(new ReconnectLimits(), times)).toEqual(Array(1_000).fill(0))
  })

  it('calm is forgiven: after half a minute ten in a row are free again', () => {
    const storm = new ReconnectLimits()
    delays(storm, Array(10).fill(0))
    expect(delays(storm, Array(10).fill(30_000))).toEqual(Array(10).fill(0))
    expect(delays(storm, [30_000])).toEqual([3_000])
  })

  it('another login is another, and who left while it waited has cost nothing', () => {
    const storm = new ReconnectLimits()
    delays(storm, Array(12).fill(0))
    expect(delays(storm, [0], 1, 'other')).toEqual([0])
    storm.giveBack('login', { maxSessions: 1 }, 0)
    storm.giveBack('login', { maxSessions: 1 }, 0)
    expect(delays(storm, [0])).toEqual([3_000])
  })

  it('may replace its own sessions thirty times in a row, a session, and then once a second', () => {
    const storm = new ReconnectLimits()
    const replaced = (id: number, maxSessions: number, times: number, now: number) =>
      Array.from({ length: times }, () => storm.mayReplace({ id, maxSessions }, now)).filter(Boolean).length
    expect(replaced(1, 1, 100, 0)).toBe(30)
    expect(replaced(1, 1, 100, 5_000)).toBe(5)
    expect(replaced(2, 50, 2_000, 0)).toBe(1_500)
  })

  it('tidying changes nothing for anybody', () => {
    const step = fc.record({ user: fc.constantFrom('a', 'b', 'c'), waits: fc.nat(8_000), tidy: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), (steps, maxSessions) => {
        const [tidied, untidied] = [new ReconnectLimits(), new ReconnectLimits()]
        let now = 0
        for (const { user, waits, tidy } of steps) {
          now += waits
          if (tidy) tidied.tidy(now)
          const [one, other] = [tidied, untidied].map((storm) => storm.delayMs(user, { maxSessions }, now))
          expect(one).toBeCloseTo(other!, 6)
        }
      }),
    )
  })

  it('remembers so many and no more: the oldest are forgotten', () => {
    const storm = new ReconnectLimits()
    delays(storm, Array(30).fill(0))
    for (let count = 0; count < 100_000; count++) storm.delayMs(`u${count}`, { maxSessions: 1 }, 1)
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

  it(
    'thirty attempts in a row: ten get in, the newest waits, the others are told when to come again; another credential behind the same address is let in at once',
    measuresTime(),
    async () => {
      const [stormy, calm] = [await issue(), await issue()]
      const peers: Peer[] = []
      for (let count = 0; count < 30; count++) {
        peers.push(await knock(stormy, stormy.password))
        await pause(10)
        if (count === 20) expect(await timed(calm)).toBeLessThan(onThisMachine(1_000))
      }
      // The newest of those that wait: whoever gave up and came again stands in one line, not in many.
      await expect
        .poll(() => peers.slice(10).map(({ closedAt }) => closedAt === null))
        .toEqual([...Array(19).fill(false), true])
      expect(peers.filter(isIn)).toHaveLength(10)
      for (const { text } of peers.slice(10, 29)) {
        expect(text).toMatch(/^HTTP\/1\.0 429 Too Many Requests\r\n(.+\r\n)*Retry-After: 3\r\n/)
        expect(text).toContain('This credential connects too often')
      }
      expect(await timed(calm)).toBeLessThan(onThisMachine(1_000))
      await expect
        .poll(() => refusalsOf(caster, stormy.username))
        .toMatchObject([{ reason: 'too_often', credential_id: stormy.id, times: 19 }])
      for (const peer of peers) peer.close()
    },
  )

  it('a fleet of fifty on one credential, all at once: all are let in', async () => {
    const { id, username, password } = await issue()
    await changeCredential(caster, id, { max_sessions: 50 })
    const logins = Array(50).fill(`${username}:${password}`)
    const { port } = caster
    const devices = new Devices({ port, mountpoint: cdmx.mountpoint, logins, retryMs: 100, patienceMs: 20_000 })
    await expect.poll(() => devices.fare.in).toBe(50)
    expect(devices.fare).toMatchObject({ tries: 50, lost: 0 })
    devices.stop()
  })

  it('thirty wrong passwords do not slow the owner down', measuresTime(), async () => {
    const login = await issue()
    const peers = await Promise.all(Array.from({ length: 30 }, () => knock(login, 'wrong')))
    expect(await timed(login)).toBeLessThan(onThisMachine(1_000))
    for (const peer of peers) peer.close()
    expect(await timed(login)).toBeLessThan(onThisMachine(1_000))
  })

  it.concurrent('who has been slowed down is let in after its wait', measuresTime(), async () => {
    const login = await issue()
    const since = performance.now()
    for (let count = 0; count < 10; count++) expect(await timed(login)).toBeLessThan(onThisMachine(1_000))
    expect(await timed(login)).toBeLessThan(onThisMachine(4_500))
    expect(performance.now() - since).toBeGreaterThan(REFILL_MS)
  })

  it.concurrent('who gives up and comes again, and again, keeps its place and is let in', measuresTime(), async () => {
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
    expect(performance.now() - since).toBeLessThan(onThisMachine(5_000))
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
