// Counts what a converter omits, by reason: unwanted by the settings, or not convertible.

/** Messages that the settings exclude. */
export const UNWANTED = ['type', 'constellation', 'instant'] as const
export type Unwanted = (typeof UNWANTED)[number]

export const LEFT_OUT = [
  // Messages
  /** Its masks, length or time are invalid. */
  'malformed',
  /** MSM1 to 3 as 1004 or 1012: the whole milliseconds are missing. */
  'lower_level',
  /** 1001, 1003, 1009 and 1011 as MSM4: pseudoranges are ambiguous by a millisecond. */
  'older_form',
  /** The constellation has no legacy message. */
  'no_older_form',
  /** The station sends observations in two forms: MSM4 and MSM5 use its MSM, others the form that arrives first. */
  'sent_twice',
  /** A position, or a transformation of positions, beside a position that is announced in another reference frame. */
  'other_frame',
  // Satellites, to or from 1004 and 1012
  'no_first_frequency',
  'no_number',
  'too_many',
  // Signals of a satellite
  /** 1004 and 1012 have one signal per frequency, and only L1 and L2. Reserved codes of 1012 have no MSM signal. */
  'no_place',
  /** Phases with an unresolved half cycle: 1004 and 1012 have no field for it. */
  'half_cycle',
  // Values
  /** The value does not fit its field and is sent as "not available". */
  'out_of_range',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** Counters since the converter was created. */
export class ConversionCounts {
  messagesIn = 0
  messagesOut = 0
  readonly unwanted: Record<Unwanted, number> = { type: 0, constellation: 0, instant: 0 }
  readonly leftOut = Object.fromEntries(LEFT_OUT.map((reason) => [reason, 0])) as Record<LeftOut, number>
}
