// What of a station's stream a mountpoint could not give in its form, and left out.
import { DAY_MS } from '../../time/units.ts'

/** `LEFT_OUT` of @vertice/rtcm explains each. */
export const NOT_CONVERTED = [
  'malformed',
  'lower_level',
  'older_form',
  'no_older_form',
  'sent_twice',
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

/** What is told of one: of today, and so many days before. */
export const TOLD_DAYS = 7
export const NOT_CONVERTED_KEPT_MS = 61 * DAY_MS

/** Days are UTC's. */
export const toldFrom = (now: Date): Date => new Date(now.getTime() - (TOLD_DAYS - 1) * DAY_MS)
