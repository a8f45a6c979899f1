import { Type } from 'typebox'
import { REFUSAL_REASONS, type RefusalReason } from '../../../domain/sessions/admission.ts'
import type { EndReason } from '../../../domain/sessions/session.ts'
import * as T from './pieces.ts'

/** What a session felt like; null: nobody measured. */
export const FELT = {
  ageSeconds: T.NumberOrNull,
  medianAgeSeconds: T.NumberOrNull,
  worstAgeSeconds: T.NumberOrNull,
  distanceKm: T.NumberOrNull,
  baseChanges: T.NumberOrNull,
  gaps: T.NumberOrNull,
  longestGapSeconds: T.NumberOrNull,
}
const Felt = T.Exact(FELT)
export type Felt = T.Received<typeof Felt>

/** Null: nobody's, at an open mountpoint. */
const OF_SOMEBODY = { ownerId: T.IdOrNull, ownerName: T.TextOrNull, credentialId: T.IdOrNull }

/** Somebody who is connected now. */
export const Rover = T.Exact({
  id: T.Text,
  ...OF_SOMEBODY,
  username: T.Text,
  label: T.TextOrNull,
  customerName: T.TextOrNull,
  mountpoint: T.Text,
  /** Whose stream it gets. */
  stationId: T.IdOrNull,
  stationCode: T.TextOrNull,
  startedAt: T.At,
  bytes: T.Count,
  address: T.Text,
  agent: T.Text,
  lat: T.NumberOrNull,
  lng: T.NumberOrNull,
  /** Of the last GGA: 4 is fixed, 5 float. */
  quality: T.NumberOrNull,
  positionAt: T.AtOrNull,
  fixedPct: T.NumberOrNull,
  ...FELT,
  simulated: T.Flag,
})
export type Rover = T.Received<typeof Rover>

/** Somebody who is, or was, connected. */
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
  simulated: T.Flag,
})
export type PastSession = T.Received<typeof PastSession>

/** The same attempt, once or several times, that was not let in. */
export const PastRefusal = T.Exact({
  id: T.Id,
  firstAt: T.At,
  lastAt: T.At,
  times: T.Count,
  reason: T.Word<RefusalReason>(),
  username: T.Text,
  /** Null: nobody knows whose it is. */
  credentialId: T.IdOrNull,
  ownerName: T.TextOrNull,
  mountpoint: T.Text,
  address: T.Text,
  agent: T.Text,
  simulated: T.Flag,
})
export type PastRefusal = T.Received<typeof PastRefusal>

/** In these times; without them, in the last thirty days. */
const SPAN = { from: Type.Optional(T.DateTime), to: Type.Optional(T.DateTime), ownerId: Type.Optional(T.Id) }

export const SESSION_ROUTES = {
  /** Newest first: whoever was connected at some time within these. */
  'GET /activity/sessions': {
    query: T.ListQuery({
      ...SPAN,
      stationId: Type.Optional(T.Id),
      state: Type.Optional(T.OneOf(['live', 'ended'])),
      /** Of the last position that it told. */
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
  'POST /sessions/:id/kick': { params: Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,100}$' }) }), answer: {} },
} as const satisfies Record<string, T.RouteContract>
