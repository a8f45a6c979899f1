import { Type } from 'typebox'
import type { TroubleCode } from '../../../../domain/archive/integrity/live.ts'
import type { UncheckedCode } from '../../../../domain/archive/integrity/unchecked.ts'
import * as T from '../pieces.ts'

/** Millimetres to the east, north and up. */
const OFFSET = { eastMm: Type.Number(), northMm: Type.Number(), upMm: Type.Number() }
const Offset = T.Exact({ ...OFFSET, since: T.At, baselines: T.Count, isAttributed: T.Flag })

const POSITION = {
  /** Why the position cannot be checked; `null` if it is checked. */
  unchecked: T.OrNull(T.Word<UncheckedCode | 'not_judged'>()),
  /** Medians of the last five minutes and of the last hour, from the announced position. */
  latest: T.OrNull(Offset),
  hour: T.OrNull(Offset),
  detectable: T.OrNull(T.Exact({ horizontalMm: Type.Number(), verticalMm: Type.Number() })),
  /** The last 24 hours, oldest first. */
  offsets: T.List(T.Exact({ ...OFFSET, at: T.At, baselines: T.Count, isAttributed: T.Flag })),
  /** The last 60 days, oldest first. */
  days: T.List(T.Exact({ ...OFFSET, day: T.Text, sigmaMm: Type.Number(), sigmaUpMm: Type.Number() })),
  trend: T.OrNull(
    T.Exact({
      days: T.Count,
      /** Per year. */
      velocity: T.Exact(OFFSET),
      sigma: T.Exact(OFFSET),
      steps: T.List(T.Exact({ ...OFFSET, day: T.Text })),
    }),
  ),
  baselines: T.List(
    T.Exact({
      stationId: T.Id,
      code: T.Text,
      lat: Type.Number(),
      lng: Type.Number(),
      km: Type.Number(),
      state: T.OneOf(['agrees', 'differs', 'unsolved']),
      residualMm: T.NumberOrNull,
      trouble: T.OrNull(T.Word<TroubleCode>()),
    }),
  ),
  /** `null` uses the default. */
  limits: T.Exact({ horizontalMm: T.NumberOrNull, verticalMm: T.NumberOrNull }),
  defaults: T.Exact({ horizontalMm: Type.Number(), verticalMm: Type.Number() }),
}
const positionObject = () => T.Exact(POSITION)
export type ShownPosition = T.Received<ReturnType<typeof positionObject>>

const Limit = T.OrNull(Type.Integer())

export const POSITION_ROUTES = {
  'GET /stations/:id/integrity': { answer: POSITION },
  /** Millimetres that the station may move within an hour. */
  'PATCH /stations/:id/integrity': {
    body: T.Exact({ horizontalMm: Limit, verticalMm: Limit }),
    answer: POSITION,
  },
} as const
