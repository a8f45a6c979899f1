// Where rovers get corrections: the area of each station, and the triangles in which the network mountpoint serves.
import { orientation, type Position, ringAround, unitVector } from '../geometry/geodesy.ts'
import { isBase } from '../stations/serving.ts'
import type { Station, StationStatus } from '../stations/station.ts'
import { isStatusFounded } from '../stations/status.ts'
import {
  type Corners,
  type Coverage,
  type ExpectedErrorMm,
  expectedErrorOfBase,
  servingStatusAt,
  VRS_ERROR_MM,
} from './mountpoint-choice.ts'
import type { Network } from './network.ts'

export interface StationArea {
  readonly station: Station
  readonly status: StationStatus
  /** False if the operator declared the status. */
  readonly measured: boolean
  readonly errorAtStationMm: ExpectedErrorMm
  readonly errorAtEdgeMm: ExpectedErrorMm
  /** Closed, counterclockwise. */
  readonly ring: readonly Position[]
}

export interface TriangleArea {
  readonly codes: readonly string[]
  readonly measured: boolean
  readonly errorMm: ExpectedErrorMm
  /** Closed, counterclockwise. */
  readonly ring: readonly Position[]
}

export interface CoverageArea {
  readonly stations: readonly StationArea[]
  readonly triangles: readonly TriangleArea[]
}

const CORNERS_OF_CIRCLE = 48

/** In steps, to yield to other work. `coverage` must contain the same stations and be prepared. */
export function* coverageArea(
  stations: readonly Station[],
  coverage: Coverage,
  network: Network,
  now: Date,
): Generator<undefined, CoverageArea> {
  const areas: StationArea[] = []
  for (const station of stations.filter(isBase)) {
    areas.push({
      station,
      status: servingStatusAt(station, now),
      measured: isStatusFounded(station, now),
      errorAtStationMm: expectedErrorOfBase(0),
      errorAtEdgeMm: expectedErrorOfBase(station.radiusKm),
      ring: ringAround(station, station.radiusKm, CORNERS_OF_CIRCLE),
    })
    yield
  }
  const triangles = coverage.triangles(network).map((corners) => triangleArea(corners, now))
  return { stations: areas, triangles }
}

function triangleArea([a, b, c]: Corners, now: Date): TriangleArea {
  const isLeft = orientation(unitVector(a), unitVector(b), unitVector(c)) > 0
  const ring = isLeft ? [a, b, c, a] : [a, c, b, a]
  return {
    codes: [a.code, b.code, c.code],
    measured: [a, b, c].every((station) => isStatusFounded(station, now)),
    errorMm: VRS_ERROR_MM,
    ring: unwrapped(ring.map(({ lat, lng }) => ({ lat, lng }))),
  }
}

/** Longitudes within 180° of the first, so that a triangle across the date line does not span the globe. */
const unwrapped = (ring: readonly Position[]): Position[] =>
  ring.map(({ lat, lng }) => ({ lat, lng: lng - 360 * Math.round((lng - ring[0]!.lng) / 360) }))
