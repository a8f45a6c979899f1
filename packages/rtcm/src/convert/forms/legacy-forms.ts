// Where 1004 and 1012 differ (RTCM 10403.3, tables 3.5-6 and 3.5-13), and which signals have a place in them.

export interface LegacyForm {
  readonly type: 1004 | 1012
  /** DF005, and behind it the number of satellites (DF006, DF035). */
  readonly closeBit: number
  readonly countBit: number
  /** The highest number of a satellite. */
  readonly satellites: number
  /** What a pseudorange is cut off at (DF011, DF041), in light milliseconds, and how wide it and the number of cuts (DF014, DF044) are. */
  readonly cutMs: number
  readonly rangeWidth: number
  readonly cutsWidth: number
  /** Of each frequency: by the number of a signal in the mask, the code's name here; the first that is there is taken. */
  readonly signals: readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>]
  /** The carriers in Hz, of channel 0, and how far channels are apart. */
  readonly carriers: readonly [number, number]
  readonly channels: readonly [number, number]
}

export const GPS_FORM: LegacyForm = {
  type: 1004,
  closeBit: 54,
  countBit: 55,
  satellites: 32,
  cutMs: 1,
  rangeWidth: 24,
  cutsWidth: 8,
  signals: [
    // DF010: 1C; 1W and 1P are P(Y)
    new Map([
      [2, 0],
      [4, 1],
      [3, 1],
    ]),
    // DF016: 2W; 2P; 2X, 2L, 2S and 2C. All satellites have the first, so a constellation is seen by one code.
    new Map([
      [10, 3],
      [9, 1],
      [17, 0],
      [16, 0],
      [15, 0],
      [8, 0],
    ]),
  ],
  carriers: [1575.42e6, 1227.6e6],
  channels: [0, 0],
}

export const GLONASS_FORM: LegacyForm = {
  type: 1012,
  closeBit: 51,
  countBit: 52,
  satellites: 24,
  cutMs: 2,
  rangeWidth: 25,
  cutsWidth: 7,
  signals: [
    // DF039 and DF046: C/A, P
    new Map([
      [2, 0],
      [3, 1],
    ]),
    new Map([
      [8, 0],
      [9, 1],
    ]),
  ],
  carriers: [1602e6, 1246e6],
  channels: [562_500, 437_500],
}
