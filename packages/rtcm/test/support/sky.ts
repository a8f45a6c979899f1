// A sky for the tests: plausible observations, and a stream of consecutive epochs.
import { encode1005, frame } from '../../src/encode/frames.ts'
import { encodeMsm, type MsmEpoch, type SatelliteObservations } from '../../src/encode/msm.ts'
import type { Constellation } from '../../src/observations/head.ts'

const SIGNALS = { GPS: ['1C', '2W'], GLO: ['1C', '2C'], GAL: ['1C', '5Q'], BDS: ['2I', '7I'] } as const
export type Observed = keyof typeof SIGNALS

/** Different for every satellite, signal and instant, but reproducible. */
export function satellitesOf(constellation: Observed, ids: readonly number[], instantMs = 0): SatelliteObservations[] {
  return ids.map((satellite) => {
    const seconds = (instantMs / 1000) % 3600
    const rate = -700 + 97.1234 * (satellite % 15)
    const distance = 20_200_000 + 123_456.789 * satellite + rate * seconds
    return {
      satellite,
      ...(constellation === 'GLO' && { frequencyChannel: (satellite % 14) - 7 }),
      signals: SIGNALS[constellation].map((signal, index) => ({
        signal,
        pseudorange: distance + 12.345 * index,
        phaseRange: distance - 345.678 + 4.321 * index,
        phaseRangeRate: rate + 0.0123 * index,
        cnr: 35 + (satellite % 10) + 0.25 * index,
        lockTime: 10 + satellite + seconds,
      })),
    }
  })
}

export type Sky = Partial<Record<Observed, readonly number[]>>

export const FULL_SKY: Sky = {
  GPS: [1, 3, 7, 8, 14, 17, 22, 30, 32],
  GLO: [1, 2, 9, 15, 16, 24],
  GAL: [2, 5, 9, 15, 24, 31, 36],
  BDS: [6, 11, 14, 22, 27, 30],
}

/** The messages of one epoch; the last has the end mark. */
export function epochMessages(instantMs: number, sky: Sky = FULL_SKY, level: 4 | 7 = 7, stationId = 2003): Buffer[] {
  const seen = Object.entries(sky) as [Observed, readonly number[]][]
  return seen.map(([constellation, ids], index) => {
    const satellites = satellitesOf(constellation, ids, instantMs)
    const epoch: MsmEpoch = { constellation, stationId, instantMs, moreFollow: index < seen.length - 1, satellites }
    return frame(encodeMsm(level, epoch))
  })
}

export const epochBytes = (instantMs: number, sky?: Sky): Buffer => Buffer.concat(epochMessages(instantMs, sky))

export const STATION = { stationId: 2003, x: -942_120.1234, y: -5_967_440.5678, z: 2_045_912.9012 }
export const stationBytes = (): Buffer => frame(encode1005(STATION))

/** An MSM head with satellites but no observations, and any epoch field. */
export function msmPayload(
  constellation: Constellation,
  instantMs: number,
  moreFollow = false,
  ids = [1, 2, 3],
): Buffer {
  const satellites = ids.map((satellite) => ({ satellite, signals: [] }))
  return encodeMsm(4, { constellation, stationId: 1, instantMs, moreFollow, satellites })
}
