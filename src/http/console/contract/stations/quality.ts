import { Type } from 'typebox'
import type { TrackPoint } from '../../../../domain/network/quality/facts.ts'
import type { Reason, Verdict } from '../../../../domain/network/quality/reason.ts'
import * as T from '../pieces.ts'

/** `null` is not measured. */
const MEASURED = { cn0Median: T.NumberOrNull, lossesPerHour: T.NumberOrNull, multipathM: T.NumberOrNull }

/** Reasons: most important first. */
const JUDGED = {
  verdict: T.Word<Verdict>(),
  reasons: T.List(
    T.Exact({
      found: T.Coded<Pick<Reason, 'code' | 'level' | 'band' | 'value' | 'limit' | 'antennas'>>(),
      since: T.At,
    }),
  ),
}

const QUALITY = {
  ...JUDGED,
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
}
const qualityObject = () => T.Exact(QUALITY)
export type ShownQuality = T.Received<ReturnType<typeof qualityObject>>

/** 24 hours, in steps of 10 minutes. */
const QUALITY_DAY = {
  since: T.At,
  /** Track of each satellite, oldest first. */
  tracks: T.List(T.Exact({ satellite: T.Text, points: T.List(Type.Unsafe<TrackPoint>({ type: 'array' })) })),
  positions: T.List(T.Exact({ at: T.At, eastM: Type.Number(), northM: Type.Number() })),
  /** By band. */
  times: T.List(T.Exact({ ...MEASURED, at: T.At, band: T.Text })),
  /** Beyond them the verdict is attention. */
  limits: T.Exact({
    cn0Median: Type.Number(),
    multipathM: Type.Number(),
    lossesPerHour: Type.Number(),
    positionM: Type.Number(),
  }),
}
const dayObject = () => T.Exact(QUALITY_DAY)
export type ShownQualityDay = T.Received<ReturnType<typeof dayObject>>

/** 60 days in Mexico's central time, oldest first; days without measurements are missing. */
const QUALITY_HISTORY = {
  /** Today, as 2026-11-12. */
  until: T.Text,
  days: T.List(T.Exact({ ...MEASURED, day: T.Text, verdict: T.OrNull(T.Word<Verdict>()), satellites: T.NumberOrNull })),
  bands: T.List(T.Exact({ ...MEASURED, day: T.Text, band: T.Text })),
}
const historyObject = () => T.Exact(QUALITY_HISTORY)
export type ShownQualityHistory = T.Received<ReturnType<typeof historyObject>>

/** What needs attention most comes first. */
const RANKED = {
  stations: T.List(
    T.Exact({
      id: T.Id,
      code: T.Text,
      name: T.Text,
      simulated: Type.Boolean(),
      isInMaintenance: Type.Boolean(),
      ...JUDGED,
    }),
  ),
}

export const QUALITY_ROUTES = {
  'GET /quality': { answer: RANKED },
  'GET /stations/:id/quality': { answer: QUALITY },
  'GET /stations/:id/quality/day': { answer: QUALITY_DAY },
  'GET /stations/:id/quality/history': { answer: QUALITY_HISTORY },
}
