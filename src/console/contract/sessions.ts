import { Type } from 'typebox'
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

/** Somebody who is connected now. */
export const Rover = T.Exact({
  id: T.Text,
  ...T.Owned,
  credentialId: T.Id,
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

export const SESSION_ROUTES = {
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
