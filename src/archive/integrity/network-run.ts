// Solves the baselines of a network epoch by epoch. The caller delivers the observations of all stations of an instant.
import {
  type AntennaCalibration,
  type BaselineEpoch,
  BaselineSolver,
  fromLocal,
  geodeticOf,
  type Local,
  localOf,
  type OrbitAt,
  StationEpoch,
  type Vector,
} from '@vertice/gnss'
import { type ObservationEpoch, utcFromGps } from '@vertice/rtcm'
import { type AdjustedStation, adjust, type MeasuredBaseline } from '../../domain/archive/integrity/adjustment.ts'
import {
  BIN_MS,
  type Movement,
  type MovementLimits,
  MovementWatch,
  middle,
} from '../../domain/archive/integrity/movement.ts'
import type { Pair } from '../../domain/archive/integrity/neighbours.ts'
import { expectedError, type Normal, withBin } from '../../domain/archive/integrity/normal.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { BaselineDay, type DayOfBaseline } from './baseline-day.ts'

const LEAST_BIN_EPOCHS = 3

export interface RunListener {
  onEpoch?(pair: Pair, epoch: BaselineEpoch): void
  onMovement(stationId: number, movement: Movement, adjusted: AdjustedStation): void
  onDay(day: string, baselines: readonly (Pair & DayOfBaseline)[], stations: readonly StationDay[]): void
}

export interface StationDay extends Local {
  readonly stationId: number
  /** UTC. */
  readonly day: string
  /** Expected errors in metres. */
  readonly sigma: { readonly horizontal: number; readonly vertical: number }
  /** Neighbours that agree. */
  readonly baselines: number
  /** False with a single neighbour: either of the two can have moved. */
  readonly isAttributed: boolean
  readonly epochs: number
  /** Hours with integers on its best baseline. */
  readonly hours: number
  /** The position that the deviations refer to. */
  readonly reference: Vector
}

interface Baseline {
  readonly pair: Pair
  moving: BaselineSolver
  /** `null` without positions of the days. */
  whole: BaselineSolver | null
  day: BaselineDay
  bin: Local[]
  normal: Normal | null
  isContradicted: boolean
  isSolved: boolean
}

export interface RunOptions {
  /** Default: those of stations without limits of their own. */
  readonly limits?: MovementLimits
  /** Whether positions of the days are computed, which takes as long as the movements. Default: true. */
  readonly hasDays?: boolean
}

export class NetworkRun {
  readonly #intervalMs: number
  readonly #listener: RunListener
  readonly #stations = new Map<number, StationEpoch>()
  readonly #references = new Map<number, Vector>()
  readonly #baselines: Baseline[]
  readonly #watches = new Map<number, MovementWatch>()
  readonly #limits: MovementLimits | undefined
  readonly #epochs = new Map<number, number>()
  #day: string | null = null
  #bin = Number.NaN

