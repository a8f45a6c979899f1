// What must not cause an alarm: a leap second, wrong ephemerides, a constellation that appears or disappears.
import { expect, it } from 'vitest'
import { type OrbitAt, stateOf } from '../../../packages/gnss/src/index.ts'
import { Receiver, START_S, sky } from '../../../packages/gnss/test/support/world.ts'
import { NetworkRun } from '../../../src/archive/integrity/network-run.ts'
import type { Movement } from '../../../src/domain/archive/integrity/movement.ts'

const PLACES = [
  { lat: 19.4, lng: -99.1, height: 2240 },
  { lat: 19.62, lng: -98.95, height: 2310 },
  { lat: 19.35, lng: -98.8, height: 2400 },
]
const PAIRS = [
  { a: 0, b: 1, km: 29 },
  { a: 0, b: 2, km: 32 },
  { a: 1, b: 2, km: 34 },
]
/** GPS time of the leap second at the end of 2016. */
const LEAP_S = Date.UTC(2017, 0, 1) / 1000 - Date.UTC(1980, 0, 6) / 1000 + 17
/** The first two hours are not judged: the faults come after them. */
const HOURS = 4

interface Scene {
  /** By how much earlier than simulated everything is said to happen. */
  readonly earlierS?: number
  readonly skyAt?: (seconds: number) => ReturnType<typeof sky>
  readonly orbitAt?: (seconds: number, all: ReturnType<typeof sky>) => OrbitAt
}

const orbits =
  (all: ReturnType<typeof sky>, earlierS = 0): OrbitAt =>
  (satellite) => {
    const ephemeris = all.get(satellite)
    return ephemeris ? (at) => stateOf(ephemeris, at + earlierS) : null
  }

function watch({ earlierS = 0, skyAt, orbitAt }: Scene) {
  const movements: Movement[] = []
  const days: string[] = []
  let [epochs, fixed] = [0, 0]
  const run = new NetworkRun(PAIRS, 30_000, {
    onEpoch(_, epoch) {
      epochs++
      if (epoch.isFixed) fixed++
    },
    onMovement: (_, movement) => void movements.push(movement),
    onDay: (day) => void days.push(day),
  })
  const all = sky()
  const receivers = PLACES.map((place, index) => new Receiver(place, index + 1))
  for (const [id, { position }] of receivers.entries()) run.place(id, position)
  for (let at = 0; at < HOURS * 3600; at += 30) {
    const gpsMs = (START_S + at - earlierS) * 1000
    const observed = new Map(
      receivers.map((one, id) => [id, Object.assign(one.observe(skyAt?.(at) ?? all, at), { gpsMs })]),
    )
    run.step(gpsMs, observed, orbitAt?.(at, all) ?? orbits(all, earlierS))
  }
  run.end()
  return { movements, days, fixedShare: fixed / epochs }
}

it('a leap second', () => {
  const { movements, days, fixedShare } = watch({ earlierS: START_S + 9900 - LEAP_S })
  expect(days).toEqual(['2016-12-31', '2017-01-01'])
  expect(movements).toEqual([])
  expect(fixedShare).toBeGreaterThan(0.7)
})

it('a constellation that appears, and one that disappears', () => {
  const [two, all, other] = [sky(['GPS', 'GAL']), sky(), sky(['GPS', 'BDS'])]
  const { movements, fixedShare } = watch({ skyAt: (at) => (at < 9000 ? two : at < 11_700 ? all : other) })
  expect(movements).toEqual([])
  expect(fixedShare).toBeGreaterThan(0.7)
})

it('wrong ephemerides of a constellation for half an hour', () => {
  const broken = new Map(
    [...sky()].map(([key, one]) => [key, one.constellation === 'GAL' ? { ...one, m0: one.m0 + 0.002 } : one]),
  )
  const { movements } = watch({ orbitAt: (at, all) => orbits(at >= 9000 && at < 10_800 ? broken : all) })
  expect(movements).toEqual([])
})
