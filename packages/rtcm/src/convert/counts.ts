// What was not passed on, and why: because it was not wished for, or because it could not be.

/** As the settings want it, in messages. */
export const UNWANTED = ['type', 'constellation', 'instant'] as const
export type Unwanted = (typeof UNWANTED)[number]

export const LEFT_OUT = [
  // Messages
  /** Its masks, its length or its time cannot be. */
  'malformed',
  /** It lacks what the form needs: MSM1 to 3 have no whole milliseconds, MSM4 and 6 no rates. */
  'lower_level',
  /** 1001 to 1012 where MSM is wanted. */
  'older_form',
  /** The constellation has no message of the older form. */
  'no_older_form',
  /** The station sends the same observations in two forms: the first that came was taken. */
  'sent_twice',
  // Satellites, in 1004 and 1012
  'unknown_channel',
  'no_first_frequency',
  'no_number',
  'too_many',
  // Signals of a satellite, in 1004 and 1012
  /** There is one of each frequency, and none but L1 and L2. */
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
