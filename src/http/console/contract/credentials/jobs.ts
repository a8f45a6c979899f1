import { Type } from 'typebox'
import { CHANGE_KINDS, JOB_KINDS } from '../../../../domain/credentials/job.ts'
import { Nullable } from '../../../../wire/common.ts'
import { BATCH_LIMIT } from '../../../../wire/credentials/request.ts'
import * as T from '../pieces.ts'
import { CredentialFilters, ISSUE_BODY, Validity } from './credentials.ts'

/** `field`: a column, by the contract's name; null: the line as a whole. */
export const RowProblem = T.Exact({ field: T.TextOrNull, code: T.Text, params: T.Params })
export type RowProblem = T.Received<typeof RowProblem>

export const PreviewRow = T.Exact({
  line: T.Count,
  stationCode: T.TextOrNull,
  group: T.TextOrNull,
  label: T.TextOrNull,
  customerName: T.TextOrNull,
  customerEmail: T.TextOrNull,
  startsAt: T.AtOrNull,
  expiresAt: T.AtOrNull,
  problems: T.List(RowProblem),
})
export type PreviewRow = T.Received<typeof PreviewRow>

export const Job = T.Exact({
  id: T.Id,
  kind: T.OneOf(JOB_KINDS),
  /** Null: of whichever organizations. */
  ownerId: T.IdOrNull,
  ownerName: T.TextOrNull,
  by: T.Text,
  fileName: T.Text,
  /** `stopped`: somebody did not want the rest. */
  state: T.OneOf(['running', 'finished', 'stopped']),
  /** Its credentials are still being looked for: `total` grows. */
  gathering: T.Flag,
  total: T.Count,
  /** Done: issued, or changed. */
  issued: T.Count,
  failed: T.Count,
  createdAt: T.At,
  finishedAt: T.AtOrNull,
})
export type Job = T.Received<typeof Job>

/** `credentialId`: of one that could not be changed. */
export const JobFailure = T.Exact({
  line: T.Count,
  credentialId: T.IdOrNull,
  username: T.TextOrNull,
  problems: T.List(RowProblem),
})
export type JobFailure = T.Received<typeof JobFailure>

const Key = Type.String({ minLength: 16, maxLength: 64 })

/** What is done to each, and to which: some that were chosen, or all that the filters leave. */
const Change = T.Exact({
  key: Key,
  kind: T.OneOf(CHANGE_KINDS),
  validitySeconds: Type.Optional(Validity),
  label: Type.Optional(Nullable('string', { maxLength: 200 })),
  stationId: Type.Optional(T.IdOrNull),
  groupId: Type.Optional(T.IdOrNull),
  ids: Type.Optional(Type.Array(T.Id, { minItems: 1, maxItems: 10_000 })),
  /** Exact, unlike a question: a filter that is not known here would leave all of them. */
  matching: Type.Optional(T.Exact(CredentialFilters.properties)),
})

/** Ten thousand lines of the longest kind. */
const FILE_BYTES = 8 * 1024 * 1024

export const CREDENTIAL_JOB_ROUTES = {
  'POST /credentials/jobs/preview': { body: 'file', mostBytes: FILE_BYTES, answer: { rows: T.List(PreviewRow) } },
  'POST /credentials/jobs': {
    query: Type.Object({
      ownerId: T.Id,
      key: Key,
      fileName: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    body: 'file',
    mostBytes: FILE_BYTES,
    answer: { job: Job },
    status: 201,
  },
  /** Many alike. */
  'POST /credentials/jobs/alike': {
    body: T.Exact({ ...ISSUE_BODY, key: Key, quantity: Type.Integer({ minimum: 2, maximum: BATCH_LIMIT }) }),
    answer: { job: Job },
    status: 201,
  },
  'POST /credentials/jobs/change': { body: Change, answer: { job: Job }, status: 201 },
  'GET /credentials/jobs': { query: T.ListQuery({}), answer: { jobs: T.List(Job), nextCursor: T.NextCursor } },
  /** With the first of its failures. */
  'GET /credentials/jobs/:id': { answer: { job: Job, failures: T.List(JobFailure) } },
  'POST /credentials/jobs/:id/stop': { answer: { job: Job } },
  'GET /credentials/jobs/:id/results.csv': { answer: 'file' },
  /** Asks again who one is, but not of who just had these credentials made (`isFreshOf`). */
  'POST /credentials/jobs/:id/results.csv': { answer: 'file' },
} as const satisfies Record<string, T.RouteContract>
