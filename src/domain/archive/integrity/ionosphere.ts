// The ionospheric index: the 95th percentile of the differential ionosphere of all baselines in an hour, in ppm.

const STEP_PPM = 0.25
/** Larger values count as 25 ppm. */
const STEPS = 100
const PERCENTILE = 0.95
/** The noise of a phase is 1 cm: on shorter baselines it would be more than 1 ppm. */
export const LEAST_KM = 10
/** Fewer values say nothing about an hour. */
const LEAST_VALUES = 200

export const IONOSPHERE_CLASSES = ['low', 'medium', 'high', 'very_high'] as const
export type IonosphereClass = (typeof IONOSPHERE_CLASSES)[number]

export interface IonosphereIndex {
  readonly ppm: number
  readonly class: IonosphereClass
  /** End of the hour. */
  readonly at: Date
}

export const classOf = (ppm: number): IonosphereClass =>
  ppm < 2 ? 'low' : ppm < 4 ? 'medium' : ppm < 8 ? 'high' : 'very_high'

/** Counts the values of a baseline by steps of 0.25 ppm. */
export class IonosphereTally {
  readonly #km: number
  #counts: number[] | null = null

  constructor(km: number) {
    this.#km = km
  }

  /** Metres of differential delay. */
  add(delays: readonly number[]): void {
    if (this.#km < LEAST_KM || delays.length === 0) return
    this.#counts ??= Array.from({ length: STEPS }, () => 0)
    for (const delay of delays) {
      const ppm = (Math.abs(delay) * 1000) / this.#km
      this.#counts[Math.min(STEPS - 1, Math.floor(ppm / STEP_PPM))]!++
    }
  }

  /** `null` if nothing was added since the last call. */
  take(): number[] | null {
    const counts = this.#counts
    this.#counts = null
    return counts
  }
}

/** `null` if too little was measured. */
export function indexOf(tallies: readonly (readonly number[])[]): number | null {
  const sums = Array.from({ length: STEPS }, (_, step) => tallies.reduce((sum, counts) => sum + (counts[step] ?? 0), 0))
  const total = sums.reduce((sum, count) => sum + count, 0)
  if (total < LEAST_VALUES) return null
  let seen = 0
  const step = sums.findIndex((count) => {
    seen += count
    return seen >= PERCENTILE * total
  })
  return (step + 1) * STEP_PPM
}
