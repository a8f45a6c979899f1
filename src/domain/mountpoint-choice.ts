// Which mountpoint serves a position: the network's (VRS) or one base. Never a far base in silence.
import { distanceKm, type Position, unitVector, type Vector } from './geodesy.ts'
import type { Network } from './network.ts'
import { chordSquaredOf, SphereTree } from './sphere-tree.ts'
import type { Station, StationStatus } from './station.ts'
import { statusAt } from './station-status.ts'
import { Triangulation } from './triangulation.ts'

export interface CandidateStation {
  readonly station: Station
  readonly status: StationStatus
  readonly distanceKm: number
}

export interface Choice {
  readonly mode: 'vrs' | 'base' | 'none'
  readonly mountpoint: string | null
  readonly format: string | null
  readonly datum: string | null
  /** To the nearest station of the choice; null when there is no station at all. */
  readonly distanceKm: number | null
  readonly expectedErrorMm: { readonly horizontal: number; readonly vertical: number } | null
  /** The base; for `none` the nearest station; for `vrs` null. */
  readonly station: CandidateStation | null
  readonly stations: readonly CandidateStation[]
  readonly alternatives: readonly { mode: 'vrs' | 'base'; mountpoint: string; distanceKm: number }[]
  readonly reason: string
}

const VRS_ERROR_MM = { horizontal: 15, vertical: 25 }
const BASE_ERROR_MM = { horizontal: 8, vertical: 15 }
const PPM_MM_PER_KM = 1

/** Stations that can serve, indexed for look-ups. Build it when stations or their status change, not for each question. */
export class Coverage {
  readonly #online: Layer
  readonly #usable: Layer

  constructor(stations: readonly Station[], now: Date) {
    const candidates = stations.map((station) => ({ station, status: statusAt(station, now) }))
    const online = candidates.filter(({ status }) => status === 'online')
    const usable = candidates.filter(({ status }) => status === 'online' || status === 'degraded')
    this.#online = new Layer(online)
    this.#usable = usable.length === online.length ? this.#online : new Layer(usable)
  }

  /** A degraded station counts only when no online one serves. */
  choose(position: Position, network: Network): Choice {
    const target = unitVector(position)
    const best = this.#online.choose(position, target, network)
    if (best) return best
    const second = this.#usable === this.#online ? null : this.#usable.choose(position, target, network)
    return second ?? nothing(this.#usable.nearest(position, target))
  }
}

interface Candidate {
  readonly index: number
  readonly station: Station
  readonly status: StationStatus
}

type Measured = Candidate & { readonly distanceKm: number }

class Layer {
  readonly #candidates: readonly Candidate[]
  readonly #tree: SphereTree
  readonly #triangulation: Triangulation
  readonly #reachSquared: Float64Array
  readonly #furthestReachSquared: number

  constructor(stations: readonly Omit<Candidate, 'index'>[]) {
    const candidates = stations.map((candidate, index) => ({ ...candidate, index }))
    const points = candidates.map(({ station }) => unitVector(station))
    this.#candidates = candidates
    this.#tree = new SphereTree(points)
    this.#triangulation = new Triangulation(points)
    this.#reachSquared = Float64Array.from(candidates, ({ station }) => chordSquaredOf(station.radiusKm))
    this.#furthestReachSquared = this.#reachSquared.reduce((most, reach) => Math.max(most, reach), 0)
  }

  nearest(position: Position, target: Vector): Measured | null {
    return this.#within(position, target, 1, Number.POSITIVE_INFINITY)[0] ?? null
  }

