import { Type } from 'typebox'
import type { Finding } from '../../../../domain/credentials/access-findings.ts'
import {
  CREDENTIAL_VIEWS,
  MAX_VALIDITY_SECONDS,
  MIN_VALIDITY_SECONDS,
} from '../../../../domain/credentials/credential.ts'
import type { CredentialTrouble } from '../../../../domain/credentials/trouble.ts'
import type { Live } from '../../../../domain/delivery/live.ts'
import type { RefusalReason } from '../../../../domain/sessions/admission.ts'
import type { EndReason, Note, SessionNote } from '../../../../domain/sessions/session.ts'
import { PageQuery, PRINTABLE } from '../../../../wire/common.ts'
import { Metadata } from '../../../../wire/credentials/credential.ts'
import { ownSchemas } from '../../../../wire/credentials/written.ts'
import * as T from '../pieces.ts'
import { SESSION_QUALITY } from '../sessions.ts'
import { Geofence, GeofenceBody } from './geofence.ts'

const Kind = T.OneOf(['base', 'network'])
const WhenFull = T.OneOf(['replace', 'refuse'])

/** Location of a rover that does not send its position. */
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
  groupId: T.IdOrNull,
  groupName: T.TextOrNull,
  ...ownSchemas.answer,
  issuedAt: T.At,
  startsAt: T.At,
  expiresAt: T.At,
  revokedAt: T.AtOrNull,
  suspendedAt: T.AtOrNull,
  reference: T.TextOrNull,
  metadata: Type.Record(Type.String(), Type.String()),
  maxSessions: T.Count,
  whenFull: WhenFull,
  place: T.OrNull(Place),
  /** `null` if the credential works anywhere. */
  fence: T.OrNull(Geofence),
  connected: T.Count,
  /** Issued by a test token: the caster does not accept it. */
  test: T.Flag,
}
export const Credential = T.Exact(CREDENTIAL)
export type Credential = T.Received<typeof Credential>

/** `trouble`: why its device cannot connect or receives no corrections now; `null` if there is no problem. */
const ListedCredential = T.Exact({ ...CREDENTIAL, trouble: T.OrNull(T.Coded<CredentialTrouble>()) })
export type ListedCredential = T.Received<typeof ListedCredential>

/** URLs of the customer's page and its PDF. */
const LINKS = { url: T.Text, pdf: T.Text }
export const Links = T.Exact(LINKS)
export type Links = T.Received<typeof Links>

/** Returned only on explicit request, and recorded in the audit log. */
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
  ...SESSION_QUALITY,
  notes: T.List(T.Coded<SessionNote<string>>()),
  /** Why the session received no data; `null` if it received some or the reason is unknown. */
  noData: T.OrNull(T.Coded<Note>()),
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

const AccessFinding = T.Coded<Finding>()
export type AccessFinding = T.Received<typeof AccessFinding>

/** Diagnosis of connection problems, with recent sessions and rejected attempts. */
const ACTIVITY = { findings: T.List(AccessFinding), sessions: T.List(RoverSession), refusals: T.List(RefusedAttempts) }
export const Activity = T.Exact(ACTIVITY)

const LiveDevice = T.Coded<Live>()
export type LiveDevice = T.Received<typeof LiveDevice>

export const Validity = Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS })
const Line = Type.Optional(Type.String({ maxLength: 200 }))

const FILTERS = {
  /** If omitted, all but revoked credentials; a search, a customer and a label include those. */
  state: Type.Optional(T.OneOf([...CREDENTIAL_VIEWS, 'suspended', 'all'])),
  /** Only credentials whose device cannot connect or receives no corrections now. */
  problem: Type.Optional(T.OneOf(['true'])),
  stationId: Type.Optional(T.Id),
  groupId: Type.Optional(T.Id),
  ownerId: Type.Optional(T.Id),
  kind: Type.Optional(Kind),
  label: Line,
  /** Only active credentials that expire within this many days, the soonest first. */
  expires: Type.Optional(T.OneOf(['7', '30'])),
  /** The customer's e-mail address, or the name if there is no address. */
  customer: Line,
  q: Type.Optional(T.Search),
  /** Lists test credentials instead of real ones. */
  test: Type.Optional(T.OneOf(['true'])),
}
export const CredentialFilters = Type.Object(FILTERS)
/** The cursor of a search contains the last name of the page, which may be long. */
const SearchCursor = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 }))

