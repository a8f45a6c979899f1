// Measures the quality of a station from its decoded epochs, minute by minute.
import {
  CONSTELLATIONS,
  carrierHz,
  type GlonassChannels,
  gpsFromUtc,
  HALF_CYCLE,
  LOSS_OF_LOCK,
  numberOf,
  type ObservationEpoch,
  satelliteName,
} from '@vertice/rtcm'
import { type Direction, directionOf } from '../ellipsoid.ts'
import type { EphemerisBook } from '../orbits/ephemeris-book.ts'
import { singlePoint } from '../position/single-point.ts'
import type { Vector } from '../vector.ts'
import { BANDS, bandIndex } from './bands.ts'
import { InterferenceWatch } from './interference.ts'
import { IntervalWatch } from './interval-watch.ts'
import type { QualityMinute, SkySatellite } from './minute.ts'
import { MinuteTally } from './minute-tally.ts'
import { Multipath, type PhaseAndRange } from './multipath.ts'
import type { SatellitesAt } from './satellites-at.ts'
import { SkyGrid } from './sky-grid.ts'
import { CELLS, type Transmissions } from './transmissions.ts'

const MINUTE_MS = 60_000
/** Satellites below are not counted: receivers leave them out, and their signals are weak and reflected. */
const MASK_DEGREES = 10
/** Refraction and the error of the time make this elevation certainly below the horizon. */
const BELOW_HORIZON_DEGREES = -3
/** All stations sample at the same instants, so that the positions of satellites are computed once. */
const SAMPLE_MS = 10_000
/** A satellite that was absent for longer has set and risen: its new lock is no loss. */
const SAME_PASS_MS = 60_000
const CONSTELLATION_KEPT_MS = 3_600_000
const CONTRADICTION_M = 100
const GLONASS = CONSTELLATIONS.indexOf('GLO')

export interface QualityMeterOptions {
  readonly onMinute: (minute: QualityMinute) => void
  readonly book: EphemerisBook
  readonly satellites: SatellitesAt
  readonly transmissions: Transmissions
  /** The GLONASS channels of the stream, for wavelengths. */
  readonly channels: GlonassChannels
  /** Where the antenna should be; `null` if unknown. */
  readonly near: Vector | null
}

export class QualityMeter {
  readonly #options: QualityMeterOptions
  /** Since it was last cleared by the caller. */
  readonly grid = new SkyGrid()
  readonly #multipath = new Multipath()
  readonly #interference = new InterferenceWatch(CELLS)
  readonly #interval = new IntervalWatch()
  readonly #tally = new MinuteTally()
  readonly #strength = new Float32Array(CELLS)
  readonly #flags = new Uint8Array(CELLS)
  readonly #epochOfCell = new Uint32Array(CELLS)
  readonly #seenMs = new Float64Array(CELLS).fill(Number.NaN)
  readonly #heardMs = new Float64Array(CONSTELLATIONS.length * BANDS.length).fill(Number.NaN)
  #directions: ReadonlyMap<number, Direction> = new Map()
  #sampledMs = Number.NaN
  #minuteMs = Number.NaN
  #epoch = 0
  #near: Vector | null
  #point: Vector | null = null
  #contradicting = 0
  #cells: number[] = []

  constructor(options: QualityMeterOptions) {
    this.#options = options
    this.#near = options.near
  }

