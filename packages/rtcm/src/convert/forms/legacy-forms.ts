// The differences between 1004 and 1012 (RTCM 10403.3, tables 3.5-6 and 3.5-13), and the signals that they can carry.

export interface LegacyForm {
  readonly type: 1004 | 1012
  /** Bit positions of DF005 and of the satellite count after it (DF006, DF035). */
  readonly closeBit: number
  readonly countBit: number
  /** The highest satellite number. */
  readonly satellites: number
  /** Modulus of DF011, DF041 in light milliseconds, its width, and the width of the number of moduli (DF014, DF044). */
  readonly cutMs: number
  readonly rangeWidth: number
  readonly cutsWidth: number
  /** For each frequency: the code indicator by signal number in the MSM mask, in order of preference. */
  readonly signals: readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>]
  /** Carrier frequencies of channel 0 in Hz, and the spacing of the channels. */
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
    // DF016: 2W; 2P; 2X, 2L, 2S and 2C. All satellites send 2W, so a whole constellation is observed by one code.
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