  constructor(
    pairs: readonly Pair[],
    intervalMs: number,
    listener: RunListener,
    { limits, hasDays = true }: RunOptions = {},
  ) {
    this.#intervalMs = intervalMs
    this.#listener = listener
    this.#limits = limits
    this.#baselines = pairs.map((pair) => ({
      ...{ pair, moving: new BaselineSolver(), whole: hasDays ? new BaselineSolver({ movementM: 0 }) : null },
      ...{ day: new BaselineDay(intervalMs), bin: [], normal: null, isContradicted: false, isSolved: false },
    }))
  }

  /**
   * Observations of stations without an antenna are ignored. `reference`: what the positions of the days refer to, if it
   * is too far from the antenna for the solver.
   */
  place(
    stationId: number,
    antenna: Vector,
    calibration: AntennaCalibration | null = null,
    reference: Vector = antenna,
  ): void {
    if (this.#stations.has(stationId)) return
    this.#stations.set(stationId, new StationEpoch(antenna, calibration))
    this.#references.set(stationId, reference)
  }

  step(gpsMs: number, observed: ReadonlyMap<number, ObservationEpoch>, orbitAt: OrbitAt): void {
    this.#turn(gpsMs)
    for (const [stationId, epoch] of observed) {
      this.#epochs.set(stationId, (this.#epochs.get(stationId) ?? 0) + 1)
      this.#stations.get(stationId)?.load(epoch, orbitAt)
    }
    for (const baseline of this.#baselines) {
      const { a, b } = baseline.pair
      const [near, far] = [this.#stations.get(a), this.#stations.get(b)]
      if (!near || !far || !observed.has(a) || !observed.has(b)) continue
      const moving = baseline.moving.step(near, far)
      const whole = baseline.whole?.step(near, far) ?? null
      baseline.isContradicted = baseline.moving.isContradicted
      baseline.isSolved ||= moving !== null
      baseline.day.add(moving, whole)
      if (!moving) continue
      this.#listener.onEpoch?.(baseline.pair, moving)
      if (moving.isFixed) baseline.bin.push({ east: moving.east, north: moving.north, up: moving.up })
    }
  }

  /** Ends the last bin and the last day. */
  end(): void {
    this.#endBin()
    this.#endDay()
  }

  isPlaced(stationId: number): boolean {
    return this.#stations.has(stationId)
  }

  /** Pairs that gave no position, and whether because the coordinates are wrong. */
  unsolved(): { readonly pair: Pair; readonly isContradicted: boolean }[] {
    return this.#baselines.filter(({ isSolved }) => !isSolved)
  }

  minimumDetectable(stationId: number): MovementLimits | null {
    return this.#watches.get(stationId)?.minimumDetectable() ?? null
  }

  #turn(gpsMs: number): void {
    const bin = Math.floor(gpsMs / BIN_MS)
    if (bin !== this.#bin) this.#endBin()
    this.#bin = bin
    const day = new Date(utcFromGps(gpsMs)).toISOString().slice(0, 10)
    if (this.#day !== null && day !== this.#day) this.#endDay()
    this.#day = day
  }

  #endBin(): void {
    const measured = this.#baselines.flatMap((baseline) => {
      const { pair, bin, normal } = baseline
      if (bin.length < LEAST_BIN_EPOCHS) return []
      const one = this.#measured(pair, middle(bin), expectedError(normal))
      baseline.normal = withBin(normal, one.deviation)
      return [one]
    })
    for (const baseline of this.#baselines) baseline.bin = []
    const atMs = utcFromGps((this.#bin + 1) * BIN_MS)
    for (const [stationId, adjusted] of adjust(measured)) {
      let watch = this.#watches.get(stationId)
      if (!watch) {
        watch = new MovementWatch(this.#limits)
        this.#watches.set(stationId, watch)
      }
      const movement = watch.add(atMs, this.#localOf(stationId, adjusted.deviation))
      if (movement) this.#listener.onMovement(stationId, movement, adjusted)
    }
  }

  #endDay(): void {
    const day = this.#day
    if (day === null) return
    const baselines = this.#baselines.map(({ pair, day: own }) => ({ ...pair, ...own.result() }))
    const measured = baselines.flatMap((one) =>
      one.position && one.sigma ? [this.#measured(one, one.position, one.sigma.horizontal)] : [],
    )
    const stations = [...adjust(measured)].map(([stationId, adjusted]) => ({
      ...{ stationId, day, ...this.#fromReference(stationId, adjusted.deviation) },
      sigma: { horizontal: adjusted.sigma, vertical: verticalSigma(stationId, baselines) },
      ...{ baselines: adjusted.baselines, isAttributed: adjusted.isAttributed },
      ...{ epochs: this.#epochs.get(stationId) ?? 0, reference: this.#references.get(stationId)! },
      hours: (Math.max(...ofStation(stationId, baselines).map(({ fixed }) => fixed)) * this.#intervalMs) / HOUR_MS,
    }))
    this.#listener.onDay(day, baselines, stations)
    for (const baseline of this.#baselines) {
      baseline.day = new BaselineDay(this.#intervalMs)
      if (baseline.whole) baseline.whole = new BaselineSolver({ movementM: 0 })
    }
    this.#epochs.clear()
  }

  #measured({ a, b }: Pair, deviation: Local, sigma: number): MeasuredBaseline {
    return { a, b, deviation: fromLocal(deviation, geodeticOf(this.#stations.get(b)!.position)), sigma }
  }

  #localOf(stationId: number, deviation: Vector): Local {
    return localOf(deviation, geodeticOf(this.#stations.get(stationId)!.position))
  }

  #fromReference(stationId: number, { x, y, z }: Vector): Local {
    const antenna = this.#stations.get(stationId)!.position
    const reference = this.#references.get(stationId)!
    const moved = { x: antenna.x + x - reference.x, y: antenna.y + y - reference.y, z: antenna.z + z - reference.z }
    return localOf(moved, geodeticOf(reference))
  }
}

const ofStation = (stationId: number, baselines: readonly (Pair & DayOfBaseline)[]) =>
  baselines.filter(({ a, b, sigma }) => sigma !== null && (a === stationId || b === stationId))

function verticalSigma(stationId: number, baselines: readonly (Pair & DayOfBaseline)[]): number {
  const own = ofStation(stationId, baselines)
  return Math.sqrt(1 / own.reduce((sum, { sigma }) => sum + 1 / sigma!.vertical ** 2, 0))
}