  choose(position: Position, target: Vector, network: Network): Choice | null {
    const nearest = this.nearest(position, target)
    if (!nearest) return null
    const surrounding =
      network.upstream === null ? null : this.#surrounding(position, target, nearest, network.triangleSideKm)
    const isNear = nearest.distanceKm <= network.nearBaseKm
    const bases = this.#reaching(position, target)

    if (isNear) {
      const others = bases.filter((base) => base.station !== nearest.station)
      return base(
        nearest,
        [...vrsOption(surrounding, network), ...baseOptions(others)],
        `within ${network.nearBaseKm} km of ${nearest.station.code}`,
      )
    }
    if (surrounding) {
      const codes = surrounding.map(({ station }) => station.code)
      return {
        mode: 'vrs',
        mountpoint: network.mountpoint,
        format: network.format,
        datum: network.datum,
        distanceKm: surrounding[0]!.distanceKm,
        expectedErrorMm: VRS_ERROR_MM,
        station: null,
        stations: surrounding,
        alternatives: baseOptions(bases),
        reason: `inside the triangle ${codes.join(', ')}, every side at most ${network.triangleSideKm} km`,
      }
    }
    const [best, ...others] = bases
    if (!best) return null
    return base(
      best,
      baseOptions(others),
      `${best.station.code} is the nearest station whose radius (${best.station.radiusKm} km) reaches the position`,
    )
  }

  /** The nearest two stations whose own radius reaches the position. */
  #reaching(position: Position, target: Vector): CandidateStation[] {
    const reaches = (index: number, chordSquared: number) => chordSquared <= this.#reachSquared[index]!
    return this.#within(position, target, 3, this.#furthestReachSquared, reaches)
      .filter(({ station, distanceKm }) => distanceKm <= station.radiusKm)
      .slice(0, 2)
  }

  #surrounding(position: Position, target: Vector, nearest: Measured, maxSideKm: number): CandidateStation[] | null {
    const corners = this.#triangulation.triangleAround(target, nearest.index)
    if (!corners) return null
    const [a, b, c] = corners.map((index) => this.#candidates[index]!.station) as [Station, Station, Station]
    const longest = Math.max(distanceKm(a, b), distanceKm(b, c), distanceKm(c, a))
    if (longest > maxSideKm) return null
    return this.#measured(position, [...corners])
  }

  #within(
    position: Position,
    target: Vector,
    count: number,
    maxChordSquared: number,
    accept?: (index: number, chordSquared: number) => boolean,
  ): Measured[] {
    // The sphere's order may differ from the ellipsoid's for almost equal distances: one more than asked, then sorted.
    const found = this.#tree.nearest(target, count + 1, maxChordSquared, accept)
    return this.#measured(
      position,
      found.map(({ index }) => index),
    ).slice(0, count)
  }

  #measured(position: Position, indexes: readonly number[]): Measured[] {
    return indexes
      .map((index) => this.#candidates[index]!)
      .map((candidate) => ({ ...candidate, distanceKm: distanceKm(position, candidate.station) }))
      .sort((a, b) => a.distanceKm - b.distanceKm)
  }
}

const vrsOption = (surrounding: CandidateStation[] | null, network: Network): Choice['alternatives'] =>
  surrounding ? [{ mode: 'vrs', mountpoint: network.mountpoint, distanceKm: surrounding[0]!.distanceKm }] : []

const baseOptions = (bases: readonly CandidateStation[]): Choice['alternatives'] =>
  bases.map(({ station, distanceKm }) => ({ mode: 'base', mountpoint: station.mountpoint, distanceKm }))

function base(chosen: CandidateStation, alternatives: Choice['alternatives'], reason: string): Choice {
  const { station, distanceKm } = chosen
  return {
    mode: 'base',
    mountpoint: station.mountpoint,
    format: station.format,
    datum: station.datum,
    distanceKm,
    expectedErrorMm: {
      horizontal: Math.round(BASE_ERROR_MM.horizontal + PPM_MM_PER_KM * distanceKm),
      vertical: Math.round(BASE_ERROR_MM.vertical + PPM_MM_PER_KM * distanceKm),
    },
    station: chosen,
    stations: [chosen],
    alternatives,
    reason: chosen.status === 'degraded' ? `${reason}; it is degraded, and no online station serves` : reason,
  }
}

function nothing(nearest: CandidateStation | null): Choice {
  return {
    mode: 'none',
    mountpoint: null,
    format: null,
    datum: null,
    distanceKm: nearest?.distanceKm ?? null,
    expectedErrorMm: null,
    station: nearest,
    stations: nearest ? [nearest] : [],
    alternatives: [],
    reason: nearest
      ? `no coverage: the nearest usable station, ${nearest.station.code}, is ${nearest.distanceKm.toFixed(1)} km away and its radius is ${nearest.station.radiusKm} km`
      : 'no coverage: no station is online or degraded',
  }
}
