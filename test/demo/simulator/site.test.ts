// What a simulated receiver observes at a site with a known fault.
import { describe, expect, it } from 'vitest'
import { Receiver } from '../../../src/demo/simulator/receiver.ts'
import type { Site } from '../../../src/demo/simulator/site.ts'
import { levelAt, toEcef, upAt } from '../../../src/demo/simulator/sky/earth.ts'
import { observe } from '../../../src/demo/simulator/sky/observe.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { INSTANT, STATION, secondsFrom } from './places.ts'

const sky = new Sky(1)
const antenna = { position: toEcef(STATION.position), up: upAt(STATION.position) }
const receiver = (site: Site = {}) => new Receiver({ sky, seed: 5, antenna, site })
const observed = (site: Site = {}, atMs = INSTANT) => receiver(site).observe(atMs)

describe('an obstruction', () => {
  it('hides the satellites behind it and no others', () => {
    const seen = observed({ obstructions: [{ from: 300, to: 60, below: 45 }] }).map(({ satellite }) => satellite)
    const { east, north } = levelAt(antenna.up)
    for (const { satellite, direction, sinElevation } of observe(sky, { ...antenna, clock: 0 }, INSTANT)) {
      const along = (axis: readonly number[]) => axis.reduce((sum, one, at) => sum + one * direction[at]!, 0)
      const azimuth = (Math.atan2(along(east), along(north)) * 180) / Math.PI
      const isHidden = Math.abs(azimuth) < 60 && (Math.asin(sinElevation) * 180) / Math.PI < 45
      expect(seen.includes(satellite)).toBe(!isHidden)
    }
    expect(seen.length).toBeLessThan(observed().length)
  })
})

describe('a fade', () => {
  const fades = [{ bands: ['L2'] as const, fromMs: INSTANT, untilMs: INSTANT + 60_000, dropDb: 6, everyMs: 600_000 }]
  const cnrOf = (atMs: number, signal: string) => {
    const [before, after] = [observed({}, atMs), observed({ fades }, atMs)].map((all) =>
      all.flatMap(({ satellite, observations }) =>
        observations.signals.filter((one) => one.signal === signal).map(({ cnr }) => [satellite.index, cnr!] as const),
      ),
    ) as [(readonly [number, number])[], (readonly [number, number])[]]
    const known = new Map(before)
    return after.map(([index, cnr]) => known.get(index)! - cnr)
  }

  it('lowers C/N0 of its bands, only in its time, again and again', () => {
    for (const [minute, drop] of [
      [-1, 0],
      [0, 6],
      [0.9, 6],
      [1, 0],
      [10, 6],
      [20.5, 6],
      [11, 0],
    ] as const) {
      const drops = cnrOf(INSTANT + minute * 60_000, '2W')
      expect(drops.length).toBeGreaterThan(4)
      for (const one of drops) expect(one).toBeCloseTo(drop, 9)
      for (const one of cnrOf(INSTANT + minute * 60_000, '1C')) expect(one).toBe(0)
    }
  })

  it('loses signals that become too weak, and their locks', () => {
    const one = receiver({ fades: [{ ...fades[0]!, dropDb: 15 }] })
    const locks = new Map<number, number>()
    one.observe(INSTANT - 30_000)
    for (const at of secondsFrom(INSTANT, 60)) one.observe(at)
    for (const { satellite, observations } of one.observe(INSTANT + 61_000))
      for (const { signal, lockTime } of observations.signals)
        if (signal === '2W') locks.set(satellite.index, lockTime!)
    expect(Math.min(...locks.values())).toBe(0)
    expect(Math.max(...locks.values())).toBeGreaterThan(20)
  })
})

it('adds code multipath that is larger at low elevations, and hardly any to the phase', () => {
  const ranges = (site: Site) => observed(site).flatMap(({ observations }) => observations.signals)
  const [clean, reflected] = [ranges({}), ranges({ multipathM: 2 })]
  const code = reflected.map(({ pseudorange }, at) => Math.abs(pseudorange! - clean[at]!.pseudorange!))
  const phase = reflected.map(({ phaseRange }, at) => Math.abs(phaseRange! - clean[at]!.phaseRange!))
  expect(Math.max(...code)).toBeGreaterThan(0.5)
  expect(Math.max(...code)).toBeLessThan(2)
  expect(Math.max(...phase)).toBeLessThan(0.02)
})
