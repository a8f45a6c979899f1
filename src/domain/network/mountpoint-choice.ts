// Chooses the mountpoint for a position: the network's (VRS) or a single base. A base out of range is never chosen.

import type { Coded, Nothing } from '../codes/coded.ts'
import { distanceKm, type Position } from '../geometry/geodesy.ts'
import type { Triangle } from '../geometry/triangulation.ts'
import { isTakenOut } from '../stations/position.ts'
import { isBase, isNetworkBase } from '../stations/serving.ts'
import type { Station, StationStatus } from '../stations/station.ts'
import { isSilentOrUnheard, statusAt } from '../stations/status.ts'
import { type FrameAtEpoch, UNKNOWN_FRAME } from './frame.ts'
import type { Network } from './network.ts'
import { type Candidate, type CandidateStation, Question, Sites } from './sites.ts'

export interface Choice extends FrameAtEpoch {
  readonly mode: 'vrs' | 'base' | 'none'
  readonly mountpoint: string | null
  readonly format: string | null
  readonly datum: string | null
  /** Distance to the nearest station of the choice; `null` if there are no stations. */
  readonly distanceKm: number | null
  readonly expectedErrorMm: ExpectedErrorMm | null
  /**
   * `base`: the base. `vrs`: `null`. `none`: a station in range that is not serving now, else the nearest usable one.
   */
  readonly station: CandidateStation | null
  readonly stations: readonly CandidateStation[]
  readonly alternatives: readonly { mode: 'vrs' | 'base'; mountpoint: string; distanceKm: number }[]
  readonly reason: ChoiceReason
}

export interface ChoiceReasonParams {
  near_base: { readonly station: string; readonly nearKm: number }
  triangle: { readonly stations: readonly string[]; readonly sideKm: number }
  nearest_reaching: { readonly station: string; readonly radiusKm: number }
  too_far: { readonly station: string; readonly distanceKm: number; readonly radiusKm: number }
  /** The position is within the radius of this station, which serves no rover now. */
  not_serving: { readonly station: string; readonly distanceKm: number; readonly status: StationStatus }
  no_station: Nothing
}
export type ChoiceReason = Coded<ChoiceReasonParams> & {
  /** The network mountpoint would serve the position if its VRS engine provided data. */
  readonly engineAway: boolean
  /** Degraded stations behind the choice; the online ones alone would not cover the position. */
  readonly degraded: readonly string[]
}

export interface ExpectedErrorMm {
  readonly horizontal: number
  readonly vertical: number
}
export const VRS_ERROR_MM: ExpectedErrorMm = { horizontal: 15, vertical: 25 }
const BASE_ERROR_MM: ExpectedErrorMm = { horizontal: 8, vertical: 15 }
const PPM_MM_PER_KM = 1

/** Expected error with a single base at this distance. */
export const expectedErrorOfBase = (distanceKm: number): ExpectedErrorMm => ({
  horizontal: Math.round(BASE_ERROR_MM.horizontal + PPM_MM_PER_KM * distanceKm),
  vertical: Math.round(BASE_ERROR_MM.vertical + PPM_MM_PER_KM * distanceKm),
})

/** Status of a station for the choice. Only `online` and `degraded` stations are chosen. */
export type StatusRule = (station: Station, now: Date) => StationStatus

/** Bases that casters serve to no rover (silent, or position in doubt) count as offline. */
export const servingStatusAt: StatusRule = (station, now) =>
  station.health?.quiet === true || isTakenOut(station, now) ? 'offline' : statusAt(station, now)

/** A station of an upstream caster spans the network only while its data flows. */
const spansNetwork = (station: Station, now: Date): boolean =>
  isNetworkBase(station) && (!station.upstream || !isSilentOrUnheard(station, now))

export type Corners = readonly [Station, Station, Station]

/**
 * Spatial index of the stations. Build it when stations or their status change, not per request. Reuses the geometry of
 * `before` if it is still valid: measurements arrive every few seconds, but stations rarely move.
 */
export class Coverage {
  readonly #online: Layer
  readonly #usable: Layer
  readonly #notServing: Layer

  constructor(stations: readonly Station[], now: Date, before?: Coverage, statusOf: StatusRule = servingStatusAt) {
    const candidates = stations.filter(isBase).map((station) => ({
      station,
      status: statusOf(station, now),
      spansNetwork: spansNetwork(station, now),
    }))
    const online = candidates.filter(({ status }) => status === 'online')
    const usable = candidates.filter(({ status }) => status === 'online' || status === 'degraded')
    this.#online = new Layer(online, before ? before.#online : null)
    this.#usable = usable.length === online.length ? this.#online : new Layer(usable, before ? before.#usable : null)
    const notServing = candidates.filter(({ status }) => status !== 'online' && status !== 'degraded')
    this.#notServing = new Layer(notServing, before ? before.#notServing : null)
  }

