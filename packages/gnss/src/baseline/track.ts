// What is known of one satellite on a baseline while neither station loses lock: its integers, and whether its phases
// are continuous.
import type { Choice } from './signal-pairs.ts'
import type { StationEpoch } from './station-epoch.ts'

/** A change of the ionosphere's part between two epochs that no atmosphere explains: metres. */
const SLIP_M = 0.04
/** More than this between the wide lane of an epoch and its mean is a slip: cycles, and multiples of the scatter. */
const WIDE_SLIP = { cycles: 1.2, sigmas: 5 }
const GAP_MS = 125_000
const MEASURED_FROM = 10

/** Differences between the stations, second minus first. */
export interface Difference {
  readonly satellite: number
  readonly choice: Choice
  /** Metres of both bands, minus what is predicted. */
  readonly code: readonly [first: number, second: number]
  readonly phase: readonly [first: number, second: number]
  /** Cycles: Melbourne–Wübbena. */
  readonly wide: number
  /** Metres: first phase minus second. */
  readonly ionosphere: number
  readonly losses: number
  readonly elevation: number
  readonly direction: readonly [number, number, number]
  readonly wetMapping: number
}

/** `null` if either station lacks an observation. */
export function differenceOf(a: StationEpoch, b: StationEpoch, satellite: number, choice: Choice): Difference | null {
  const [near, far] = [a.sights.get(satellite), b.sights.get(satellite)]
  if (!near || !far) return null
  const { first, second, hz, wave, wideWave, frequencies } = choice
  const code1 = b.code(satellite, first.b) - a.code(satellite, first.a)
  const code2 = b.code(satellite, second.b) - a.code(satellite, second.a)
  const cycles1 = b.phase(satellite, first.b) - a.phase(satellite, first.a)
  const cycles2 = b.phase(satellite, second.b) - a.phase(satellite, second.a)
  if (Number.isNaN(code1 + code2 + cycles1 + cycles2)) return null
  const [phase1, phase2] = [cycles1 * wave[0], cycles2 * wave[1]]
  const geometry = far.predicted - near.predicted
  // With one antenna only, its calibration would be an error of the height.
  const isCalibrated = a.isCalibrated && b.isCalibrated
  const predicted = frequencies.map((frequency) =>
    isCalibrated ? geometry + b.antennaShift(far, frequency) - a.antennaShift(near, frequency) : geometry,
  ) as [number, number]
  return {
    satellite,
    choice,
    code: [code1 - predicted[0], code2 - predicted[1]],
    phase: [phase1 - predicted[0], phase2 - predicted[1]],
    wide: cycles1 - cycles2 - (hz[0] * code1 + hz[1] * code2) / (hz[0] + hz[1]) / wideWave,
    ionosphere: phase1 - phase2,
    losses:
      a.losses(satellite, first.a) +
      a.losses(satellite, second.a) +
      b.losses(satellite, first.b) +
      b.losses(satellite, second.b),
    elevation: Math.min(near.elevation, far.elevation),
    direction: far.direction,
    wetMapping: (near.wetMapping + far.wetMapping) / 2,
  }
}

export class Track {
  /** Index of the first of its states in the filter: the ambiguities of both bands, and the ionosphere. */
  state: number
  /** Cycles in both bands against the datum of the constellation; `null` if not known. */
  integers: readonly [first: number, second: number] | null = null
  integersSinceMs = 0
  isHeld = false
  conflicts = 0
  elevation = 0
  seenMs = Number.NaN
  startMs = Number.NaN
  #losses = -1
  #ionosphere = 0
  #mean = 0
  #squares = 0
  #count = 0

  constructor(state: number) {
    this.state = state
  }

  get ageMs(): number {
    return this.seenMs - this.startMs
  }

  /** Whether the phases since the last epoch are not continuous. */
  isBroken(difference: Difference, gpsMs: number): boolean {
    if (Number.isNaN(this.seenMs)) return false
    const apartMs = gpsMs - this.seenMs
    if (apartMs > GAP_MS || apartMs < 0 || difference.losses !== this.#losses) return true
    if (Math.abs(difference.ionosphere - this.#ionosphere) > SLIP_M) return true
    if (this.#count < MEASURED_FROM) return false
    const limit = Math.max(WIDE_SLIP.cycles, WIDE_SLIP.sigmas * Math.sqrt(this.#squares / this.#count))
    return Math.abs(difference.wide - this.#mean) > limit
  }

  restart(): void {
    this.integers = null
    this.isHeld = false
    this.conflicts = 0
    this.startMs = Number.NaN
    this.seenMs = Number.NaN
    this.#mean = this.#squares = this.#count = 0
  }

  add(difference: Difference, gpsMs: number): void {
    if (Number.isNaN(this.startMs)) this.startMs = gpsMs
    this.seenMs = gpsMs
    this.elevation = difference.elevation
    this.#losses = difference.losses
    this.#ionosphere = difference.ionosphere
    this.#count++
    const apart = difference.wide - this.#mean
    this.#mean += apart / this.#count
    this.#squares += apart * (difference.wide - this.#mean)
  }
}
