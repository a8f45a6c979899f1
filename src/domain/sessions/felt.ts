// What a session felt like to whoever worked with it. Null where nobody measured.

export interface Felt {
  /** Seconds, of the corrections that the rover's last GGA worked with. */
  readonly ageSeconds: number | null
  /** Over the session: half of its GGAs told less. To half a second where corrections are as fresh as they should be. */
  readonly medianAgeSeconds: number | null
  readonly worstAgeSeconds: number | null
  /** From where the rover last said to be to the base whose stream it gets. */
  readonly distanceKm: number | null
  /** How often it got another base's stream than before, or the VRS engine's: receivers begin anew. */
  readonly baseChanges: number | null
  /** How often nothing came for long. */
  readonly gaps: number | null
  readonly longestGapSeconds: number | null
}

/** These and nothing else of what has more. */
export const feltOf = (session: Felt): Felt => ({
  ageSeconds: session.ageSeconds,
  medianAgeSeconds: session.medianAgeSeconds,
  worstAgeSeconds: session.worstAgeSeconds,
  distanceKm: session.distanceKm,
  baseChanges: session.baseChanges,
  gaps: session.gaps,
  longestGapSeconds: session.longestGapSeconds,
})

/** Of its positions, in whole percents; null: it sent none. */
export const fixedPctOf = ({
  positions,
  fixedPositions,
}: {
  positions: number
  fixedPositions: number
}): number | null => (positions === 0 ? null : Math.floor((100 * fixedPositions) / positions))

/** Nothing for so long is a gap, whatever a base's usual pauses. */
export const GAP_SECONDS = 5

/** Upper bounds of what is counted together. */
const BOUNDS = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600]

/** How old a rover's corrections were, in a few hundred bytes however long its session lasts. */
export class CorrectionAges {
  /** Of the last GGA; null: it worked without corrections. */
  last: number | null = null
  worst: number | null = null
  #count = 0
  readonly #counts: number[] = []

  /** In tenths, as receivers tell it. */
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

  /** Null: none was ever told. */
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
