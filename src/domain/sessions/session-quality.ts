// Quality of a session as its user experienced it; `null` where not measured.

export interface SessionQuality {
  /** Age of the corrections that the rover's last GGA used. */
  readonly ageSeconds: number | null
  /** Median over the session's GGAs, at a resolution of half a second for normal ages. */
  readonly medianAgeSeconds: number | null
  readonly worstAgeSeconds: number | null
  /** From the rover's last reported position to its base. */
  readonly distanceKm: number | null
  /** Number of switches between bases or to the VRS engine; each makes the receiver reinitialize. */
  readonly baseChanges: number | null
  /** Number of pauses longer than `GAP_SECONDS`. */
  readonly gaps: number | null
  readonly longestGapSeconds: number | null
}

/** Picks these fields only. */
export const sessionQualityOf = (session: SessionQuality): SessionQuality => ({
  ageSeconds: session.ageSeconds,
  medianAgeSeconds: session.medianAgeSeconds,
  worstAgeSeconds: session.worstAgeSeconds,
  distanceKm: session.distanceKm,
  baseChanges: session.baseChanges,
  gaps: session.gaps,
  longestGapSeconds: session.longestGapSeconds,
})

/** Percentage of fixed positions; `null` if the rover sent none. */
export const fixedPctOf = ({
  positions,
  fixedPositions,
}: {
  positions: number
  fixedPositions: number
}): number | null => (positions === 0 ? null : Math.floor((100 * fixedPositions) / positions))

/** A longer pause counts as a gap, regardless of the base's usual interval. */
export const GAP_SECONDS = 5

/** Upper bounds of the histogram buckets, in seconds. */
const BOUNDS = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600]

/** Histogram of correction ages; uses a few hundred bytes regardless of the session's length. */
export class CorrectionAges {
  /** Age in the last GGA; `null` if the rover used no corrections. */
  last: number | null = null
  worst: number | null = null
  #count = 0
  readonly #counts: number[] = []

  /** Rounds to tenths of a second, the resolution that receivers report. */
  add(told: number | null): void {
    const seconds = told === null ? null : Math.round(10 * told) / 10
    this.last = seconds
    if (seconds === null) return
    this.worst = Math.max(this.worst ?? 0, seconds)
    this.#count += 1
    const place = placeOf(seconds)
    while (this.#counts.length <= place) this.#counts.push(0)
    this.#counts[place]! += 1
  }

  /** `null` if no age was reported. */
  get median(): number | null {
    if (this.worst === null) return null
    let below = 0
    const place = this.#counts.findIndex((count) => {
      below += count
      return 2 * below >= this.#count
    })
    return Math.min(BOUNDS[place] ?? this.worst, this.worst)
  }
}

function placeOf(seconds: number): number {
  const place = BOUNDS.findIndex((bound) => seconds <= bound)
  return place < 0 ? BOUNDS.length : place
}
