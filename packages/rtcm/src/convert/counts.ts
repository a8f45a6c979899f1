// What was not passed on, and why: because it was not wished for, or because it could not be.

/** As the settings want it, in messages. */
export const UNWANTED = ['type', 'constellation', 'instant'] as const
export type Unwanted = (typeof UNWANTED)[number]

export const LEFT_OUT = [
  // Messages
  /** Its masks, its length or its time cannot be. */
  'malformed',
  /** MSM1 to 3 as 1004 or 1012: there are no whole milliseconds. */
  'lower_level',
  /** 1001, 1003, 1009 and 1011 as MSM4: pseudoranges are ambiguous by a millisecond. */
  'older_form',
  /** The constellation has no message of the older form. */
  'no_older_form',
  /** The station sends the same observations in two forms: as MSM4 or MSM5, its MSM are used, else the form that comes first. */
  'sent_twice',
  // Satellites, to or from 1004 and 1012
  'no_first_frequency',
  'no_number',
  'too_many',
  // Signals of a satellite
  /** 1004 and 1012 have one per frequency, and only L1 and L2. Codes of 1012 that are reserved have none in MSM. */
  'no_place',
  /** Phases with a half cycle open: nothing there can say so. */
  'half_cycle',
  // Values
  /** It does not fit into its field: sent as "not available". */
  'out_of_range',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** Since the beginning. */
export class ConversionCounts {
  messagesIn = 0
  messagesOut = 0
  readonly unwanted: Record<Unwanted, number> = { type: 0, constellation: 0, instant: 0 }
  readonly leftOut = Object.fromEntries(LEFT_OUT.map((reason) => [reason, 0])) as Record<LeftOut, number>
}