  add(epoch: ObservationEpoch): void {
    const minuteMs = Math.floor(epoch.receivedMs / MINUTE_MS) * MINUTE_MS
    if (minuteMs !== this.#minuteMs) this.#begin(minuteMs)
    const { intervalMs, missed } = this.#interval.note(epoch.gpsMs)
    this.#collect(epoch)
    const isSample = Math.floor(epoch.gpsMs / SAMPLE_MS) !== Math.floor(this.#sampledMs / SAMPLE_MS)
    if (isSample) this.#sample(epoch)
    this.#breakArcs(epoch)
    if (isSample) this.#measureMultipath(epoch)
    this.#tally.addEpoch(missed, gpsFromUtc(epoch.receivedMs) - epoch.gpsMs)
    this.#count(epoch.gpsMs, intervalMs)
    this.#interference.note(this.#cells, this.#strength, epoch.gpsMs, epoch.receivedMs)
    for (const cell of this.#cells) this.#seenMs[cell] = epoch.gpsMs
  }

  /** Passes on the current minute. */
  flush(): void {
    this.#begin(Number.NaN)
  }

  /** Satellites above the horizon at the last sample: those that are tracked, and those that should be. */
  sky(): SkySatellite[] {
    return [...this.#directions].flatMap(([satellite, { azimuth, elevation }]) => {
      if (elevation < 0 || !this.#hears(satellite >>> 6)) return []
      const cn0 = this.#trackedStrength(satellite)
      return [{ satellite: satelliteName(satellite), azimuth, elevation, cn0: cn0 || null, isTracked: cn0 !== null }]
    })
  }

  #begin(minuteMs: number): void {
    if (this.#tally.epochs > 0)
      this.#options.onMinute(
        this.#tally.take({
          minuteMs: this.#minuteMs,
          point: this.#point,
          contradicting: this.#contradicting,
          dropOf: (band) => this.#interference.take(band),
        }),
      )
    this.#minuteMs = minuteMs
    this.#point = null
    this.#contradicting = 0
  }

