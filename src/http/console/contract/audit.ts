import { Type } from 'typebox'
import { ACTOR_KINDS, AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../domain/audit/action.ts'
import * as T from './pieces.ts'

export const AuditEntry = T.Exact({
  /** Negative if the entry is derived from the row of a credential that a token issued. */
  id: Type.Integer(),
  at: T.At,
  userId: T.IdOrNull,
  actorKind: T.OneOf(ACTOR_KINDS),
  actor: T.Text,
  /** Any string, because another release may have written actions that this release does not know. */
  action: T.Text,
  subjectKind: T.TextOrNull,
  subjectId: T.IdOrNull,
  ownerId: T.IdOrNull,
  details: Type.Record(T.Text, Type.Unknown()),
  address: T.TextOrNull,
  requestId: T.TextOrNull,
})
export type AuditEntry = T.Received<typeof AuditEntry>

const FILTERS = {
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
  action: Type.Optional(T.OneOf(AUDIT_ACTIONS)),
  subjectKind: Type.Optional(T.OneOf(AUDIT_SUBJECTS)),
  subjectId: Type.Optional(T.Id),
  from: Type.Optional(T.DateTime),
  to: Type.Optional(T.DateTime),
}
export const AuditFilters = Type.Object(FILTERS)

export const AuditVerification = T.Exact({
  verifiedAt: T.At,
  seals: T.Count,
  rows: T.Count,
  /** Number of ranges and seals that do not match. */
  faults: T.Count,
})

export const AUDIT_ROUTES = {
  'GET /audit': { query: T.ListQuery(FILTERS), answer: { entries: T.List(AuditEntry), nextCursor: T.NextCursor } },
  'GET /audit/seals': {
    answer: {
      /** `null` if nothing is sealed yet. */
      sealedAt: T.AtOrNull,
      seals: T.Count,
      /** Entries that are not sealed yet. */
      unsealed: T.Count,
      /** `null` if the log was never verified. */
      verification: T.OrNull(AuditVerification),
    },
  },
  'POST /audit/verify': { answer: { verification: AuditVerification } },
  'GET /audit/:id': { answer: { entry: AuditEntry } },
  'GET /audit.csv': { query: AuditFilters, answer: 'file' },
} as const satisfies Record<string, T.RouteContract>
