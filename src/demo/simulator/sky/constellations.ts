// The simulated satellites: numbers, planes and heights are those of the real constellations, but not the positions.
import type { Constellation } from '@vertice/rtcm'
import { between, scramble } from '../random.ts'
import { type GlonassMotion, glonassMotion } from './glonass-orbit.ts'
import { type KeplerianMotion, keplerianMotion, type Motion } from './kepler.ts'

export const SIMULATED = ['GPS', 'GLO', 'GAL', 'BDS'] as const satisfies readonly Constellation[]
export type Simulated = (typeof SIMULATED)[number]

/** Offset from GPS time in seconds at `LAID_OUT_AT`, and drift in seconds per second. */
export interface Clock {
  readonly bias: number
  readonly drift: number
}

interface AnySatellite {
  /** Index in the sky's list of satellites. */
  readonly index: number
  /** PRN or slot. */
  readonly number: number
  readonly clock: Clock
  /** Travel time of the signals in seconds, within 0.01 s. */
  readonly lightTime: number
}

export interface KeplerianSatellite extends AnySatellite {
  readonly constellation: 'GPS' | 'GAL' | 'BDS'
  readonly orbit: KeplerianMotion
}

export interface GlonassSatellite extends AnySatellite {
  readonly constellation: 'GLO'
  readonly orbit: GlonassMotion
  readonly frequencyChannel: number
}

export type Satellite = KeplerianSatellite | GlonassSatellite

export const motionOf = (satellite: Satellite, gpsSeconds: number): Motion =>
  satellite.constellation === 'GLO'
    ? glonassMotion(satellite.orbit, gpsSeconds)
    : keplerianMotion(satellite.orbit, gpsSeconds)

const degrees = (angle: number) => (angle * Math.PI) / 180
const numbers = (first: number, last: number, ...without: number[]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((number) => !without.includes(number))

interface Shell {
  readonly constellation: Simulated
  readonly numbers: readonly number[]
  readonly planes: number
  readonly inclination: number
  readonly sqrtA: number
  readonly e: number
  readonly gravity: number
  readonly earthRate: number
}

const SHELLS: readonly Shell[] = [
  {
    constellation: 'GPS',
    numbers: numbers(1, 32, 11),
    planes: 6,
    inclination: degrees(55),
    sqrtA: 5153.65,
    e: 0.008,
    gravity: 3.986_005e14,
    earthRate: 7.292_115_146_7e-5,
  },
  {
    constellation: 'GLO',
    numbers: numbers(1, 24),
    planes: 3,
    inclination: degrees(64.8),
    sqrtA: Math.sqrt(25_508_200),
    e: 0,
    gravity: 0, // GLONASS has its own constants in glonass-orbit.ts
    earthRate: 0,
  },
  {
    constellation: 'GAL',
    numbers: numbers(2, 36, 6, 14, 16, 17, 18, 20, 22, 28, 32),
    planes: 3,
    inclination: degrees(56),
    sqrtA: 5440.6,
    e: 0.0003,
    gravity: 3.986_004_418e14,
    earthRate: 7.292_115_146_7e-5,
  },
  {
    constellation: 'BDS', // without the geosynchronous ones over Asia, which are not visible from America
    numbers: [11, 12, 14, ...numbers(19, 46, 31, 38, 39, 40)],
    planes: 3,
    inclination: degrees(55),
    sqrtA: 5282.62,
    e: 0.0006,
    gravity: 3.986_004_418e14,
    earthRate: 7.292_115e-5,
  },
]

/** By slot. GLONASS ICD, 3.3.1.1: satellites on opposite sides of a plane share a channel. */
const CHANNELS = [1, -4, 5, 6, 1, -4, 5, 6, -2, -7, 0, -1, -2, -7, 0, -1, 4, -3, 3, 2, 4, -3, 3, 2]

/**
 * A drift of 2^-40 is a multiple of the unit that each constellation broadcasts (2^-43, 2^-46, 2^-50, GLONASS 2^-40),
 * and so small that no clock leaves the range of its field before 2050.
 */
const DRIFTS = [-(2 ** -40), 0, 2 ** -40]
const LARGEST_BIAS_S = 1e-4

export function satellitesOf(seed: number): Satellite[] {
  return SHELLS.flatMap((shell, place) => {
    const chance = scramble(seed, place)
    return shell.numbers.map((number, slot) => satelliteIn(shell, number, slot, chance))
  }).map((satellite, index) => ({ ...satellite, index }))
}

/** Evenly spaced in its plane, with the planes evenly around the Earth and phased, plus a few random degrees. */
function satelliteIn(shell: Shell, number: number, slot: number, chance: number): Satellite {
  const { constellation, planes, inclination, sqrtA } = shell
  const plane = slot % planes
  const inPlane = Math.ceil((shell.numbers.length - plane) / planes)
  const wobble = (what: number) => degrees(between(-3, 3, chance, number, what))
  const nodeLongitude = degrees(between(0, 360, chance) + (360 / planes) * plane) + wobble(1)
  const along = degrees((360 / inPlane) * Math.floor(slot / planes) + (360 / shell.numbers.length) * plane) + wobble(2)
  const common = {
    index: 0,
    number,
    clock: {
      bias: between(-LARGEST_BIAS_S, LARGEST_BIAS_S, chance, number, 3),
      drift: DRIFTS[scramble(chance, number, 4) % 3]!,
    },
    lightTime: (sqrtA ** 2 - 3.2e6) / 299_792_458,
  }
  if (constellation === 'GLO') {
    const orbit = { radius: sqrtA ** 2, inclination, nodeLongitude, latitudeArgument: along }
    return { ...common, constellation, orbit, frequencyChannel: CHANNELS[number - 1]! }
  }
  const perigee = degrees(between(0, 360, chance, number, 5))
  const { e, gravity, earthRate } = shell
  const shape = { sqrtA, e, inclination: inclination + wobble(6) / 3, perigee, gravity, earthRate }
  const orbit = { ...shape, nodeLongitude, nodeRate: -8e-9, meanAnomaly: along - perigee }
  return { ...common, constellation, orbit }
}