  get isPrepared(): boolean {
    return this.#online.isPrepared && this.#usable.isPrepared && this.#notServing.isIndexed
  }

  /** Builds the indexes in steps, to yield to other work: for thousands of stations each takes tens of milliseconds. */
  *prepare(): Generator<undefined, void> {
    yield* this.#online.prepare()
    if (this.#usable !== this.#online) yield* this.#usable.prepare()
    this.#notServing.index()
    yield
  }

  /** Triangles in which the network mountpoint serves: none without an engine that sends data. */
  triangles(network: Network): Corners[] {
    return network.upstream !== null && network.engineAnswers ? this.#usable.triangles(network.triangleSideKm) : []
  }

  /** Usable stations whose radius covers the position, nearest first, up to `most`. */
  reaching(position: Position, most: number): CandidateStation[] {
    return this.#usable.allReaching(position, most)
  }

  /** Degraded stations are used only if no online station covers the position. */
  choose(position: Position, network: Network): Choice {
    const best = this.#online.choose(position, network)
    if (best) return best
    const second = this.#usable === this.#online ? null : this.#usable.choose(position, network)
    return second ?? this.#usable.nothing(position, network, this.#notServing.reaching(position))
  }
}

class Layer {
  readonly #candidates: readonly Candidate[]
  readonly #sites: Sites
  /** Layer of the stations that may form triangles; `null` if all may. */
  readonly #spanning: Layer | null

  constructor(candidates: readonly Candidate[], before: Layer | null) {
    const stations = candidates.map(({ station }) => station)
    this.#candidates = candidates
    const spanning = candidates.filter((one) => one.spansNetwork)
    const isAll = spanning.length === candidates.length
    this.#spanning = isAll ? null : new Layer(spanning, before ? before.#spanning : null)
    const known = before ? before.#sites : null
    this.#sites = known?.areThoseOf(stations) ? known : new Sites(stations)
  }

  get isIndexed(): boolean {
    return this.#sites.hasTree
  }

  index(): void {
    this.#sites.tree
  }

  /** Nearest station whose radius covers the position. */
  reaching(position: Position): CandidateStation | null {
    return this.#reaching(new Question(position, this.#candidates))[0] ?? null
  }

  allReaching(position: Position, most: number): CandidateStation[] {
    return this.#reaching(new Question(position, this.#candidates), most)
  }

