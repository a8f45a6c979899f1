// What docs/scale.md says that networks need follows from what one of everything costs.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  castersFor,
  connectionsOf,
  listenersOf,
  locksTaken,
  needsTable,
  PAGE,
  readCosts,
  type UnitCosts,
  withTables,
} from '../../bench/scale.ts'

const COSTS: UnitCosts = {
  measuredOn: 'a machine',
  deliverUs: 9,
  deliverFromBusUs: 10,
  publishUs: 20,
  hearUs: 30,
  natsUs: 5,
  letInUs: 300,
  letInDatabaseUs: 61,
  progressDatabaseUs: 40,
  progressWalBytes: 400,
  sessionBytes: 700,
  roverKilobytes: 3,
  restMegabytes: 100,
  twoCoresTimes: 1.8,
  busAddsMs: [0.6, 3],
}

it('docs/scale.md has the tables that node bench/scale.ts makes', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page.match(/<!-- (unit costs|assumptions|needs): node bench\/scale\.ts -->/g)).toHaveLength(3)
  expect(withTables(page, readCosts())).toBe(page)
})

it('what is not measured leaves open what follows from it, and nothing else', () => {
  const nothing = Object.fromEntries(Object.keys(COSTS).map((name) => [name, null])) as unknown as UnitCosts
  expect(needsTable(nothing)).toContain('| messages to rovers a second | 10,000 | 100,000 | 1,000,000 |')
  expect(needsTable(nothing)).toContain('| caster processes N | *to be calculated* |')
  expect(needsTable(COSTS)).not.toContain('to be calculated')
})

it('a caster more for each half core, and two at least', () => {
  expect(castersFor(COSTS, { rovers: 100, bases: 10 })).toBe(2)
  const large = { rovers: 1_000_000, bases: 5_000 }
  const casters = castersFor(COSTS, large)!
  const cores = (1_000_000 * 10 + 5_000 * (20 + 30 * listenersOf(casters, large))) / 1e6
  expect(cores).toBeLessThanOrEqual(casters / 2)
  expect(cores).toBeGreaterThan((casters - 2) / 2)
})

it('the more casters on a machine, the fewer connections of each', () => {
  expect(connectionsOf(2)).toBe(2 * 22 + 44)
  expect(connectionsOf(5)).toBe(5 * 21 + 44)
  expect(connectionsOf(100)).toBe(100 * 15 + 44)
})

it('with many rovers of a base nearly every caster listens to it, with one rover one', () => {
  expect(listenersOf(40, { rovers: 200_000, bases: 1_000 })).toBeGreaterThan(39)
  expect(listenersOf(40, { rovers: 1_000, bases: 1_000 })).toBeCloseTo(1)
})

it('a full statement takes so many of the locks that two of them always have some in common', () => {
  expect(locksTaken(500)).toBeCloseTo(396, 0)
  expect((1 - locksTaken(500) / 1_024) ** 396).toBeLessThan(1e-80)
})
