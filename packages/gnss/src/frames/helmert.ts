// The transformation with 14 parameters between two realizations of a reference system, as the IERS publishes it: seven
// parameters at an epoch and their rates, with the rotations of the "position vector" convention.
import type { Vector } from '../vector.ts'

type Three = readonly [x: number, y: number, z: number]

/** Millimetres, parts per billion, milliarcseconds; rates per year. */
export interface Helmert {
  readonly epoch: number
  readonly shift: Three
  readonly scale: number
  readonly rotation: Three
  readonly shiftRate: Three
  readonly scaleRate: number
  readonly rotationRate: Three
}

const MILLIMETRE = 1e-3
const PART_PER_BILLION = 1e-9
const MILLIARCSECOND = Math.PI / 180 / 3_600_000

/** Applies the transformation at the time `year` (decimal). `direction` -1 applies its inverse. */
export function applyHelmert(position: Vector, helmert: Helmert, year: number, direction: 1 | -1): Vector {
  const years = year - helmert.epoch
  const at = (value: number, rate: number) => direction * (value + rate * years)
  const [tx, ty, tz] = threeAt(helmert.shift, helmert.shiftRate, at, MILLIMETRE)
  const [rx, ry, rz] = threeAt(helmert.rotation, helmert.rotationRate, at, MILLIARCSECOND)
  const d = at(helmert.scale, helmert.scaleRate) * PART_PER_BILLION
  const { x, y, z } = position
  return {
    x: x + tx + d * x - rz * y + ry * z,
    y: y + ty + rz * x + d * y - rx * z,
    z: z + tz - ry * x + rx * y + d * z,
  }
}

const threeAt = (
  values: Three,
  rates: Three,
  at: (value: number, rate: number) => number,
  unit: number,
): [number, number, number] => [
  at(values[0], rates[0]) * unit,
  at(values[1], rates[1]) * unit,
  at(values[2], rates[2]) * unit,
]
