import { describe, expect, it } from 'vitest'
import type { BaselineEpoch } from '../../src/index.ts'
import { HERE, run, SKY, solved, THERE } from '../support/baseline.ts'
import { displaced, orbitsOf, Receiver, sky } from '../support/world.ts'

const horizontal = ({ east, north }: BaselineEpoch) => Math.hypot(east, north)
const middle = (epochs: readonly BaselineEpoch[], axis: 'east' | 'north' | 'up') =>
  epochs.map((epoch) => epoch[axis]).toSorted((one, other) => one - other)[epochs.length >> 1]!

describe('a baseline of 36 km', () => {
  it('is fixed to integers within 20 minutes, and every fixed epoch is right', () => {
    const epochs = solved(run({}))
    expect(epochs).toHaveLength(180)
    expect(epochs.findIndex(({ isFixed }) => isFixed)).toBeLessThan(40)
    const fixed = epochs.filter(({ isFixed }) => isFixed)
    expect(fixed.length).toBeGreaterThan(130)
    expect(Math.max(...fixed.map(horizontal))).toBeLessThan(0.03)
    expect(Math.max(...fixed.map(({ up }) => Math.abs(up)))).toBeLessThan(0.06)
    expect(fixed.at(-1)!.satellites).toBeGreaterThan(15)
  })

  it('gives one position per window within 6 mm, and the difference of the zenith delays', () => {
    const last = solved(run({ movementM: 0 })).at(-1)!
    expect(last.isFixed).toBe(true)
    expect(horizontal(last)).toBeLessThan(0.006)
    expect(Math.abs(last.up)).toBeLessThan(0.015)
    expect(last.zenithDelay).toBeCloseTo(0.02, 2)
    expect(Math.max(...last.sigma)).toBeLessThan(0.02)
  })

  it('shows a movement of 5 cm within 5 minutes, in its direction', () => {
    const epochs = solved(run({ errorsAt: (s) => (s >= 3600 ? { moved: { east: 0.03, north: -0.04, up: 0 } } : {}) }))
    const before = epochs.filter(({ gpsMs }) => gpsMs < epochs[0]!.gpsMs + 3_600_000).slice(-20)
    const after = epochs.slice(120 + 5, 120 + 15)
    expect(middle(before, 'east')).toBeCloseTo(0, 1.9)
    expect(middle(after, 'east') - middle(before, 'east')).toBeGreaterThan(0.02)
    expect(middle(after, 'north') - middle(before, 'north')).toBeLessThan(-0.03)
  })

  it('shows a movement of 2 m and is fixed again', () => {
    const epochs = solved(run({ errorsAt: (s) => (s >= 3600 ? { moved: { east: 2, north: 0, up: 1 } } : {}) }))
    const last = epochs.at(-1)!
    expect(last.isFixed).toBe(true)
    expect(last.east).toBeCloseTo(2, 1)
    expect(last.up).toBeCloseTo(1, 1)
  })

  it('reports coordinates that are 0.84 m off', () => {
    const { position } = new Receiver(THERE, 2)
    const last = solved(run({ registered: displaced(position, { east: 0, north: 0.84, up: 0 }) })).at(-1)!
    expect(last.isFixed).toBe(true)
    expect(last.north).toBeCloseTo(-0.84, 1)
    expect(Math.abs(last.east)).toBeLessThan(0.02)
  })

  it.each([true, false])('stays right after a cycle slip (reported by the receiver: %s)', (isReported) => {
    const epochs = solved(
      run({ errorsAt: () => ({ slip: { satellite: 3, fromS: 3600, cycles: [1, 1], isReported } }) }),
    )
    const after = epochs.slice(121).filter(({ isFixed }) => isFixed)
    expect(after.length).toBeGreaterThan(50)
    expect(Math.max(...after.map(horizontal))).toBeLessThan(0.03)
  })
})

it('a baseline of 100 m is fixed from the second epoch on', () => {
  const epochs = solved(
    run({ hours: 0.25, to: { ...HERE, lat: HERE.lat + 0.001, height: HERE.height + 3 }, isCalm: true }),
  )
  expect(epochs.findIndex(({ isFixed }) => isFixed)).toBe(1)
  const fixed = epochs.filter(({ isFixed }) => isFixed)
  expect(fixed.length).toBeGreaterThan(epochs.length - 3)
  expect(Math.max(...fixed.map(horizontal))).toBeLessThan(0.015)
})

describe('controls that must fail', () => {
  it('swapped stations are not solved near their coordinates', () => {
    const near = solved(run({ isSwapped: true, hours: 0.5 })).filter((epoch) => horizontal(epoch) < 1)
    expect(near).toHaveLength(0)
  })

  it('the wrong orbit of one satellite does not become part of a fixed position', () => {
    const broken = new Map(SKY)
    const [key, ephemeris] = [...SKY].find(([satellite]) => orbitIsUp(satellite))!
    broken.set(key, { ...ephemeris, m0: ephemeris.m0 + 0.01 })
    const epochs = solved(run({ orbitAt: orbitsOf(broken) })).filter(({ isFixed }) => isFixed)
    expect(Math.max(0, ...epochs.map(horizontal))).toBeLessThan(0.03)
  })
})

function orbitIsUp(satellite: number): boolean {
  const epoch = new Receiver(HERE, 1).observe(SKY, 2700)
  return epoch.satellite.subarray(0, epoch.rows).includes(satellite)
}

it('a constellation that appears later is used', () => {
  const late = run({ hours: 1, skyOf: sky(['GPS']) })
  const both = run({ hours: 1 })
  expect(solved(both).at(-1)!.satellites).toBeGreaterThan(solved(late).at(-1)!.satellites)
})
