import { Type } from 'typebox'
import { RUN_STATES, type IntegrityRun as Run, type Unchecked } from '../../../../domain/archive/integrity/run.ts'
import type { Verdict } from '../../../../domain/network/quality/reason.ts'
import { LANGUAGES } from '../../../../domain/people/user.ts'
import * as T from '../pieces.ts'

export const COMPUTED = T.Exact({
  lat: Type.Number(),
  lng: Type.Number(),
  /** Above the ellipsoid, metres. */
  height: Type.Number(),
  /** Metres that the error stays below in 95 of 100 cases. */
  error: T.Exact({ horizontal: Type.Number(), vertical: Type.Number() }),
  firstDay: T.Text,
  lastDay: T.Text,
  days: T.Count,
  hours: Type.Number(),
  baselines: T.Count,
  isAttributed: T.Flag,
})

const POSITION = {
  /** `null` if no position was computed in the last 60 days. */
  computed: T.OrNull(COMPUTED),
  datum: T.Text,
  /** Metres from the registered position; `null` without either. */
  metres: T.NumberOrNull,
}
const positionObject = () => T.Exact(POSITION)
export type ComputedPositionAnswer = T.Received<ReturnType<typeof positionObject>>

export const INTEGRITY_RUN = T.Exact({
  id: T.Text,
  from: T.At,
  to: T.At,
  state: T.OneOf(RUN_STATES),
  progressPct: T.Count,
  failure: T.OrNull(T.Word<NonNullable<Run['failure']>>()),
  createdAt: T.At,
  finishedAt: T.AtOrNull,
  /** `null` until it is ready. */
  result: T.OrNull(
    T.Exact({
      days: T.Count,
      movements: T.Count,
      baselines: T.List(T.Exact({ code: T.Text, km: Type.Number(), fixedPct: Type.Number() })),
      unchecked: T.OrNull(T.Word<Unchecked>()),
      qualityMinutes: T.Count,
      /** Verdicts of the days. */
      qualityDays: T.List(T.Exact({ day: T.Text, verdict: T.Word<Verdict>() })),
      unread: T.Count,
    }),
  ),
})
export type IntegrityRunAnswer = T.Received<typeof INTEGRITY_RUN>

export const INTEGRITY_ROUTES = {
  'GET /stations/:id/computed-position': { answer: POSITION },
  /** PDF. */
  'GET /stations/:id/computed-position.pdf': {
    query: Type.Object({ language: T.OneOf(LANGUAGES) }),
    answer: 'file' as const,
  },
  /** Newest first. */
  'GET /stations/:id/runs': { answer: { runs: T.List(INTEGRITY_RUN) } },
  /** Computes positions and quality again from the archive. */
  'POST /stations/:id/runs': {
    body: T.Exact({ from: T.DateTime, to: T.DateTime }),
    answer: { run: INTEGRITY_RUN },
    status: 201,
  },
}
