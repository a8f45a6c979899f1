import { Type } from 'typebox'
import type { Finding } from '../../domain/credentials/access-findings.ts'
import {
  CREDENTIAL_TEXTS,
  CREDENTIAL_VIEWS,
  MAX_VALIDITY_SECONDS,
  MIN_VALIDITY_SECONDS,
} from '../../domain/credentials/credential.ts'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { EndReason, SessionNote } from '../../domain/sessions/session.ts'
import { PageQuery } from '../../wire/common.ts'
import * as T from './pieces.ts'
import { FELT } from './sessions.ts'

const Kind = T.OneOf(['base', 'network'])
const WhenFull = T.OneOf(['replace', 'refuse'])

/** Where a rover works that does not tell it itself. */
const Place = T.Exact({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
})

const CREDENTIAL = {
  id: T.Id,
  ...T.Owned,
  kind: Kind,
  state: T.OneOf(CREDENTIAL_VIEWS),
  username: T.Text,
  host: T.Text,
  port: T.Count,
  mountpoint: T.Text,
  format: T.Text,
  datum: T.Text,
  stationId: T.IdOrNull,
  stationCode: T.TextOrNull,
  stationName: T.TextOrNull,
  ...T.TextsOrNull(CREDENTIAL_TEXTS),
  issuedAt: T.At,
  startsAt: T.At,
  expiresAt: T.At,
  revokedAt: T.AtOrNull,
  maxSessions: T.Count,
  whenFull: WhenFull,
  place: T.OrNull(Place),
  /** Rovers that are connected with it now. */
  connected: T.Count,
}
export const Credential = T.Exact(CREDENTIAL)
export type Credential = T.Received<typeof Credential>

/** The customer's page and its PDF. */
const LINKS = { url: T.Text, pdf: T.Text }
export const Links = T.Exact(LINKS)
export type Links = T.Received<typeof Links>

/** What is shown only to who asks, and the log tells. */
const SECRETS = { password: T.Text, ...LINKS }
export const Secrets = T.Exact(SECRETS)
export type Secrets = T.Received<typeof Secrets>
const Issued = T.Exact({ ...CREDENTIAL, ...SECRETS })
export type Issued = T.Received<typeof Issued>

export const RoverSession = T.Exact({
  id: T.Text,
  mountpoint: T.Text,
  startedAt: T.At,
  endedAt: T.AtOrNull,
  endReason: T.OrNull(T.Word<EndReason>()),
  bytes: T.Count,
  address: T.Text,
  agent: T.Text,
  positions: T.Count,
  fixedPositions: T.Count,
  ...FELT,
  notes: T.List(T.Told<SessionNote<string>>()),
})
export type RoverSession = T.Received<typeof RoverSession>

export const RefusedAttempts = T.Exact({
  firstAt: T.At,
  lastAt: T.At,
  times: T.Count,
  reason: T.Word<RefusalReason>(),
  mountpoint: T.Text,
  address: T.Text,
  agent: T.Text,
})
export type RefusedAttempts = T.Received<typeof RefusedAttempts>

const AccessFinding = T.Told<Finding>()
export type AccessFinding = T.Received<typeof AccessFinding>

/** Why somebody cannot connect, and what happened lately. */
const ACTIVITY = { findings: T.List(AccessFinding), sessions: T.List(RoverSession), refusals: T.List(RefusedAttempts) }
export const Activity = T.Exact(ACTIVITY)

const Line = Type.Optional(Type.String({ maxLength: 200 }))

const FILTERS = {
  state: Type.Optional(T.OneOf(CREDENTIAL_VIEWS)),
  stationId: Type.Optional(T.Id),
  ownerId: Type.Optional(T.Id),
  kind: Type.Optional(Kind),
  label: Line,
  q: Type.Optional(T.Search),
}
export const CredentialFilters = Type.Object(FILTERS)
/** The cursor of a search holds the name it has come to, which may be long. */
const SearchCursor = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 }))

export const CREDENTIAL_ROUTES = {
  'GET /credentials': {
    query: Type.Object({ ...PageQuery, cursor: SearchCursor, ...FILTERS }),
    answer: { credentials: T.List(Credential), nextCursor: T.NextCursor },
  },
  'GET /credentials/:id': { answer: { credential: Credential } },
  'GET /credentials/:id/activity': { answer: ACTIVITY },
  'POST /credentials': {
    body: T.Exact({
      ownerId: T.Id,
      validitySeconds: Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS }),
      stationId: Type.Optional(T.Id),
      label: Line,
      customerName: Line,
      customerEmail: Type.Optional(T.Email),
      startsAt: Type.Optional(Type.String({ maxLength: 40 })),
      sendEmail: Type.Optional(T.Flag),
      maxSessions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      whenFull: Type.Optional(WhenFull),
      place: Type.Optional(Place),
    }),
    answer: { credential: Issued },
    status: 201,
  },
  'PATCH /credentials/:id': { body: T.Exact({ place: T.OrNull(Place) }), answer: { credential: Credential } },
  'POST /credentials/:id/reveal': { answer: SECRETS },
  'DELETE /credentials/:id': { answer: { credential: Credential, cut: T.Count } },
  'POST /credentials/revoke': {
    body: T.Exact({ ids: Type.Array(T.Id, { minItems: 1, maxItems: 1_000 }) }),
    answer: { revoked: T.Count, alreadyRevoked: T.Count, expired: T.Count, cut: T.Count },
  },
  'GET /credentials.csv': { query: CredentialFilters, answer: 'file' },
  'POST /credentials.csv': { query: CredentialFilters, answer: 'file', confirmed: true },
} as const satisfies Record<string, T.RouteContract>
