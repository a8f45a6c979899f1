// Converts metres, metres per second, decibels and seconds to the integers of an MSM. A range is sent as a rough range
// of the satellite, in 1/1024 of a light millisecond, and a difference per signal; rates likewise, in metres per
// second.
import type { BitWriter } from '../bits.ts'

/** A value that was not measured is `null`. */
export interface SignalObservation {
  /** A RINEX 3 code, such as 1C or 2W. */
  readonly signal: string
  /** In metres. */
  readonly pseudorange: number | null
  /**
   * In metres: carrier phase times wavelength, within 1171 m of the pseudorange (the caller subtracts whole cycles).
   */
  readonly phaseRange: number | null
  /** In m/s, positive if the distance grows; sent in MSM7 only. */
  readonly phaseRangeRate: number | null
  /** In dB-Hz. */
  readonly cnr: number | null
  /** Seconds since the phase was last lost. */
  readonly lockTime: number
}

const LIGHT_MILLISECOND_M = 299_792.458

/** The differences between MSM4 and MSM7. */
export const LEVELS = {
  4: {
    range: { width: 15, perMillisecond: 2 ** 24 },
    phase: { width: 22, perMillisecond: 2 ** 29 },
    lock: { width: 4, indicator: lockIndicator },
    cnr: { width: 6, perDecibel: 1 },
  },
  7: {
    range: { width: 20, perMillisecond: 2 ** 29 },
    phase: { width: 24, perMillisecond: 2 ** 31 },
    lock: { width: 10, indicator: fineLockIndicator },
    cnr: { width: 10, perDecibel: 16 },
  },
} as const

/** The most negative value of a width means "not available". */
export function writeOrNone(fields: BitWriter, value: number | null, width: number): void {
  const limit = 2 ** (width - 1)
  fields.signed(value === null || Math.abs(value) >= limit ? -limit : value, width)
}

export function roughRange(signals: readonly SignalObservation[]): number | null {
  const first = signals.find(({ pseudorange }) => pseudorange !== null)?.pseudorange
  if (first === undefined || first === null) return null
  const rough = Math.round((first / LIGHT_MILLISECOND_M) * 1024)
  return rough > 0 && rough < 255 * 1024 ? rough : null
}

/** DF397: 255 means "not available". */
export const wholeMilliseconds = (rough: number | null): number => (rough === null ? 255 : Math.floor(rough / 1024))

export const fineRange = (
  metres: number | null,
  rough: number | null,
  unit: { perMillisecond: number },
): number | null =>
  metres === null || rough === null
    ? null
    : Math.round((metres / LIGHT_MILLISECOND_M - rough / 1024) * unit.perMillisecond)

export function roughRate(signals: readonly SignalObservation[]): number | null {
  const first = signals.find(({ phaseRangeRate }) => phaseRangeRate !== null)?.phaseRangeRate
  return first === undefined || first === null ? null : Math.round(first)
}

/** In units of 0.0001 m/s. */
export const fineRate = ({ phaseRangeRate }: SignalObservation, rough: number | null): number | null =>
  phaseRangeRate === null || rough === null ? null : Math.round((phaseRangeRate - rough) * 10_000)

/** 0 means "not available". */
export function carrierToNoise(
  cnr: number | null,
  { width, perDecibel }: { width: number; perDecibel: number },
): number {
  return Math.min(Math.max(Math.round((cnr ?? 0) * perDecibel), 0), 2 ** width - 1)
}

/** RTCM 10403.3, table 3.5-74: a step for each doubling, from 32 ms to 524 s. */
export function lockIndicator(lockMs: number): number {
  return Math.max(0, magnitude(Math.min(Math.max(lockMs, 0), 2 ** 19)) - 4)
}

/** RTCM 10403.3, table 3.5-76: milliseconds up to 64, then 32 steps for each doubling, up to 18 hours. */
export function fineLockIndicator(lockMs: number): number {
  const whole = Math.floor(Math.min(Math.max(lockMs, 0), 2 ** 26))
  const doublings = Math.max(0, magnitude(whole) - 5)
  return Math.floor(whole / 2 ** doublings) + 32 * doublings
}

/** Position of the highest bit. */
const magnitude = (value: number) => 31 - Math.clz32(value)
