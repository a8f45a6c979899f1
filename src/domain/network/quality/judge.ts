// The verdict on a station: compares what was measured with the limits. Pure; the time is an argument.
import { type Band, LONGEST_DROP_MS } from '@vertice/gnss'
import type { Station } from '../../stations/station.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time/units.ts'
import {
  inOrder,
  type LimitedCode,
  levelOf,
  limitOf,
  type REASONS,
  type Reason,
  type Verdict,
  verdictOf,
} from './reason.ts'

/** Minutes that a verdict looks at. */
export const JUDGED_MINUTES = 15
/** A drop that was not confirmed by a newer minute is over. */
export const DROP_SEEN_MS = 3 * MINUTE_MS
/** The sky of a day changes slowly, and reading it is the most expensive part. */
export const SKY_EVERY_MS = 10 * MINUTE_MS
/** Days that a value is compared with. The last day is left out, so that a lasting fault does not become usual. */
const USUAL_DAYS = 14
export const LEAST_USUAL_HOURS = 18
/** Fewer measured minutes give no verdict. */
const LEAST_MINUTES = 5
/** Positions that the median of an hour needs. */
const LEAST_POINTS = 20
/** Part of the sky that must be known before it is judged. */
const LEAST_KNOWN_SKY = 0.3
/** Multipath and losses need some data before they mean something. */
const LEAST_MULTIPATH_SAMPLES = 100
const LEAST_SATELLITE_HOURS = 1
/** At 10 s between epochs, a single one is more than a percent of the judged minutes. */
const LEAST_MISSED = 3
/** C/N0 of a band is near its fallen value if it is this share of the fall below the usual one. */
const FALLEN_SHARE = 0.5
/** Minutes in a row that may be better without ending the fall. */
const RECOVERED_MINUTES = 10

/** The time whose means are usual at that instant. */
export const usualTime = (at: Date) => ({
  since: new Date(at.getTime() - USUAL_DAYS * DAY_MS),
  until: new Date(at.getTime() - DAY_MS),
})

/** Streams that are pulled on request are measured only while a rover uses them. */
export const isJudged = ({ isRtcm, upstream }: Pick<Station, 'isRtcm' | 'upstream'>) => isRtcm && !upstream

/** Sums over the judged minutes. */
export interface BandSums {
  readonly band: Band
  readonly tracked: number
  readonly cn0Median: number | null
  readonly losses: number
  readonly halfCycles: number
  readonly satelliteHours: number
  /** Metres, RMS; `null` without samples. */
  readonly multipathM: number | null
  readonly multipathSamples: number
  /** dB-Hz, mean of the days before; `null` without a full day. */
  readonly usualCn0: number | null
  /** Satellites that the band had in the days before; `null` without a full day. */
  readonly usualSatellites: number | null
}

export interface BandDropNow {
  readonly band: Band
  readonly since: Date
  /** `null` while it lasts. Those of the judged minutes are included. */
  readonly endedAt: Date | null
  readonly dropDb: number
}

export interface StationMeasures {
  /** Measured minutes of the judged ones. */
  readonly minutes: number
  readonly epochs: number
  readonly missed: number
  readonly tracked: number
  /** `null` without ephemerides. */
  readonly expected: number | null
  readonly belowHorizon: number
  readonly contradicting: number
  /** From the instant of an epoch to its arrival, at best; `null` if unknown. */
  readonly clockMs: number | null
  readonly bands: readonly BandSums[]
  /** Distance from the registered position: median of an hour; `null` if unknown or not comparable. */
  readonly point: { readonly horizontalM: number; readonly points: number } | null
  /** Obstructed share of the sky in the last 24 hours, and the share that is known. */
  readonly sky: { readonly share: number; readonly knownShare: number } | null
  readonly drops: readonly BandDropNow[]
  readonly antennas: { readonly announced: string; readonly recorded: string | null; readonly since: Date } | null
  /** Newest first, one per minute: the C/N0 medians of the bands for which one is needed. */
  readonly cn0Minutes: (band: Band) => readonly { readonly at: Date; readonly cn0Median: number }[]
}

