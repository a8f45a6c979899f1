import { BitReader } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { issueAt } from '../../../src/demo/simulator/sky/broadcast.ts'
import { motionOf, type Satellite } from '../../../src/demo/simulator/sky/constellations.ts'
import { gpsSeconds, instantOf, weekOf } from '../../../src/demo/simulator/sky/gps-time.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { distance, INSTANT } from './places.ts'

const sky = new Sky()
const of = (constellation: Satellite['constellation']) =>
  sky.satellites.filter((satellite) => satellite.constellation === constellation)
const payloadOf = (satellite: Satellite, instantMs: number) => sky.broadcast(satellite, instantMs).subarray(3, -3)

describe('the simulated sky', () => {
  it('has as many satellites as the real one, each with its own number', () => {
    expect(['GPS', 'GLO', 'GAL', 'BDS'].map((name) => of(name as 'GPS').length)).toEqual([31, 24, 26, 27])
    expect(new Set(sky.satellites.map(({ constellation, number }) => `${constellation}${number}`)).size).toBe(108)
    expect(sky.satellites.map(({ index }) => index)).toEqual(sky.satellites.map((_, index) => index))
  })

  it('is reproducible for the same seed, and differs for another', () => {
    expect(new Sky(7).at(INSTANT)).toEqual(new Sky(7).at(INSTANT))
    expect(new Sky(7).at(INSTANT)).not.toEqual(new Sky(8).at(INSTANT))
  })

  it('has velocities that match its positions', () => {
    for (const satellite of sky.satellites) {
      const now = gpsSeconds(INSTANT)
      const [before, at, after] = [now - 0.5, now, now + 0.5].map((time) => motionOf(satellite, time))
      const moved = after!.position.map((value, axis) => value - before!.position[axis]!)
      expect(distance(moved, at!.velocity)).toBeLessThan(0.001)
      expect(at!.relativityRate).toBeCloseTo(after!.relativity - before!.relativity, 16)
    }
  })

  it('counts weeks as each constellation does', () => {
    const rollover = Date.UTC(2026, 10, 14, 23, 59, 42)
    expect(weekOf('GPS', gpsSeconds(rollover))).toEqual({ week: 2445, seconds: 0 })
    expect(weekOf('GAL', gpsSeconds(rollover))).toEqual({ week: 2445 - 1024, seconds: 0 })
    expect(weekOf('BDS', gpsSeconds(rollover + 14_000))).toEqual({ week: 2445 - 1356, seconds: 0 })
    expect(instantOf(gpsSeconds(rollover))).toBe(rollover)
  })
})

describe('broadcast ephemerides', () => {
  it('are renewed in time and use whole units of their reference time', () => {
    for (let ms = INSTANT; ms < INSTANT + 86_400_000; ms += 517_000) {
      const now = gpsSeconds(ms)
      const gps = issueAt('GPS', now)
      expect(Math.abs(now - gps.reference)).toBeLessThanOrEqual(3600)
      expect(gps.reference % 7200).toBe(0)
      const galileo = now - issueAt('GAL', now).reference
      expect(galileo >= 0 && galileo < 600).toBe(true)
      const beidou = issueAt('BDS', now).reference
      expect(weekOf('BDS', beidou).seconds % 3600).toBe(0)
      expect(now - beidou).toBeLessThan(3600)
      const glonass = instantOf(issueAt('GLO', now).reference)
      expect(glonass % 1_800_000).toBe(900_000)
      expect(Math.abs(ms - glonass)).toBeLessThanOrEqual(900_000)
    }
  })

  it('keep their bytes until the next issue', () => {
    const [satellite] = of('GPS')
    const first = sky.broadcast(satellite!, Date.UTC(2026, 10, 14, 23))
    expect(sky.broadcast(satellite!, Date.UTC(2026, 10, 15, 0, 59, 41))).toBe(first)
    expect(sky.broadcast(satellite!, Date.UTC(2026, 10, 15, 0, 59, 42))).not.toEqual(first)
  })

  it('are valid for decades', () => {
    for (const year of [2027, 2036, 2049]) {
      for (const satellite of sky.satellites) expect(() => payloadOf(satellite, Date.UTC(year, 6, 1))).not.toThrow()
    }
  })

  it('of GLONASS lead to the satellite by the equations of motion for half an hour', () => {
    for (const satellite of of('GLO')) {
      const issue = issueAt('GLO', gpsSeconds(INSTANT))
      const state = glonassState(payloadOf(satellite, INSTANT))
      for (const seconds of [-900, -450, 0, 450, 900]) {
        const [x, y, z] = integrated(state, seconds)
        const truth = motionOf(satellite, issue.reference + seconds).position
        expect(distance([x!, y!, z!], truth)).toBeLessThan(1.5)
      }
    }
  })
})

/** Position and velocity in a 1020 message, in metres. */
function glonassState(payload: Buffer): number[] {
  const fields = new BitReader(payload).skip(12 + 6 + 5 + 4 + 12 + 1 + 1 + 7)
  const scaled = (width: number, unit: number) => {
    const sign = fields.unsigned(1) ? -1 : 1
    return sign * fields.unsigned(width - 1) * unit * 1000
  }
  const axes = [0, 1, 2].map(() => {
    const velocity = scaled(24, 2 ** -20)
    const position = scaled(27, 2 ** -11)
    fields.skip(5)
    return { position, velocity }
  })
  return [...axes.map(({ position }) => position), ...axes.map(({ velocity }) => velocity)]
}

/** GLONASS ICD, A.3.1.2: Runge-Kutta in steps of 30 s. */
function integrated(start: readonly number[], seconds: number): number[] {
  const steps = Math.abs(seconds) / 30
  const step = Math.sign(seconds) * 30
  const plus = (state: readonly number[], change: readonly number[], factor: number) =>
    state.map((value, index) => value + factor * change[index]!)
  let state = [...start]
  for (let count = 0; count < steps; count++) {
    const k1 = derivative(state)
    const k2 = derivative(plus(state, k1, step / 2))
    const k3 = derivative(plus(state, k2, step / 2))
    const k4 = derivative(plus(state, k3, step))
    state = state.map((value, i) => value + (step / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!))
  }
  return state
}

function derivative([x, y, z, vx, vy, vz]: readonly number[] | number[]): number[] {
  const [gravity, radius, j2, turn] = [3.986_004_4e14, 6_378_136, 1.082_625_7e-3, 7.292_115e-5]
  const r2 = x! * x! + y! * y! + z! * z!
  const r = Math.sqrt(r2)
  const a = (1.5 * j2 * gravity * radius ** 2) / r2 / r2 / r
  const b = (5 * z! * z!) / r2
  const c = -gravity / r2 / r - a * (1 - b)
  return [
    ...[vx!, vy!, vz!],
    (c + turn ** 2) * x! + 2 * turn * vy!,
    (c + turn ** 2) * y! - 2 * turn * vx!,
    (c - 2 * a) * z!,
  ]
}
