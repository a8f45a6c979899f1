import { Type } from 'typebox'
import type { Reason, Verdict } from '../../../../domain/network/quality/reason.ts'
import * as T from '../pieces.ts'

/** `null` is not measured. */
const MEASURED = { cn0Median: T.NumberOrNull, lossesPerHour: T.NumberOrNull, multipathM: T.NumberOrNull }

const QUALITY = {
  verdict: T.Word<Verdict>(),
  /** Most important first. */
  reasons: T.List(
    T.Exact({
      found: T.Coded<Pick<Reason, 'code' | 'level' | 'band' | 'value' | 'limit' | 'antennas'>>(),
      since: T.At,
    }),
  ),
  /** Means of the last 15 minutes. */
  bands: T.List(
    T.Exact({ ...MEASURED, band: T.Text, satellites: Type.Number(), expected: T.NumberOrNull, cn0P10: T.NumberOrNull }),
  ),
  sky: T.List(
    T.Exact({
      satellite: T.Text,
      azimuth: Type.Number(),
      elevation: Type.Number(),
      cn0: T.NumberOrNull,
      isTracked: Type.Boolean(),
    }),
  ),
  /** Degrees per sector of 10 degrees of azimuth: below, nothing was tracked for a day; `null` where no satellite passed. */
  mask: T.List(T.NumberOrNull),
  position: T.OrNull(
    T.Exact({
      eastM: Type.Number(),
      northM: Type.Number(),
      upM: T.NumberOrNull,
      since: T.At,
      detectableM: Type.Number(),
    }),
  ),
  /** 24 hours, in steps of 10 minutes, by band. */
  times: T.List(T.Exact({ ...MEASURED, at: T.At, band: T.Text })),
}
const qualityObject = () => T.Exact(QUALITY)
export type ShownQuality = T.Received<ReturnType<typeof qualityObject>>

export const QUALITY_ROUTES = { 'GET /stations/:id/quality': { answer: QUALITY } }
