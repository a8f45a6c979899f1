// The requirements in docs/scale.md follow from the measured unit costs.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  castersFor,
  connectionsOf,
  costsTable,
  listenersOf,
  locksTaken,
  needsTable,
  PAGE,
  readCosts,
  SPANISH_PAGE,
  type UnitCosts,
  withTables,
} from '../../bench/scale.ts'
import { inSpanish } from '../../bench/scale-spanish.ts'

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

it.each([
  { file: PAGE, translated: undefined },
  { file: SPANISH_PAGE, translated: inSpanish },
])('has in $file.pathname the tables that node bench/scale.ts prints', ({ file, translated }) => {
  const page = readFileSync(file, 'utf8')
  expect(page.match(/<!-- (unit costs|assumptions|needs): node bench\/scale\.ts -->/g)).toHaveLength(3)
  expect(withTables(page, readCosts(), translated)).toBe(page)
})

it('has a Spanish text for every cell with words', () => {
  const words = (table: string) =>
    table.match(/(?<=\| )[^|\n]*[a-z]{4}[^|\n]*(?= \|)/g)!.filter((cell) => !/`$|bases$|bytes$/.test(cell))
  const english = [costsTable(readCosts()), needsTable(readCosts())].flatMap(words)
  expect(english.filter((cell) => inSpanish(`| ${cell} |`) === `| ${cell} |`)).toEqual([])
  expect(english.length).toBeGreaterThan(25)
})

it('leaves open only what follows from unmeasured costs', () => {
  const nothing = Object.fromEntries(Object.keys(COSTS).map((name) => [name, null])) as unknown as UnitCosts
  expect(needsTable(nothing)).toContain('| messages to rovers a second | 10,000 | 100,000 | 1,000,000 |')
  expect(needsTable(nothing)).toContain('| caster processes N | *to be calculated* |')
  expect(needsTable(COSTS)).not.toContain('to be calculated')
})

it('needs one more caster per half core, and at least two', () => {
  expect(castersFor(COSTS, { rovers: 100, bases: 10 })).toBe(2)
  const large = { rovers: 1_000_000, bases: 5_000 }
  const casters = castersFor(COSTS, large)!
  const cores = (1_000_000 * 10 + 5_000 * (20 + 30 * listenersOf(casters, large))) / 1e6
  expect(cores).toBeLessThanOrEqual(casters / 2)
  expect(cores).toBeGreaterThan((casters - 2) / 2)
})

it('uses fewer connections per caster the more casters a machine has', () => {
  expect(connectionsOf(2)).toBe(2 * 22 + 44)
  expect(connectionsOf(5)).toBe(5 * 21 + 44)
  expect(connectionsOf(100)).toBe(100 * 15 + 44)
})

it('has nearly all casters listen to a base with many rovers, and one for one rover', () => {
  expect(listenersOf(40, { rovers: 200_000, bases: 1_000 })).toBeGreaterThan(39)
  expect(listenersOf(40, { rovers: 1_000, bases: 1_000 })).toBeCloseTo(1)
})

it('makes two full statements always share some locks', () => {
  expect(locksTaken(500)).toBeCloseTo(396, 0)
  expect((1 - locksTaken(500) / 1_024) ** 396).toBeLessThan(1e-80)
})
