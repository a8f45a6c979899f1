// The position of a receiver from the ranges of one epoch and broadcast ephemerides, by weighted least squares.
import type { ObservationEpoch } from '@vertice/rtcm'
import { type Direction, directionOf, geodeticOf } from '../ellipsoid.ts'
import { type EphemerisBook, stateOf } from '../orbits/ephemeris-book.ts'
import type { Vector } from '../vector.ts'
import { solve } from './least-squares.ts'
import { type Range, rangesOf } from './ranges.ts'
import { troposphericDelay } from './troposphere.ts'

const LIGHT = 299_792_458
const EARTH_RATE = 7.292_115_146_7e-5
const MASK_DEGREES = 10
const MAX_ROUNDS = 12
const CONVERGED_M = 1e-3
/** A residual beyond this many times its expected size, and beyond any plausible error of the ionosphere, is an outlier. */
const OUTLIER_SIGMAS = 5
/** Expected error of a range at the zenith in metres: combining two bands triples the noise, one band keeps the ionosphere. */
const SIGMA_M = { combined: 1.5, single: 5 }

export interface SinglePoint {
  readonly position: Vector
  /** Satellites in use, as keys. */
  readonly satellites: readonly number[]
  /** Satellites whose ranges contradict the others. */
  readonly rejected: readonly number[]
  /** Metres: root mean square of the residuals, weighted. */
  readonly rms: number
  readonly isIonosphereFree: boolean
}

interface Sight extends Range {
  readonly at: Vector
  readonly constellation: number
  readonly sigma: number
}

export interface SinglePointOptions {
  /** Where to start; the centre of the Earth if omitted. */
  readonly near?: Vector
}

/** `null` if there are too few satellites, or the ranges do not agree on a position. */
export function singlePoint(
  epoch: ObservationEpoch,
  book: EphemerisBook,
  { near = { x: 0, y: 0, z: 0 } }: SinglePointOptions = {},
): SinglePoint | null {
  const gpsSeconds = epoch.gpsMs / 1000
  let ranges = rangesOf(epoch, (satellite) => book.find(satellite, gpsSeconds))
  const combined = ranges.filter(({ isIonosphereFree }) => isIonosphereFree)
  // Ranges of one band contain the ionosphere: they help only if there are no others.
  const isIonosphereFree = combined.length >= 5
  if (isIonosphereFree) ranges = combined
  const rejected: number[] = []
  for (;;) {
    const found = iterate({ ranges, book, gpsSeconds }, near)
    if (!found) return null
    const worst = found.residuals.reduce((most, one) => (Math.abs(one.sigmas) > Math.abs(most.sigmas) ? one : most), {
      satellite: -1,
      sigmas: 0,
    })
    const redundant = found.residuals.length - found.unknowns
    if (Math.abs(worst.sigmas) <= OUTLIER_SIGMAS || redundant < 2) {
      const satellites = found.residuals.map(({ satellite }) => satellite)
      return { position: found.position, satellites, rejected, rms: found.rms, isIonosphereFree }
    }
    rejected.push(worst.satellite)
    ranges = ranges.filter(({ satellite }) => satellite !== worst.satellite)
  }
}

interface Task {
  readonly ranges: readonly Range[]
  readonly book: EphemerisBook
  readonly gpsSeconds: number
}

function iterate(task: Task, near: Vector) {
  let position = near
  let clockM = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const at = { ...task, gpsSeconds: task.gpsSeconds - clockM / LIGHT }
    const sights = task.ranges.flatMap((range) => sight(range, at, position, round > 1))
    const systems = [...new Set(sights.map(({ constellation }) => constellation))].toSorted((a, b) => a - b)
    const unknowns = 3 + systems.length
    if (sights.length < unknowns) return null
    const rows = sights.map((one) => equation(one, position, systems))
    const solution = solve(rows, unknowns)
    if (!solution) return null
    const [dx, dy, dz] = solution as unknown as [number, number, number]
    position = { x: position.x + dx, y: position.y + dy, z: position.z + dz }
    clockM = solution[3]!
    if (round > 2 && Math.hypot(dx, dy, dz) < CONVERGED_M) {
      const residuals = rows.map(({ satellite, coefficients, value, sigma }) => ({
        satellite,
        sigmas: (value - coefficients.reduce((sum, one, at) => sum + one * solution[at]!, 0)) / sigma,
      }))
      const squares = rows.map(({ sigma }, at) => (residuals[at]!.sigmas * sigma) ** 2)
      return { position, residuals, unknowns, rms: Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length) }
    }
  }
  return null
}

/** Where the satellite was when it sent what arrived at `gpsSeconds`, in the Earth-fixed frame of the arrival. */
function sight(range: Range, { book, gpsSeconds }: Task, receiver: Vector, isNearby: boolean): readonly Sight[] {
  const ephemeris = book.find(range.satellite, gpsSeconds)
  if (!ephemeris) return []
  const { clock } = stateOf(ephemeris, gpsSeconds - range.metres / LIGHT)
  const sent = gpsSeconds - range.metres / LIGHT - clock
  const state = stateOf(ephemeris, sent)
  const turn = EARTH_RATE * (gpsSeconds - sent)
  const at = {
    x: state.x * Math.cos(turn) + state.y * Math.sin(turn),
    y: -state.x * Math.sin(turn) + state.y * Math.cos(turn),
    z: state.z,
  }
  const direction = directionOf(at, receiver)
  if (isNearby && direction.elevation < MASK_DEGREES) return []
  const metres = range.metres + LIGHT * state.clock - (isNearby ? delayOf(receiver, direction) : 0)
  const high = Math.sin((Math.max(direction.elevation, MASK_DEGREES) * Math.PI) / 180)
  const sigma = (range.isIonosphereFree ? SIGMA_M.combined : SIGMA_M.single) / high
  return [{ ...range, at, metres, sigma, constellation: range.satellite >>> 6 }]
}

const delayOf = (receiver: Vector, { elevation }: Direction) => troposphericDelay(geodeticOf(receiver), elevation)

/** Unknowns: the correction of the position, then the receiver's clock in the time of each constellation. */
function equation(
  { satellite, at, metres, sigma, constellation }: Sight,
  position: Vector,
  systems: readonly number[],
) {
  const [dx, dy, dz] = [at.x - position.x, at.y - position.y, at.z - position.z]
  const distance = Math.hypot(dx, dy, dz)
  const clocks = systems.map((one) => (one === constellation ? 1 : 0))
  return {
    satellite,
    sigma,
    coefficients: [-dx / distance, -dy / distance, -dz / distance, ...clocks],
    value: metres - distance,
  }
}
