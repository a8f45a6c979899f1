import { Type } from 'typebox'
import { REFUSAL_REASONS, type RefusalReason } from '../../../domain/sessions/admission.ts'
import type { SentCertainty } from '../../../domain/sessions/sent.ts'
import type { EndReason, Note } from '../../../domain/sessions/session.ts'
import * as T from './pieces.ts'

/** Service quality of a session; values are `null` if not measured. */
export const SESSION_QUALITY = {
  ageSeconds: T.NumberOrNull,
  medianAgeSeconds: T.NumberOrNull,
  worstAgeSeconds: T.NumberOrNull,
  distanceKm: T.NumberOrNull,
  baseChanges: T.NumberOrNull,
  gaps: T.NumberOrNull,
  longestGapSeconds: T.NumberOrNull,
}
const SessionQuality = T.Exact(SESSION_QUALITY)
export type SessionQuality = T.Received<typeof SessionQuality>

/** `null` at an open mountpoint, which needs no credential. */
const OF_SOMEBODY = { ownerId: T.IdOrNull, ownerName: T.TextOrNull, credentialId: T.IdOrNull }

export const Rover = T.Exact({
  id: T.Text,
  ...OF_SOMEBODY,
  username: T.Text,
  label: T.TextOrNull,
  customerName: T.TextOrNull,
  mountpoint: T.Text,
  /** The station whose stream the rover receives. */
  stationId: T.IdOrNull,
  stationCode: T.TextOrNull,
  startedAt: T.At,
  bytes: T.Count,
  address: T.Text,
  agent: T.Text,
  lat: T.NumberOrNull,
  lng: T.NumberOrNull,
  /** Quality indicator of the last GGA: 4 is fixed, 5 float. */
  quality: T.NumberOrNull,
  positionAt: T.AtOrNull,
  fixedPct: T.NumberOrNull,
  ...SESSION_QUALITY,
  simulated: T.Flag,
})
export type Rover = T.Received<typeof Rover>

/** A current or past session. */
export const PastSession = T.Exact({
  id: T.Text,
  ...OF_SOMEBODY,
  username: T.Text,
  label: T.TextOrNull,
  customerName: T.TextOrNull,
  mountpoint: T.Text,
  stationCode: T.TextOrNull,
  startedAt: T.At,
  endedAt: T.AtOrNull,
  endReason: T.OrNull(T.Word<EndReason>()),
  bytes: T.Count,
  address: T.Text,
  agent: T.Text,
  fixedPct: T.NumberOrNull,
  /** Why the session received no data; `null` if it received some or the reason is unknown. */
  noData: T.OrNull(T.Coded<Note>()),
  simulated: T.Flag,
})
export type PastSession = T.Received<typeof PastSession>

/** One or several identical connection attempts that were rejected. */
export const PastRefusal = T.Exact({
  id: T.Id,
  firstAt: T.At,
  lastAt: T.At,
  times: T.Count,
  reason: T.Word<RefusalReason>(),
  username: T.Text,
  /** `null` if the credential is unknown. */
  credentialId: T.IdOrNull,
  ownerName: T.TextOrNull,
  mountpoint: T.Text,
  address: T.Text,
  agent: T.Text,
  simulated: T.Flag,
})
export type PastRefusal = T.Received<typeof PastRefusal>

/** One stretch of a session with one base, as rebuilt from the archive. */
const SentPart = T.Exact({
  station: T.TextOrNull,
  from: T.At,
  to: T.At,
  bytes: T.Count,
  certainty: T.Word<SentCertainty>(),
  skippedBytes: T.Count,
  missingHours: T.List(T.At),
})

const SessionParams = Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,100}$' }) })

/** Default: the last thirty days. */
const SPAN = { from: Type.Optional(T.DateTime), to: Type.Optional(T.DateTime), ownerId: Type.Optional(T.Id) }

export const SESSION_ROUTES = {
  /** Sessions that overlap the period, newest first. */
  'GET /activity/sessions': {
    query: T.ListQuery({
      ...SPAN,
      stationId: Type.Optional(T.Id),
      state: Type.Optional(T.OneOf(['live', 'ended'])),
      /** Solution of the last reported position. */
      solution: Type.Optional(T.OneOf(['fixed', 'not_fixed'])),
    }),
    answer: { sessions: T.List(PastSession), nextCursor: T.NextCursor },
  },
  'GET /activity/refusals': {
    query: T.ListQuery({ ...SPAN, reason: Type.Optional(T.OneOf(REFUSAL_REASONS)) }),
    answer: { refusals: T.List(PastRefusal), nextCursor: T.NextCursor },
  },
  'GET /sessions': {
    query: T.ListQuery({
      stationId: Type.Optional(T.Id),
      credentialId: Type.Optional(T.Id),
      search: Type.Optional(T.Search),
    }),
    answer: { sessions: T.List(Rover), nextCursor: T.NextCursor },
  },
  'POST /sessions/:id/kick': { params: SessionParams, answer: {} },
  /** What the rover was sent within at most an hour. */
  'POST /sessions/:id/sent': {
    params: SessionParams,
    body: T.Exact({ from: T.DateTime, to: T.DateTime }),
    answer: {
      report: T.Exact({
        ...{ session: T.Text, username: T.Text, mountpoint: T.Text, from: T.At, to: T.At },
        ...{ bytes: T.Count, sha256: T.Text, isConverted: T.Flag, parts: T.List(SentPart) },
        unknownUntil: T.AtOrNull,
      }),
      /** In base64. */
      data: T.Text,
    },
  },
} as const satisfies Record<string, T.RouteContract>
