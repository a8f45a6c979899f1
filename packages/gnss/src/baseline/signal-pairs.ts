// Chooses the signals of a baseline: for each constellation two bands, and in each band the code of either station.
import { CONSTELLATIONS, carrierHz, signalCode } from '@vertice/rtcm'
import { SIGNALS, type StationEpoch } from './station-epoch.ts'

const LIGHT = 299_792_458
/** Bands in the order of preference. */
const BANDS: Readonly<Record<string, readonly (readonly [first: string, second: string])[]>> = {
  GPS: [
    ['1', '2'],
    ['1', '5'],
  ],
  GAL: [
    ['1', '5'],
    ['1', '7'],
  ],
  BDS: [
    ['2', '6'],
    ['2', '7'],
    ['1', '5'],
  ],
}
/** Codes of one satellite signal, whose satellite biases are equal: P and W; the components of the civil signals. */
const PRECISE = 'PW'
/** A pair of unlike codes (C1C against C1W) has satellite biases that differ. It must have so many more satellites. */
const UNLIKE_SHARE = 0.6
const CHECKED_EVERY = 20
/** Another choice restarts the constellation's ambiguities: it must be clearly better. */
const BETTER = { factor: 1.5, satellites: 2 }

export interface SignalPair {
  /** Positions in the signal mask (DF395) at the first and the second station. */
  readonly a: number
  readonly b: number
}

export interface Choice {
  readonly constellation: number
  readonly first: SignalPair
  readonly second: SignalPair
  /** Hz. */
  readonly hz: readonly [first: number, second: number]
  /** Metres. */
  readonly wave: readonly [first: number, second: number]
  /** Whether both stations use the same codes. Otherwise each satellite adds biases of up to metres. */
  readonly isAlike: readonly [first: boolean, second: boolean]
  /** Names in antenna calibrations. */
  readonly frequencies: readonly [first: string, second: string]
  readonly wideWave: number
  /** Metres of ionosphere on each band per metre on the first. */
  readonly ionosphere: readonly [first: number, second: number]
}

export const USED_CONSTELLATIONS: readonly number[] = ['GPS', 'GAL', 'BDS'].map((name) =>
  CONSTELLATIONS.indexOf(name as never),
)
const BDS = CONSTELLATIONS.indexOf('BDS')
/** BeiDou satellites that are geostationary: their phases have little geometry and poor orbits. */
export const isUsed = (satellite: number): boolean => {
  const constellation = satellite >>> 6
  if (constellation !== BDS) return USED_CONSTELLATIONS.includes(constellation)
  const number = (satellite & 63) + 1
  return number > 5 && number < 59
}

export class SignalPairs {
  readonly #choices = new Map<number, { choice: Choice; age: number }>()

  /** `isNew` if the ambiguities of the constellation must start again. */
  choose(a: StationEpoch, b: StationEpoch, constellation: number): { choice: Choice; isNew: boolean } | null {
    const known = this.#choices.get(constellation)
    if (known && ++known.age % CHECKED_EVERY !== 0) return { choice: known.choice, isNew: false }
    const common = [...a.sights.keys()].filter((key) => key >>> 6 === constellation && b.sights.has(key) && isUsed(key))
    const best = bestOf(a, b, constellation, common)
    if (!best) return known ? { choice: known.choice, isNew: false } : null
    const now = known ? scoreOf(a, b, known.choice, common) : 0
    if (known && best.score < now * BETTER.factor + BETTER.satellites) return { choice: known.choice, isNew: false }
    this.#choices.set(constellation, { choice: best.choice, age: 0 })
    return { choice: best.choice, isNew: true }
  }
}

const hasPair = (a: StationEpoch, b: StationEpoch, satellite: number, pair: SignalPair) =>
  !Number.isNaN(a.phase(satellite, pair.a)) && !Number.isNaN(b.phase(satellite, pair.b))

const scoreOf = (a: StationEpoch, b: StationEpoch, { first, second }: Choice, common: readonly number[]) =>
  common.filter((key) => hasPair(a, b, key, first) && hasPair(a, b, key, second)).length

function bestOf(a: StationEpoch, b: StationEpoch, constellation: number, common: readonly number[]) {
  let best: { choice: Choice; score: number } | null = null
  for (const [firstBand, secondBand] of BANDS[CONSTELLATIONS[constellation]!] ?? []) {
    const first = bestPair(a, b, constellation, firstBand, common)
    const second = bestPair(a, b, constellation, secondBand, common)
    if (!first || !second) continue
    const choice = choiceOf(constellation, first, second)
    const score = scoreOf(a, b, choice, common)
    if (score > 0 && (!best || score > best.score * BETTER.factor)) best = { choice, score }
  }
  return best
}

function bestPair(
  a: StationEpoch,
  b: StationEpoch,
  constellation: number,
  band: string,
  common: readonly number[],
): SignalPair | null {
  const codes = Array.from({ length: SIGNALS }, (_, id) => ({ id, code: signalCode(constellation, id) })).filter(
    ({ code }) => code?.[0] === band,
  )
  let best: SignalPair | null = null
  let bestScore = 0
  for (const one of codes)
    for (const other of codes) {
      const pair = { a: one.id, b: other.id }
      const satellites = common.filter((key) => hasPair(a, b, key, pair)).length
      const score = satellites * (isAlike(one.code!, other.code!, constellation) ? 1 : UNLIKE_SHARE)
      if (score > bestScore) {
        best = pair
        bestScore = score
      }
    }
  return best
}

function isAlike(one: string, other: string, constellation: number): boolean {
  if (one === other) return true
  if (CONSTELLATIONS[constellation] !== 'GPS') return true
  const isCoarse = one === '1C' || other === '1C'
  return !isCoarse && PRECISE.includes(one[1]!) === PRECISE.includes(other[1]!)
}

const isPairAlike = (constellation: number, { a, b }: SignalPair) =>
  isAlike(signalCode(constellation, a)!, signalCode(constellation, b)!, constellation)

function choiceOf(constellation: number, first: SignalPair, second: SignalPair): Choice {
  const f1 = carrierHz(constellation, first.a, Number.NaN)
  const f2 = carrierHz(constellation, second.a, Number.NaN)
  return {
    constellation,
    first,
    second,
    hz: [f1, f2],
    wave: [LIGHT / f1, LIGHT / f2],
    isAlike: [isPairAlike(constellation, first), isPairAlike(constellation, second)],
    frequencies: [frequencyOf(constellation, first), frequencyOf(constellation, second)],
    wideWave: LIGHT / (f1 - f2),
    ionosphere: [1, (f1 / f2) ** 2],
  }
}

const LETTERS: Readonly<Record<string, string>> = { GPS: 'G', GAL: 'E', BDS: 'C' }

const frequencyOf = (constellation: number, { b }: SignalPair) =>
  `${LETTERS[CONSTELLATIONS[constellation]!]}0${signalCode(constellation, b)![0]}`
