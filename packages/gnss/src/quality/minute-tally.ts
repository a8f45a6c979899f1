// Sums of the current minute.
import type { Vector } from '../vector.ts'
import { BANDS } from './bands.ts'
import type { BandDrop } from './interference.ts'
import type { BandMinute, QualityMinute } from './minute.ts'
import { Strengths } from './strengths.ts'

class BandTally {
  readonly strengths = new Strengths()
  tracked = 0
  expected = 0
  losses = 0
  halfCycles = 0
  satelliteMs = 0
  multipathSquares = 0
  multipathSamples = 0

  clear(): void {
    this.strengths.clear()
    this.tracked = this.expected = this.losses = this.halfCycles = this.satelliteMs = 0
    this.multipathSquares = this.multipathSamples = 0
  }
}

interface Tracked {
  /** dB-Hz; 0 if not sent. */
  readonly strength: number
  readonly isLost: boolean
  readonly isHalfCycle: boolean
  readonly milliseconds: number
}

interface MinuteEnd {
  readonly minuteMs: number
  readonly point: Vector | null
  readonly contradicting: number
  readonly dropOf: (band: number) => BandDrop | null
}

export class MinuteTally {
  readonly #bands = BANDS.map(() => new BandTally())
  epochs = 0
  #clockMs = Number.POSITIVE_INFINITY
  #missed = 0
  #tracked = 0
  #expected = 0
  #epochsWithOrbits = 0
  #below = 0

  addEpoch(missed: number, lateMs: number): void {
    this.epochs++
    this.#clockMs = Math.min(this.#clockMs, lateMs)
    this.#missed += missed
  }

  addSatellite(band: number, { strength, isLost, isHalfCycle, milliseconds }: Tracked): void {
    const tally = this.#bands[band]!
    tally.tracked++
    tally.satelliteMs += milliseconds
    if (isLost) tally.losses++
    if (isHalfCycle) tally.halfCycles++
    if (strength > 0) tally.strengths.add(strength)
  }

  addMultipath(band: number, metres: number): void {
    this.#bands[band]!.multipathSquares += metres * metres
    this.#bands[band]!.multipathSamples++
  }

  addTracked(satellites: number): void {
    this.#tracked += satellites
  }

  addExpected(satellites: number, bands: Float64Array, belowHorizon: number): void {
    this.#epochsWithOrbits++
    this.#expected += satellites
    this.#below = Math.max(this.#below, belowHorizon)
    for (const [band, expected] of bands.entries()) this.#bands[band]!.expected += expected
  }

  take({ minuteMs, point, contradicting, dropOf }: MinuteEnd): QualityMinute {
    // An expectation of a part of the minute cannot be compared with the satellites of the whole minute.
    const hasOrbits = this.#epochsWithOrbits === this.epochs
    const bands = this.#bands.flatMap((tally, band): BandMinute[] => {
      if (tally.tracked === 0 && !(hasOrbits && tally.expected > 0)) return []
      return [
        {
          band: BANDS[band]!,
          tracked: tally.tracked,
          expected: hasOrbits ? tally.expected : null,
          cn0Median: tally.strengths.quantile(0.5),
          cn0P10: tally.strengths.quantile(0.1),
          losses: tally.losses,
          halfCycles: tally.halfCycles,
          satelliteMs: tally.satelliteMs,
          multipathSquares: tally.multipathSquares,
          multipathSamples: tally.multipathSamples,
          drop: dropOf(band),
        },
      ]
    })
    const minute = {
      minuteMs,
      epochs: this.epochs,
      clockMs: this.#clockMs,
      missed: this.#missed,
      bands,
      tracked: this.#tracked,
      expected: hasOrbits ? this.#expected : null,
      belowHorizon: this.#below,
      point,
      contradicting,
    }
    for (const tally of this.#bands) tally.clear()
    this.epochs = this.#missed = this.#tracked = this.#expected = this.#epochsWithOrbits = this.#below = 0
    this.#clockMs = Number.POSITIVE_INFINITY
    return minute
  }
}
