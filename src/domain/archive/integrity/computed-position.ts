// The position of a station as the network computes it: from its latest days that agree with each other.
import { fromLocal, type Geodetic, geodeticOf, localOf, type Vector } from '@vertice/gnss'
import { DAY_MS } from '../../time/units.ts'
import type { StationCoordinate } from './coordinate.ts'

/** Shorter days are not offered: integers and the troposphere need hours. */
export const LEAST_HOURS = 2
export const MOST_DAYS = 30
/** Days further from the newest one than this many expected errors, and this many metres, are of another position. */
const AGREES = { sigmas: 4, metres: 0.015 }
/** Errors that stay the same from day to day: antennas, surroundings, and the coordinates of the neighbours. Metres. */
const CONSTANT_M = { horizontal: 0.003, vertical: 0.012 }
/** Factors from the expected error to a bound that holds in 95 of 100 cases, in a plane and on a line. */
const IN_95 = { horizontal: 2.45, vertical: 1.96 }

export interface ComputedPosition extends Geodetic {
  readonly position: Vector
  /** Metres that the error stays below in 95 of 100 cases. */
  readonly error: { readonly horizontal: number; readonly vertical: number }
  /** UTC days that were used. */
  readonly firstDay: string
  readonly lastDay: string
  readonly days: number
  readonly hours: number
  /** Neighbours that agree, on the newest day. */
  readonly baselines: number
  /** False with a single neighbour: an error of its coordinates would be the station's. */
  readonly isAttributed: boolean
}

interface Day extends StationCoordinate {
  readonly at: Vector
}

/** `coordinates`: oldest first. `null` without a day of at least two hours. */
export function computedPosition(coordinates: readonly StationCoordinate[]): ComputedPosition | null {
  const days = coordinates.flatMap((one): Day[] => {
    const { reference, hours, eastMm, northMm, upMm, baselines } = one
    if (!reference || hours === null || hours < LEAST_HOURS || baselines === 0) return []
    const moved = fromLocal({ east: eastMm / 1000, north: northMm / 1000, up: upMm / 1000 }, geodeticOf(reference))
    return [{ ...one, at: { x: reference.x + moved.x, y: reference.y + moved.y, z: reference.z + moved.z } }]
  })
  const newest = days.at(-1)
  if (!newest) return null
  const since = Date.parse(newest.day) - MOST_DAYS * DAY_MS
  const used = days.filter((one) => Date.parse(one.day) > since && agree(one, newest))
  const place = geodeticOf(newest.at)
  const locals = used.map(({ at }) =>
    localOf({ x: at.x - newest.at.x, y: at.y - newest.at.y, z: at.z - newest.at.z }, place),
  )
  const plane = used.map(({ sigmaMm }) => 1 / sigmaMm ** 2)
  const line = used.map(({ sigmaUpMm }) => 1 / sigmaUpMm ** 2)
  const [east, north] = [
    mean(
      locals.map((one) => one.east),
      plane,
    ),
    mean(
      locals.map((one) => one.north),
      plane,
    ),
  ]
  const up = mean(
    locals.map((one) => one.up),
    line,
  )
  const moved = fromLocal({ east, north, up }, place)
  const position = { x: newest.at.x + moved.x, y: newest.at.y + moved.y, z: newest.at.z + moved.z }
  const horizontal = sigmaOf(
    locals.map((one) => Math.hypot(one.east - east, one.north - north)),
    plane,
  )
  const vertical = sigmaOf(
    locals.map((one) => one.up - up),
    line,
  )
  return {
    ...geodeticOf(position),
    position,
    error: {
      horizontal: IN_95.horizontal * Math.hypot(horizontal, CONSTANT_M.horizontal),
      vertical: IN_95.vertical * Math.hypot(vertical, CONSTANT_M.vertical),
    },
    ...{ firstDay: used[0]!.day, lastDay: newest.day, days: used.length },
    hours: used.reduce((sum, { hours }) => sum + hours!, 0),
    ...{ baselines: newest.baselines, isAttributed: newest.isAttributed },
  }
}

function agree(one: Day, newest: Day): boolean {
  const metres = Math.hypot(one.at.x - newest.at.x, one.at.y - newest.at.y, one.at.z - newest.at.z)
  const sigma = Math.hypot(one.sigmaMm, one.sigmaUpMm, newest.sigmaMm, newest.sigmaUpMm) / 1000
  return metres < Math.max(AGREES.metres, AGREES.sigmas * sigma)
}

function mean(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, one) => sum + one, 0)
  return values.reduce((sum, value, i) => sum + value * weights[i]!, 0) / total
}

/** Metres: the expected error of the weighted mean, larger if the days scatter more than expected. */
function sigmaOf(residuals: readonly number[], weightsPerMm2: readonly number[]): number {
  const formalMm = Math.sqrt(1 / weightsPerMm2.reduce((sum, one) => sum + one, 0))
  if (residuals.length < 2) return formalMm / 1000
  const squares = residuals.reduce((sum, one, i) => sum + (one * 1000) ** 2 * weightsPerMm2[i]!, 0)
  return (formalMm * Math.max(1, Math.sqrt(squares / (residuals.length - 1)))) / 1000
}
