import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReconnectLimits } from '../../../../src/caster/door/limits/reconnect-limits.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { Devices } from '../../../support/devices.ts'
import { measuresTime, onThisMachine } from '../../../support/loop-watch.ts'
import { STATIONS } from '../../../support/service.ts'
import { changeCredential, flowingBase, pause, refusalsOf } from '../../helpers.ts'

const { cdmx } = STATIONS
/** Time from the first of eleven attempts to the admission of the last, less the tolerance between two clocks. */
const REFILL_MS = 2_990

describe('the delay of an attempt', () => {
  const delays = (storm: ReconnectLimits, times: readonly number[], maxSessions = 1, login = 'login') =>
    times.map((time) => Math.round(storm.delayMs(login, { maxSessions }, time)))

  it('is zero for ten in a row, and then grows by three seconds each', () => {
    const storm = new ReconnectLimits()
    expect(delays(storm, Array(10).fill(0))).toEqual(Array(10).fill(0))
    expect(delays(storm, Array(3).fill(0))).toEqual([3_000, 6_000, 9_000])
  })

  it('scales with the sessions: a fleet of a thousand may connect ten thousand times at once', () => {
    const storm = new ReconnectLimits()
    expect(delays(storm, Array(10_000).fill(0), 1_000)).toEqual(Array(10_000).fill(0))
    expect(delays(storm, Array(1_000).fill(0), 1_000).at(-1)).toBe(3_000)
  })

  it('stays zero for a rover that connects every three seconds', () => {
    const times = Array.from({ length: 1_000 }, (_, index) => index * 3_000)
    expect(delays(new ReconnectLimits(), times)).toEqual(Array(1_000).fill(0))
  })

  it('allows ten in a row again after half a minute of calm', () => {
    const storm = new ReconnectLimits()
    delays(storm, Array(10).fill(0))
    expect(delays(storm, Array(10).fill(30_000))).toEqual(Array(10).fill(0))
    expect(delays(storm, [30_000])).toEqual([3_000])
  })

  it('is separate for each login, and a client that left while waiting is refunded', () => {
    const storm = new ReconnectLimits()
    delays(storm, Array(12).fill(0))
    expect(delays(storm, [0], 1, 'other')).toEqual([0])
    storm.giveBack('login', { maxSessions: 1 }, 0)
    storm.giveBack('login', { maxSessions: 1 }, 0)
    expect(delays(storm, [0])).toEqual([3_000])
  })

  it('lets each session be replaced thirty times in a row, and then once a second', () => {
    const storm = new ReconnectLimits()
    const replaced = (id: number, maxSessions: number, times: number, now: number) =>
      Array.from({ length: times }, () => storm.mayReplace({ id, maxSessions }, now)).filter(Boolean).length
    expect(replaced(1, 1, 100, 0)).toBe(30)
    expect(replaced(1, 1, 100, 5_000)).toBe(5)
    expect(replaced(2, 50, 2_000, 0)).toBe(1_500)
  })

  it('is the same with and without tidying', () => {
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

  it('is forgotten for the oldest logins beyond the maximum number of entries', () => {
    const storm = new ReconnectLimits()
    delays(storm, Array(30).fill(0))
    for (let count = 0; count < 100_000; count++) storm.delayMs(`u${count}`, { maxSessions: 1 }, 1)
    expect(delays(storm, [1])).toEqual([0])
  })
})

describe('the caster', () => {
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
    'admits ten of thirty attempts in a row, lets the newest wait, and does not affect other credentials',
    measuresTime(),
    async () => {
      const [stormy, calm] = [await issue(), await issue()]
      const peers: Peer[] = []
      for (let count = 0; count < 30; count++) {
        peers.push(await knock(stormy, stormy.password))
        await pause(10)
        if (count === 20) expect(await timed(calm)).toBeLessThan(onThisMachine(1_000))
      }
      // Only the newest attempt waits: a client that gave up and retried has one place in the queue.
      await expect
        .poll(() => peers.slice(10).map(({ closedAt }) => closedAt === null))
        .toEqual([...Array(19).fill(false), true])
      expect(peers.filter(isIn)).toHaveLength(10)
      for (const { text } of peers.slice(10, 29)) {
        expect(text).toMatch(/^HTTP\/1\.0 429 Too Many Requests\r\n(.+\r\n)*Retry-After: 3\r\n/)
        expect(text).toContain('This credential reconnects too often')
      }
      expect(await timed(calm)).toBeLessThan(onThisMachine(1_000))
      await expect
        .poll(() => refusalsOf(caster, stormy.username))
        .toMatchObject([{ reason: 'too_often', credential_id: stormy.id, times: 19 }])
      for (const peer of peers) peer.close()
    },
  )

  it('admits a fleet of fifty on one credential at once', async () => {
    const { id, username, password } = await issue()
    await changeCredential(caster, id, { max_sessions: 50 })
    const logins = Array(50).fill(`${username}:${password}`)
    const { port } = caster
    const devices = new Devices({ port, mountpoint: cdmx.mountpoint, logins, retryMs: 100, timeoutMs: 20_000 })
    await expect.poll(() => devices.fare.in).toBe(50)
    expect(devices.fare).toMatchObject({ tries: 50, lost: 0 })
    devices.stop()
  })

  it('does not delay the right password after thirty wrong ones', measuresTime(), async () => {
    const login = await issue()
    const peers = await Promise.all(Array.from({ length: 30 }, () => knock(login, 'wrong')))
    expect(await timed(login)).toBeLessThan(onThisMachine(1_000))
    for (const peer of peers) peer.close()
    expect(await timed(login)).toBeLessThan(onThisMachine(1_000))
  })

  it.concurrent('admits a delayed rover after its wait', measuresTime(), async () => {
    const login = await issue()
    const since = performance.now()
    for (let count = 0; count < 10; count++) expect(await timed(login)).toBeLessThan(onThisMachine(1_000))
    expect(await timed(login)).toBeLessThan(onThisMachine(4_500))
    expect(performance.now() - since).toBeGreaterThan(REFILL_MS)
  })

  it.concurrent('keeps the place of a rover that disconnects and retries, and admits it', measuresTime(), async () => {
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

  it.concurrent('opens no session for a rover that leaves while it waits', async () => {
    const [login, other] = [await issue(), await issue()]
    for (let count = 0; count < 10; count++) await timed(login)
    const gone = await knock(login, login.password)
    const since = performance.now()
    for (let count = 0; count < 10; count++) await timed(other)
    gone.close()
    await timed(other) // its wait began later
    expect(performance.now() - since).toBeGreaterThan(REFILL_MS)
    expect(caster.role.caster.sessions.countOf(login.id)).toBe(0)
  })
})
