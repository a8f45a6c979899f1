// A base with a short interruption keeps its rovers, because a change of base makes them start over.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestCaster } from '../../support/caster.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { declareStatus } from '../../support/rows.ts'
import { type EpochBase, EpochRover, isInTable, placeIn, stablePair, stationsOf, tableOf } from '../bases.ts'
import { askRev1, isLive, statusOf } from '../helpers.ts'

vi.setConfig({ maxConcurrency: 20 })

/** Longer than three seconds of silence, after which a base that sends ten times a second counts as stalled. */
const GRACE_MS = 5_000
const STABLE_MS = 1_000

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ graceMs: GRACE_MS, stableMs: STABLE_MS, settingsMs: 300 })
  await caster.service.saveStations(...Array.from({ length: 6 }, (_, region) => stationsOf(region)).flat())
})
afterAll(() => caster.stop())

const bases = (region: number) => stablePair(caster, region, STABLE_MS)

describe.concurrent('a base', () => {
  it('keeps its network rovers if it disconnects and is back after a second', async () => {
    const [a, b] = await bases(0)
    const rover = await EpochRover.network(caster, placeIn(0, 5))
    await rover.hears(a)
    for (let time = 0; time < 2; time++) {
      a.leave()
      await sleep(1_000)
      await a.start()
      await rover.hears(a)
    }
    const witness = await EpochRover.ofStation(caster, b.code)
    await witness.hears(b, GRACE_MS / 100)
    expect(rover.followed).toEqual([a.number])
    expect(rover.torn).toBe(0)
    expect((await rover.notes()).filter((note) => note.includes('base '))).toHaveLength(1)
  })

  it(
    'loses them after the grace period if it stays away, and gets them back once it is stable',
    measuresTime(),
    async () => {
      const [a, b] = await bases(1)
      const rover = await EpochRover.network(caster, placeIn(1, 5))
      await rover.hears(a)
      a.leave()
      await rover.hears(b)
      expect(firstOf(rover, b) - a.lastAt).toBeGreaterThanOrEqual(GRACE_MS)
      expect(firstOf(rover, b) - a.lastAt).toBeLessThan(GRACE_MS + 3_000)
      const back = performance.now()
      await a.start()
      await rover.hears(a)
      expect(rover.followed).toEqual([a.number, b.number, a.number])
      expect(rover.frames.findLast(({ number }) => number === b.number)!.at - back).toBeGreaterThanOrEqual(
        STABLE_MS - 100,
      )
    },
  )

  it(
    'loses them one grace period after its last epoch if it goes silent on an open connection',
    measuresTime(),
    async () => {
      const [a, b] = await bases(2)
      const rover = await EpochRover.network(caster, placeIn(2, 5))
      await rover.hears(a)
      a.fallSilent()
      await rover.hears(b)
      expect(firstOf(rover, b) - a.lastAt).toBeGreaterThanOrEqual(GRACE_MS)
      expect(firstOf(rover, b) - a.lastAt).toBeLessThan(GRACE_MS + 3_000)
    },
  )

  it(
    'stays listed and open to its own rovers in the grace period; new network rovers get another base',
    measuresTime(),
    async () => {
      const [a, b] = await bases(3)
      const own = await EpochRover.ofStation(caster, a.code)
      const login = await caster.issue({ station_codigo: a.code })
      const witness = await EpochRover.ofStation(caster, b.code)
      await own.hears(a)
      a.leave()
      await isLive(caster, a.code, caster.role, false)
      await witness.hears(b, 6) // the caster checks a few times a second which bases send
      const network = await EpochRover.network(caster, placeIn(3, 5))
      await network.hears(b)
      const late = await EpochRover.ofStation(caster, a.code)
      expect(await tableOf(caster)).toContain(`${a.code}_RTCM`)
      expect(performance.now() - a.lastAt).toBeLessThan(GRACE_MS)
      await a.start()
      await Promise.all([own.hears(a), late.hears(a)])
      a.leave()
      await isInTable(caster, a.code, false)
      expect(performance.now() - a.lastAt).toBeGreaterThanOrEqual(GRACE_MS)
      expect(statusOf(await askRev1(caster.port, `${a.code}_RTCM`, login))).toBe(503)
    },
  )

  it('loses them at once when it goes under maintenance', measuresTime(), async () => {
    const [a, b] = await bases(4)
    const rover = await EpochRover.network(caster, placeIn(4, 5))
    await rover.hears(a)
    await declareStatus(caster.service, a.code, 'maintenance')
    const declared = performance.now()
    await rover.hears(b)
    expect(firstOf(rover, b) - declared).toBeLessThan(GRACE_MS - 1_000)
  })

  it('is waited for by new rovers while it is briefly away and the only one in range', async () => {
    const [a, b] = await bases(5)
    b.leave()
    await isInTable(caster, b.code, false)
    a.leave()
    const rover = await EpochRover.network(caster, placeIn(5, 5))
    await a.start()
    await rover.hears(a)
    expect(rover.torn).toBe(0)
  })
})

const firstOf = (rover: EpochRover, base: EpochBase) => rover.frames.find(({ number }) => number === base.number)!.at
