// Why a station's data is not good: codes with their limits, in the order of importance.
import type { Band } from '@vertice/gnss'

export const VERDICTS = ['unknown', 'good', 'attention', 'bad'] as const
export type Verdict = (typeof VERDICTS)[number]
export type ReasonLevel = Exclude<Verdict, 'good'>

interface Limit {
  /** Beyond the limit is above it unless `isLeast`. */
  readonly isLeast?: boolean
  readonly attention: number
  /** `null`: never bad. */
  readonly bad: number | null
}

/**
 * Most important first: what makes corrections wrong, then what stops them, then what makes them worse. Units are in
 * the comments; `null` has no value.
 */
export const REASONS = {
  /** Seconds between an epoch's time and its arrival. A delayed connection of a working station is below. */
  clock_wrong: { attention: 10, bad: 60 },
  /** Metres between the single-point position and the registered one. The position is good to 3 m. */
  coordinates_wrong: { attention: 5, bad: 20 },
  /** dB by which most satellites of a band fell at once. */
  interference: { attention: 5, bad: 5 },
  /** Satellites that are received although they are below the horizon. */
  below_horizon: { attention: 2, bad: 2 },
  /** Satellites whose ranges contradict the others. */
  ranges_contradict: { attention: 3, bad: 5 },
  /** Satellites of a band that had satellites until yesterday. */
  band_lost: { isLeast: true, attention: 0.5, bad: 0.5 },
  /** dB-Hz below the median of the days before. */
  cn0_fell: { attention: 3, bad: 6 },
  /** dB-Hz, median. */
  cn0_low: { isLeast: true, attention: 36, bad: 30 },
  /** Percent of the satellites that should be received. */
  satellites_missing: { isLeast: true, attention: 85, bad: 60 },
  /** Per satellite and hour. */
  losses_of_lock: { attention: 4, bad: 15 },
  /** Percent of the sky above 10 degrees. */
  sky_obstructed: { attention: 15, bad: 35 },
  /** Metres, RMS. */
  multipath: { attention: 0.7, bad: 1.5 },
  /** Percent of the phases. */
  half_cycles: { attention: 10, bad: 50 },
  /** Percent of the epochs. */
  gaps: { attention: 1, bad: 10 },
  /** The stream announces another antenna than the recorded one. */
  antenna_differs: null,
  /** No ephemerides: directions, obstructions and the position cannot be checked. */
  no_orbits: null,
  /** The stream has no C/N0. */
  strength_unknown: null,
  /** No observations were measured lately. */
  not_measured: null,
} as const satisfies Record<string, Limit | null>

export type ReasonCode = keyof typeof REASONS
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[]
export type LimitedCode = { [Code in ReasonCode]: (typeof REASONS)[Code] extends null ? never : Code }[ReasonCode]

export interface Reason {
  readonly code: ReasonCode
  readonly level: ReasonLevel
  /** `null` if the reason concerns the station. */
  readonly band: Band | null
  readonly value: number | null
  readonly limit: number | null
  readonly since: Date
  /** Set for the code `antenna_differs`. */
  readonly antennas?: { readonly announced: string; readonly recorded: string | null }
}

/** A reason that holds ends only when its value is better than the limit by this share: values near it do not flap. */
const EASED = 0.15

/** The level of a value, or `null` if it is within the limits. `before`: the level until now. */
export function levelOf(code: LimitedCode, value: number, before: ReasonLevel | null): ReasonLevel | null {
  const { attention, bad, isLeast = false }: Limit = REASONS[code]
  const isBeyond = (limit: number, holds: boolean) => {
    const eased = holds ? limit * (isLeast ? 1 + EASED : 1 - EASED) : limit
    return isLeast ? value < eased : value >= eased
  }
  if (bad !== null && isBeyond(bad, before === 'bad')) return 'bad'
  return isBeyond(attention, before === 'attention' || before === 'bad') ? 'attention' : null
}

export const limitOf = (code: LimitedCode, level: ReasonLevel): number => {
  const { attention, bad }: Limit = REASONS[code]
  return level === 'bad' && bad !== null ? bad : attention
}

const RANK: Readonly<Record<ReasonLevel, number>> = { bad: 0, attention: 1, unknown: 2 }

export const inOrder = (reasons: readonly Reason[]): Reason[] =>
  reasons.toSorted(
    (one, other) =>
      RANK[one.level] - RANK[other.level] || REASON_CODES.indexOf(one.code) - REASON_CODES.indexOf(other.code),
  )

export interface JudgedDay {
  /** As 2026-11-12, in Mexico's central time. */
  readonly day: string
  /** The worst verdict of the day. */
  readonly verdict: Exclude<Verdict, 'unknown'>
  /** What made it so, each once, the first to appear first. */
  readonly reasons: readonly ReasonCode[]
}

/** The worst level. What cannot be checked is not good, but does not hide what was found. */
export function verdictOf(reasons: readonly Reason[]): Verdict {
  const levels = reasons.map(({ level }) => level)
  for (const level of ['bad', 'attention', 'unknown'] as const) if (levels.includes(level)) return level
  return 'good'
}

/** What needs attention most comes first: the worst verdict, then the most important reason. */
export function byNeed(one: Judged, other: Judged): number {
  return (
    VERDICTS_BY_NEED.indexOf(one.verdict) - VERDICTS_BY_NEED.indexOf(other.verdict) ||
    importance(one) - importance(other) ||
    one.code.localeCompare(other.code)
  )
}

interface Judged {
  readonly code: string
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

export const VERDICTS_BY_NEED: readonly Verdict[] = ['bad', 'attention', 'unknown', 'good']
const importance = ({ reasons: [first] }: Judged) => (first ? REASON_CODES.indexOf(first.code) : REASON_CODES.length)

/** As stored: times are ISO 8601. */
export type ReasonRow = Omit<Reason, 'since'> & { readonly since: string }
export const reasonFrom = ({ since, ...reason }: ReasonRow): Reason => ({ ...reason, since: new Date(since) })
