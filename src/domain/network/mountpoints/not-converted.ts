// Messages of a station's stream that a derived mountpoint dropped because they cannot be converted to its format.
import { DAY_MS } from '../../time/units.ts'

/** `LEFT_OUT` of @vertice/rtcm explains the reasons. */
export const NOT_CONVERTED = [
  'malformed',
  'lower_level',
  'older_form',
  'no_older_form',
  'sent_twice',
  'other_frame',
  'no_first_frequency',
  'no_number',
  'too_many',
  'no_place',
  'half_cycle',
  'out_of_range',
] as const
export type WhyNotConverted = (typeof NOT_CONVERTED)[number]

export interface NotConverted {
  readonly mountpointId: number
  readonly reason: WhyNotConverted
  readonly times: number
}

/** Days shown, including today. */
export const REPORTED_DAYS = 7
export const NOT_CONVERTED_KEPT_MS = 61 * DAY_MS

/** Days are UTC days. */
export const firstReportedDay = (now: Date): Date => new Date(now.getTime() - (REPORTED_DAYS - 1) * DAY_MS)
