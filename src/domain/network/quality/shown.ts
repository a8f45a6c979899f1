// The quality of a station as the API, the console and the command line show it.
import type { Band, SkySatellite } from '@vertice/gnss'
import type { Reason, Verdict } from './reason.ts'

export interface BandQuality {
  readonly band: Band
  /** Means of the last 15 minutes. */
  readonly satellites: number
  readonly expected: number | null
  readonly cn0Median: number | null
  readonly cn0P10: number | null
  readonly lossesPerHour: number | null
  readonly multipathM: number | null
}

export interface PointOffset {
  readonly eastM: number
  readonly northM: number
  /** Above the position that the stream announces; `null` if it announces no height. */
  readonly upM: number | null
  /** The median is of the time since then. */
  readonly since: Date
  readonly detectableM: number
}

export interface QualityDay {
  /** As 2026-11-12. */
  readonly day: string
  /** `null` if the day has measurements but no verdict. */
  readonly verdict: string | null
  /** Mean of the first band. */
  readonly cn0Median: number | null
  readonly lossesPerHour: number | null
  readonly multipathM: number | null
  readonly satellites: number | null
}

export interface StationQuality {
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
  readonly bands: readonly BandQuality[]
  readonly sky: readonly SkySatellite[]
  /** Obstructions of the last 24 hours, see `SkyGrid.mask`. */
  readonly mask: readonly (number | null)[]
  readonly position: PointOffset | null
  readonly days: readonly QualityDay[]
}