  get isPrepared(): boolean {
    return this.isIndexed && (this.#spanning?.isPrepared ?? this.#sites.isTriangulated)
  }

  *prepare(): Generator<undefined, void> {
    this.index()
    yield
    if (this.#spanning) return yield* this.#spanning.prepare()
    this.#sites.triangulation
    yield
  }

  triangles(maxSideKm: number): Corners[] {
    if (this.#spanning) return this.#spanning.triangles(maxSideKm)
    return this.#sites.triangulation.triangles
      .filter((triangle) => this.#longestSide(triangle) <= maxSideKm)
      .map((triangle) => this.#corners(triangle))
  }

  nothing(position: Position, network: Network, notServing: CandidateStation | null): Choice {
    const question = new Question(position, this.#candidates)
    const [nearest = null] = question.nearest(this.#sites.tree, 1)
    const reason = notServing ? doesNotServe(notServing) : nearest ? tooFar(nearest) : NO_STATION
    return nothing(notServing ?? nearest, reason, this.#couldServe(position, question, network) !== null)
  }

  choose(position: Position, network: Network): Choice | null {
    const question = new Question(position, this.#candidates)
    const [nearest] = question.nearest(this.#sites.tree, 1)
    if (!nearest) return null
    const triangle = this.#couldServe(position, question, network)
    const surrounding = network.engineAnswers ? triangle : null
    const bases = this.#reaching(question)

    if (nearest.distanceKm <= network.nearBaseKm) {
      const others = bases.filter((base) => base.station !== nearest.station)
      const alternatives = [...vrsOption(surrounding, network), ...baseOptions(others)]
      const params = { station: nearest.station.code, nearKm: network.nearBaseKm }
      return base(nearest, alternatives, { code: 'near_base', params })
    }
    if (surrounding) return vrs(surrounding, baseOptions(bases), network)
    const [best, ...others] = bases
    if (!best) return null
    const { code, radiusKm } = best.station
    const reason = { code: 'nearest_reaching', params: { station: code, radiusKm } } as const
    return base(best, baseOptions(others), reason, triangle !== null)
  }

  /** Stations by which the network mountpoint would serve the position if its VRS engine provides data. */
  #couldServe(position: Position, question: Question, network: Network): CandidateStation[] | null {
    if (network.upstream === null) return null
    if (!this.#spanning) return this.#surrounding(question, network.triangleSideKm)
    const among = new Question(position, this.#spanning.#candidates)
    const [nearest] = among.nearest(this.#spanning.#sites.tree, 1)
    return nearest ? this.#spanning.#surrounding(among, network.triangleSideKm) : null
  }

  /** The nearest stations whose radius covers the position. */
  #reaching(question: Question, most = 2): CandidateStation[] {
    const reaches = (index: number, chordSquared: number) =>
      chordSquared <= this.#sites.within[index]! ||
      (chordSquared <= this.#sites.beyond[index]! && question.isReachedBy(index))
    return question.nearest(this.#sites.tree, most, this.#sites.furthest, reaches)
  }

  #surrounding(question: Question, maxSideKm: number): CandidateStation[] | null {
    const triangle = this.#sites.triangulation.triangleAround(question.target, question.closest)
    if (!triangle || this.#longestSide(triangle) > maxSideKm) return null
    return question.measure([triangle.a, triangle.b, triangle.c])
  }

  #corners({ a, b, c }: Triangle): Corners {
    const at = (index: number) => this.#candidates[index]!.station
    return [at(a), at(b), at(c)]
  }

  #longestSide(triangle: Triangle): number {
    const known = this.#sites.longestSideKm.get(triangle.id)
    if (known !== undefined) return known
    const [first, second, third] = this.#corners(triangle)
    const longest = Math.max(distanceKm(first, second), distanceKm(second, third), distanceKm(third, first))
    this.#sites.longestSideKm.set(triangle.id, longest)
    return longest
  }
}

const vrsOption = (surrounding: CandidateStation[] | null, network: Network): Choice['alternatives'] =>
  surrounding ? [{ mode: 'vrs', mountpoint: network.mountpoint, distanceKm: surrounding[0]!.distanceKm }] : []

const baseOptions = (bases: readonly CandidateStation[]): Choice['alternatives'] =>
  bases.map(({ station, distanceKm }) => ({ mode: 'base', mountpoint: station.mountpoint, distanceKm }))

const degradedOf = (stations: readonly CandidateStation[]): string[] =>
  stations.filter(({ status }) => status === 'degraded').map(({ station }) => station.code)

function vrs(surrounding: CandidateStation[], alternatives: Choice['alternatives'], network: Network): Choice {
  const stations = surrounding.map(({ station }) => station.code)
  return {
    mode: 'vrs',
    mountpoint: network.mountpoint,
    format: network.format,
    datum: network.datum,
    frame: network.frame,
    epoch: network.epoch,
    distanceKm: surrounding[0]!.distanceKm,
    expectedErrorMm: VRS_ERROR_MM,
    station: null,
    stations: surrounding,
    alternatives,
    reason: {
      code: 'triangle',
      params: { stations, sideKm: network.triangleSideKm },
      engineAway: false,
      degraded: degradedOf(surrounding),
    },
  }
}

function base(
  chosen: CandidateStation,
  alternatives: Choice['alternatives'],
  reason: Coded<ChoiceReasonParams>,
  engineAway = false,
): Choice {
  const { station, distanceKm } = chosen
  return {
    mode: 'base',
    mountpoint: station.mountpoint,
    format: station.format,
    datum: station.datum,
    frame: station.frame,
    epoch: station.epoch,
    distanceKm,
    expectedErrorMm: expectedErrorOfBase(distanceKm),
    station: chosen,
    stations: [chosen],
    alternatives,
    reason: { ...reason, engineAway, degraded: degradedOf([chosen]) },
  }
}

function nothing(nearest: CandidateStation | null, reason: Coded<ChoiceReasonParams>, engineAway: boolean): Choice {
  return {
    mode: 'none',
    mountpoint: null,
    format: null,
    datum: null,
    ...UNKNOWN_FRAME,
    distanceKm: nearest?.distanceKm ?? null,
    expectedErrorMm: null,
    station: nearest,
    stations: nearest ? [nearest] : [],
    alternatives: [],
    reason: { ...reason, engineAway, degraded: [] },
  }
}

const tooFar = ({ station, distanceKm }: CandidateStation): Coded<ChoiceReasonParams> => ({
  code: 'too_far',
  params: { station: station.code, distanceKm, radiusKm: station.radiusKm },
})

const doesNotServe = ({ station, distanceKm, status }: CandidateStation): Coded<ChoiceReasonParams> => ({
  code: 'not_serving',
  params: { station: station.code, distanceKm, status },
})

const NO_STATION: Coded<ChoiceReasonParams> = { code: 'no_station', params: {} }