  /** One cell per satellite and band, with the strongest of its signals. */
  #collect({ rows, satellite, signal, cnr, flags, gpsMs }: ObservationEpoch): void {
    this.#cells = []
    this.#epoch++
    for (let row = 0; row < rows; row++) {
      const key = satellite[row]!
      const band = bandIndex(key >>> 6, signal[row]!)
      if (band < 0) continue
      const cell = key * BANDS.length + band
      if (this.#epochOfCell[cell] === this.#epoch) {
        this.#strength[cell] = Math.max(this.#strength[cell]!, cnr[row]!)
        this.#flags[cell]! |= flags[row]!
        continue
      }
      this.#epochOfCell[cell] = this.#epoch
      this.#strength[cell] = cnr[row]!
      this.#flags[cell] = flags[row]!
      this.#cells.push(cell)
      this.#heardMs[(key >>> 6) * BANDS.length + band] = gpsMs
      this.#options.transmissions.note(key, band)
    }
  }

  /** Directions, the grid of the sky, and once a minute a position. */
  #sample(epoch: ObservationEpoch): void {
    this.#sampledMs = epoch.gpsMs
    const { satellites, book } = this.#options
    if (this.#point === null) {
      const found = singlePoint(epoch, book, this.#near ? { near: this.#near } : {})
      this.#point = found?.position ?? null
      if (found) this.#near = found.position
      this.#contradicting =
        found && found.rms > CONTRADICTION_M ? found.satellites.length : (found?.rejected.length ?? 0)
    }
    const receiver = this.#near
    if (receiver === null) return
    const states = satellites.states(Math.round(epoch.gpsMs / 1000) * 1000)
    this.#directions = new Map(Array.from(states, ([satellite, state]) => [satellite, directionOf(state, receiver)]))
    for (const [satellite, { azimuth, elevation }] of this.#directions)
      if (elevation >= 0 && this.#hears(satellite >>> 6))
        this.grid.add(azimuth, elevation, this.#trackedStrength(satellite))
    this.#multipath.forget(epoch.gpsMs - CONSTELLATION_KEPT_MS)
  }

  /** `null` if the satellite is not in the current epoch. */
  #trackedStrength(satellite: number): number | null {
    for (let band = 0; band < BANDS.length; band++) {
      const cell = satellite * BANDS.length + band
      if (this.#epochOfCell[cell] === this.#epoch) return this.#strength[cell]!
    }
    return null
  }

  #breakArcs({ rows, satellite, signal, flags }: ObservationEpoch): void {
    for (let row = 0; row < rows; row++)
      if (flags[row]! & LOSS_OF_LOCK) this.#multipath.break(satellite[row]!, signal[row]!)
  }

  #measureMultipath(epoch: ObservationEpoch): void {
    for (let row = 0; row < epoch.rows; row++) {
      const satellite = epoch.satellite[row]!
      const band = bandIndex(satellite >>> 6, epoch.signal[row]!)
      if (band < 0 || !this.#isAboveMask(satellite)) continue
      const other = partnerOf(epoch, row, band)
      if (other === null) continue
      const [one, two] = [this.#phaseAndRange(epoch, row), this.#phaseAndRange(epoch, other)]
      const metres = this.#multipath.add(satellite, one, two, epoch.gpsMs)
      if (metres !== null) this.#tally.addMultipath(band, metres)
    }
  }

  #phaseAndRange({ satellite, signal, phase, pseudorange }: ObservationEpoch, row: number): PhaseAndRange {
    const key = satellite[row]!
    const channel = key >>> 6 === GLONASS ? this.#options.channels.of(numberOf(key)) : Number.NaN
    const hz = carrierHz(key >>> 6, signal[row]!, channel)
    return { pseudorange: pseudorange[row]!, phase: phase[row]!, hz, signal: signal[row]! }
  }

  #count(gpsMs: number, intervalMs: number): void {
    const satellites = new Set<number>()
    for (const cell of this.#cells) {
      const satellite = Math.floor(cell / BANDS.length)
      if (!this.#isAboveMask(satellite)) continue
      satellites.add(satellite)
      const isLost = (this.#flags[cell]! & LOSS_OF_LOCK) !== 0 && gpsMs - this.#seenMs[cell]! <= SAME_PASS_MS
      this.#tally.addSatellite(cell % BANDS.length, {
        strength: this.#strength[cell]!,
        isLost,
        isHalfCycle: (this.#flags[cell]! & HALF_CYCLE) !== 0,
        milliseconds: intervalMs,
      })
    }
    this.#tally.addTracked(satellites.size)
    if (this.#directions.size > 0) this.#countExpected()
  }

  #countExpected(): void {
    const { transmissions } = this.#options
    let [expected, below] = [0, 0]
    const bands = new Float64Array(BANDS.length)
    for (const [satellite, { elevation }] of this.#directions) {
      if (elevation < BELOW_HORIZON_DEGREES && this.#trackedStrength(satellite) !== null) below++
      if (elevation < MASK_DEGREES || !this.#hears(satellite >>> 6)) continue
      expected++
      for (let band = 0; band < BANDS.length; band++)
        if (transmissions.has(satellite, band) && this.#hearsBand(satellite >>> 6, band)) bands[band]!++
    }
    this.#tally.addExpected(expected, bands, below)
  }

  /** True if the direction is unknown. */
  #isAboveMask(satellite: number): boolean {
    return (this.#directions.get(satellite)?.elevation ?? MASK_DEGREES) >= MASK_DEGREES
  }

  #hears(constellation: number): boolean {
    for (let band = 0; band < BANDS.length; band++) if (this.#hearsBand(constellation, band)) return true
    return false
  }

  #hearsBand(constellation: number, band: number): boolean {
    return this.#sampledMs - this.#heardMs[constellation * BANDS.length + band]! < CONSTELLATION_KEPT_MS
  }
}

/** The first signal of the same satellite in another band that has a phase. */
function partnerOf(epoch: ObservationEpoch, row: number, band: number): number | null {
  const key = epoch.satellite[row]!
  for (let other = 0; other < epoch.rows; other++) {
    if (epoch.satellite[other] !== key || Number.isNaN(epoch.phase[other]!)) continue
    if (bandIndex(key >>> 6, epoch.signal[other]!) !== band) return other
  }
  return null
}
