import { describe, expect, it } from 'vitest'
import { Receiver } from '../../../src/demo/simulator/receiver.ts'
import { motionOf } from '../../../src/demo/simulator/sky/constellations.ts'
import { toEcef, upAt } from '../../../src/demo/simulator/sky/earth.ts'
import { gpsSeconds } from '../../../src/demo/simulator/sky/gps-time.ts'
import { type Antenna, observe } from '../../../src/demo/simulator/sky/observe.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { distance, INSTANT, STATION, secondsFrom } from './places.ts'

const LIGHT = 299_792_458
const sky = new Sky(1, null)
const position = toEcef(STATION.position)
const antenna: Antenna = { position, up: upAt(STATION.position), clock: 1.5e-7 }

describe('observe', () => {
  it('measures the actual distance that the signal travelled', () => {
    for (const { satellite, range } of observe(sky, antenna, INSTANT)) {
      const received = gpsSeconds(INSTANT) - antenna.clock
      let travelled = 0.075
      for (let step = 0; step < 6; step++) {
        // The satellite's position at transmission, in the Earth-fixed frame at reception.
        const [x, y, z] = motionOf(satellite, received - travelled).position
        const turned = 7.292_115_146_7e-5 * travelled
        const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
        travelled = distance([x * cos + y * sin, y * cos - x * sin, z], position) / LIGHT
      }
      const { clock, orbit: _, ...rest } = satellite
      const sent = received - travelled
      const offset = clock.bias + clock.drift * (sent - 2400 * 604_800) + motionOf(satellite, sent).relativity
      expect(Math.abs(range - LIGHT * (travelled + antenna.clock - offset)), JSON.stringify(rest)).toBeLessThan(0.002)
    }
  })

  it('returns the range rate, far more precisely than a receiver measures it', () => {
    const at = (ms: number) => new Map(observe(sky, antenna, INSTANT + ms).map((one) => [one.satellite, one]))
    const [before, now, after] = [at(-500), at(0), at(500)]
    for (const [satellite, { rate }] of now) {
      const [first, last] = [before.get(satellite), after.get(satellite)]
      if (first && last) expect(Math.abs(last.range - first.range - rate)).toBeLessThan(0.006)
    }
  })

  it('sees no satellite below ten degrees, and enough above, all day', () => {
    for (const instant of secondsFrom(INSTANT, 96, 900_000)) {
      const sightings = observe(sky, antenna, instant)
      expect(Math.min(...sightings.map(({ sinElevation }) => sinElevation))).toBeGreaterThan(Math.sin(Math.PI / 18))
      expect(sightings.length).toBeGreaterThan(22)
      expect(sightings.length).toBeLessThan(50)
    }
  })
})

describe('Receiver', () => {
  const receiver = (seed = 5) => new Receiver({ sky, seed, antenna })

  it('keeps the phase aligned with the range while it tracks, and adds a little noise to the range', () => {
    const one = receiver()
    const offsets = new Map<string, number[]>()
    for (const instant of secondsFrom(INSTANT, 60)) {
      const ranges = new Map(observe(sky, antenna, instant).map(({ satellite, range }) => [satellite, range]))
      for (const { satellite, observations } of one.observe(instant)) {
        for (const { signal, phaseRange, pseudorange } of observations.signals) {
          const name = `${satellite.index} ${signal}`
          offsets.set(name, [...(offsets.get(name) ?? []), phaseRange! - ranges.get(satellite)!])
          expect(Math.abs(pseudorange! - phaseRange!)).toBeLessThan(1000)
        }
      }
    }
    for (const values of offsets.values()) expect(Math.max(...values) - Math.min(...values)).toBeLessThan(0.04)
  })

  it('has the lock time, and restarts it when moved', () => {
    const one = receiver()
    const locks = (instant: number) => one.observe(instant).map(({ observations }) => observations.signals[0]!.lockTime)
    expect(new Set(locks(INSTANT))).toEqual(new Set([0]))
    expect(Math.max(...locks(INSTANT + 60_000))).toBe(60)
    one.moveTo([position[0] + 1, position[1], position[2]])
    expect(new Set(locks(INSTANT + 61_000))).toEqual(new Set([0]))
  })

  it('receives high satellites better than low ones', () => {
    const elevations = new Map(observe(sky, antenna, INSTANT).map((one) => [one.satellite, one.sinElevation]))
    const heard = receiver()
      .observe(INSTANT)
      .map(({ satellite, observations }) => ({ high: elevations.get(satellite)!, cnr: observations.signals[0]!.cnr! }))
      .sort((a, b) => a.high - b.high)
    expect(heard.map(({ cnr }) => cnr)).toEqual(heard.map(({ cnr }) => cnr).sort((a, b) => a - b))
    expect(heard[0]!.cnr).toBeGreaterThan(35)
    expect(heard.at(-1)!.cnr).toBeLessThan(54)
  })

  it('is reproducible for the same seed only', () => {
    expect(receiver(5).observe(INSTANT)).toEqual(receiver(5).observe(INSTANT))
    expect(receiver(5).observe(INSTANT)).not.toEqual(receiver(6).observe(INSTANT))
  })
})
