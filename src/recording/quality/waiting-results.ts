// Results that wait to be sent to the caster, which takes them in small parts: receiving the minutes of 100 stations in
// one message blocked its event loop for 6 ms.
import type { SolvedBaselines } from '../../domain/archive/integrity/live.ts'
import type { Measured } from './station-meters.ts'

/** Each takes the caster 0.3 ms to receive, and as long to write. */
const MINUTES = 10
const SKY_PARTS = 10
const BINS = 100
/** The caster takes four parts per second. Larger parts, so that the minutes of 5,000 stations are sent within a minute. */
const LEAST_SHARE = 1 / 60

export interface Part {
  /** `null` if no minute ended. */
  readonly measured: Measured | null
  /** `null` if no five minutes ended. */
  readonly solved: SolvedBaselines | null
}

export class WaitingResults {
  readonly #minutes: Measured['minutes'][number][] = []
  readonly #skyParts: Measured['skyParts'][number][] = []
  readonly #solved: SolvedBaselines[] = []

  add({ minutes, skyParts }: Measured, solved: SolvedBaselines | null): void {
    this.#minutes.push(...minutes)
    this.#skyParts.push(...skyParts)
    if (solved) this.#solved.push(...partsOf(solved))
  }

  next(): Part {
    const measured = { minutes: take(this.#minutes, MINUTES), skyParts: take(this.#skyParts, SKY_PARTS) }
    const isEmpty = measured.minutes.length === 0 && measured.skyParts.length === 0
    return { measured: isEmpty ? null : measured, solved: this.#solved.shift() ?? null }
  }
}

/** Removes the first ones. */
const take = <One>(waiting: One[], usual: number): One[] =>
  waiting.splice(0, Math.max(usual, Math.ceil(waiting.length * LEAST_SHARE)))

function partsOf({ bins, days, antennas }: SolvedBaselines): SolvedBaselines[] {
  const most = Math.max(bins.length, days.length, antennas.length)
  return Array.from({ length: Math.ceil(most / BINS) }, (_, part) => {
    const [from, to] = [part * BINS, (part + 1) * BINS]
    return { bins: bins.slice(from, to), days: days.slice(from, to), antennas: antennas.slice(from, to) }
  })
}