/** Shared by single credentials and batches of identical ones. */
export const ISSUE_BODY = {
  ownerId: T.Id,
  validitySeconds: Validity,
  stationId: Type.Optional(T.Id),
  groupId: Type.Optional(T.Id),
  ...ownSchemas.request,
  startsAt: Type.Optional(Type.String({ maxLength: 40 })),
  sendEmail: Type.Optional(T.Flag),
  maxSessions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  whenFull: Type.Optional(WhenFull),
  place: Type.Optional(Place),
  fence: Type.Optional(GeofenceBody),
  metadata: Type.Optional(Metadata('What is kept with it.')),
}
const Reference = Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: PRINTABLE(1, 100) }))

/** Omitted fields keep their value. */
const CHANGES = {
  ...ownSchemas.change,
  metadata: Type.Optional(Metadata('What is kept with it.')),
  /** `null` means the whole network. */
  stationId: Type.Optional(T.IdOrNull),
  groupId: Type.Optional(T.IdOrNull),
  /** `null` means anywhere. */
  fence: Type.Optional(T.OrNull(GeofenceBody)),
}

const Sort = T.Sort(['expires', 'user', 'state', 'customer', 'label', 'access', 'owner', 'connected'])
const Counted = T.Exact({ count: T.Count, more: T.Flag })

export const CREDENTIAL_ROUTES = {
  'GET /credentials': {
    query: Type.Object({ ...PageQuery, cursor: SearchCursor, ...FILTERS, sort: Type.Optional(Sort) }),
    answer: { credentials: T.List(ListedCredential), nextCursor: T.NextCursor },
  },
  /** The sizes of the list's views, up to a limit (`more` if there are more). */
  'GET /credentials/counts': {
    query: Type.Object({ ownerId: FILTERS.ownerId }),
    answer: {
      ...{ problem: Counted, in_force: Counted, expiring: Counted, suspended: Counted },
      ...{ scheduled: Counted, expired: Counted, revoked: Counted },
    },
  },
  /** Counts the credentials that match, up to a limit (`more` if there are more), with their connected rovers. */
  'GET /credentials/matching': {
    query: Type.Object(FILTERS),
    answer: { count: T.Count, more: T.Flag, connected: T.Count, revoked: T.Count, expired: T.Count },
  },
  'GET /credentials/:id': { answer: { credential: Credential } },
  /** The device now. While pages request this, casters report its session every second. */
  'GET /credentials/:id/live': { answer: { live: LiveDevice } },
  'GET /credentials/:id/activity': { answer: ACTIVITY },
  'POST /credentials': {
    body: T.Exact({ ...ISSUE_BODY, reference: Reference }),
    answer: { credential: Issued },
    status: 201,
  },
  'PATCH /credentials/:id': { body: T.Exact({ place: T.OrNull(Place) }), answer: { credential: Credential } },
  'POST /credentials/:id/change': { body: T.Exact(CHANGES), answer: { credential: Credential } },
  'POST /credentials/:id/renew': { body: T.Exact({ validitySeconds: Validity }), answer: { credential: Credential } },
  'POST /credentials/:id/suspend': { answer: { credential: Credential } },
  'POST /credentials/:id/resume': { answer: { credential: Credential } },
  'POST /credentials/:id/password': { answer: SECRETS },
  'POST /credentials/:id/reveal': { answer: SECRETS },
  'DELETE /credentials/:id': { answer: { credential: Credential, cut: T.Count } },
  'GET /credentials.csv': { query: CredentialFilters, answer: 'file' },
  'POST /credentials.csv': { query: CredentialFilters, answer: 'file', confirmed: true },
} as const satisfies Record<string, T.RouteContract>