export interface Judgement {
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

/** `before`: the reasons of the previous judgement, which keep their start and end with hysteresis. */
export function judge(measures: StationMeasures, before: readonly Reason[], now: Date): Judgement {
  const judgement = new Reasons(before, now)
  if (measures.minutes < LEAST_MINUTES) {
    judgement.unknown('not_measured')
    return judgement.result()
  }
  judgeStation(judgement, measures)
  const disturbed = new Set(measures.drops.filter(isInterference).map(({ band }) => band))
  for (const band of measures.bands) judgeBand(judgement, band, measures, disturbed.has(band.band))
  for (const { band, since, dropDb, endedAt } of measures.drops)
    if (endedAt === null) judgement.compare('interference', dropDb, { band, since })
  if (measures.expected === null) judgement.unknown('no_orbits')
  if (measures.bands.every(({ cn0Median }) => cn0Median === null)) judgement.unknown('strength_unknown')
  return judgement.result()
}

/** A drop that did not recover in time is a fault of the station, and its values count. */
const isInterference = ({ since, endedAt }: BandDropNow) =>
  endedAt === null || endedAt.getTime() - since.getTime() < LONGEST_DROP_MS - MINUTE_MS

function judgeStation(judgement: Reasons, measures: StationMeasures): void {
  const { point, expected, tracked, sky, epochs, missed, antennas, clockMs } = measures
  if (clockMs !== null) judgement.compare('clock_wrong', Math.abs(clockMs) / SECOND_MS)
  if (point && point.points >= LEAST_POINTS)
    judgement.compare('coordinates_wrong', point.horizontalM, { windowMs: HOUR_MS })
  judgement.compare('below_horizon', measures.belowHorizon)
  judgement.compare('ranges_contradict', measures.contradicting)
  if (expected) judgement.compare('satellites_missing', Math.min(100, (100 * tracked) / expected))
  if (sky && sky.knownShare >= LEAST_KNOWN_SKY) judgement.compare('sky_obstructed', 100 * sky.share, { windowMs: 0 })
  if (missed >= LEAST_MISSED) judgement.compare('gaps', (100 * missed) / (epochs + missed))
  if (antennas) judgement.antennas(antennas)
}

/** `isDisturbed`: the signals of the band were or are weak because of interference, which is reported itself. */
function judgeBand(judgement: Reasons, sums: BandSums, { cn0Minutes }: StationMeasures, isDisturbed: boolean): void {
  const { band, tracked, cn0Median, usualCn0, usualSatellites, multipathM } = sums
  if (usualSatellites !== null && usualSatellites >= 2) judgement.compare('band_lost', tracked, { band })
  if (tracked === 0 || isDisturbed) return
  if (cn0Median !== null) judgement.compare('cn0_low', cn0Median, { band })
  if (cn0Median !== null && usualCn0 !== null) {
    const fall = usualCn0 - cn0Median
    const since = () => fallenSince(cn0Minutes(band), usualCn0 - FALLEN_SHARE * fall)
    judgement.compare('cn0_fell', fall, { band, since })
  }
  if (sums.satelliteHours >= LEAST_SATELLITE_HOURS)
    judgement.compare('losses_of_lock', sums.losses / sums.satelliteHours, { band })
  if (multipathM !== null && sums.multipathSamples >= LEAST_MULTIPATH_SAMPLES)
    judgement.compare('multipath', multipathM, { band })
  judgement.compare('half_cycles', (100 * sums.halfCycles) / tracked, { band })
}

/** When the values fell below the threshold: the oldest of the minutes that are low, without a longer recovery. */
function fallenSince(
  minutes: readonly { readonly at: Date; readonly cn0Median: number }[],
  threshold: number,
): Date | null {
  let since: Date | null = null
  let better = 0
  for (const { at, cn0Median } of minutes) {
    if (cn0Median > threshold) better++
    else {
      better = 0
      since = at
    }
    if (better > RECOVERED_MINUTES) break
  }
  return since
}

interface About {
  readonly band?: Band
  /** If omitted, the start of the judged time. */
  readonly since?: Date | (() => Date | null)
  readonly windowMs?: number
}

class Reasons {
  readonly #before: readonly Reason[]
  readonly #now: Date
  readonly #reasons: Reason[] = []

  constructor(before: readonly Reason[], now: Date) {
    this.#before = before
    this.#now = now
  }

  compare(code: LimitedCode, value: number, about: About = {}): void {
    const { band = null } = about
    const before = this.#before.find((one) => one.code === code && one.band === band)
    const level = levelOf(code, value, before?.level ?? null)
    if (level === null) return
    const since = before?.since ?? this.#sinceOf(about)
    this.#reasons.push({ code, level, band, value, limit: limitOf(code, level), since })
  }

  unknown(code: Extract<keyof typeof REASONS, 'no_orbits' | 'strength_unknown' | 'not_measured'>): void {
    const since = this.#before.find((one) => one.code === code)?.since ?? this.#now
    this.#reasons.push({ code, level: 'unknown', band: null, value: null, limit: null, since })
  }

  antennas({ since, ...antennas }: NonNullable<StationMeasures['antennas']>): void {
    const empty = { band: null, value: null, limit: null }
    this.#reasons.push({ code: 'antenna_differs', level: 'attention', ...empty, since, antennas })
  }

  result(): Judgement {
    return { verdict: verdictOf(this.#reasons), reasons: inOrder(this.#reasons) }
  }

  #sinceOf({ since, windowMs = JUDGED_MINUTES * MINUTE_MS }: About): Date {
    const known = typeof since === 'function' ? since() : since
    return known ?? new Date(this.#now.getTime() - windowMs)
  }
}
