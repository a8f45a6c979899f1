// What is known of one satellite on a baseline while neither station loses lock: its wide lane and its integers.
import type { Choice } from './signal-pairs.ts'
import type { StationEpoch } from './station-epoch.ts'

/** A change of the ionosphere's part between two epochs that no atmosphere explains: metres. */
const SLIP_M = 0.04
/** More than this between the wide lane of an epoch and its mean is a slip: cycles, and multiples of the scatter. */
const WIDE_SLIP = { cycles: 1.2, sigmas: 5 }
const GAP_MS = 125_000
/** The code's multipath is the same for about this long, so that more epochs add nothing. */
const CORRELATED_MS = 60_000
/** Scatter of a wide lane before it is measured: cycles. */
const WIDE_SIGMA = 0.35
const MEASURED_FROM = 10

/** Differences between the stations, second minus first. */
export interface Difference {
  readonly satellite: number
  readonly choice: Choice
  /** Metres without ionosphere, minus what is predicted. */
  readonly code: number
  readonly phase: number
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
  const { first, second, hz, wave, wideWave } = choice
  const code1 = b.code(satellite, first.b) - a.code(satellite, first.a)
  const code2 = b.code(satellite, second.b) - a.code(satellite, second.a)
  const cycles1 = b.phase(satellite, first.b) - a.phase(satellite, first.a)
  const cycles2 = b.phase(satellite, second.b) - a.phase(satellite, second.a)
  if (Number.isNaN(code1 + code2 + cycles1 + cycles2)) return null
  const [phase1, phase2] = [cycles1 * wave[0], cycles2 * wave[1]]
  const share = hz[0] ** 2 / (hz[0] ** 2 - hz[1] ** 2)
  const predicted = far.predicted - near.predicted
  return {
    satellite,
    choice,
    code: share * code1 - (share - 1) * code2 - predicted,
    phase: share * phase1 - (share - 1) * phase2 - predicted,
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
  /** Index of the ambiguity in the filter. */
  state: number
  /** Cycles against the datum of the constellation; `null` if not known. */
  wide: number | null = null
  narrow: number | null = null
  narrowSinceMs = 0
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

  get wideMean(): number {
    return this.#mean
  }

  /** Expected error of the mean: cycles. */
  get wideSigma(): number {
    const scatter = this.#count < MEASURED_FROM ? WIDE_SIGMA : Math.max(0.1, Math.sqrt(this.#squares / this.#count))
    return scatter / Math.sqrt(Math.max(1, Math.min(this.#count, (this.seenMs - this.startMs) / CORRELATED_MS)))
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
    this.wide = null
    this.narrow = null
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
