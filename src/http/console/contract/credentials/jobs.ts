import { Type } from 'typebox'
import { CHANGE_KINDS, JOB_KINDS } from '../../../../domain/credentials/job.ts'
import { Nullable } from '../../../../wire/common.ts'
import { BATCH_LIMIT } from '../../../../wire/credentials/request.ts'
import * as T from '../pieces.ts'
import { CredentialFilters, ISSUE_BODY, Validity } from './credentials.ts'

/** `field` is a column by its name in the API contract; `null` means the whole line. */
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
  /** `null` if the job spans several organisations. */
  ownerId: T.IdOrNull,
  ownerName: T.TextOrNull,
  by: T.Text,
  fileName: T.Text,
  /** `stopped`: a user cancelled the rest. */
  state: T.OneOf(['running', 'finished', 'stopped']),
  /** The job is still collecting its credentials, so `total` grows. */
  gathering: T.Flag,
  total: T.Count,
  /** Credentials that were issued or changed. */
  issued: T.Count,
  failed: T.Count,
  createdAt: T.At,
  finishedAt: T.AtOrNull,
})
export type Job = T.Received<typeof Job>

/** `credentialId` is set if an existing credential could not be changed. */
export const JobFailure = T.Exact({
  line: T.Count,
  credentialId: T.IdOrNull,
  username: T.TextOrNull,
  problems: T.List(RowProblem),
})
export type JobFailure = T.Received<typeof JobFailure>

const Key = Type.String({ minLength: 16, maxLength: 64 })

/** The change, and the credentials to change: either `ids`, or all that `matching` selects. */
const Change = T.Exact({
  key: Key,
  kind: T.OneOf(CHANGE_KINDS),
  validitySeconds: Type.Optional(Validity),
  label: Type.Optional(Nullable('string', { maxLength: 200 })),
  stationId: Type.Optional(T.IdOrNull),
  groupId: Type.Optional(T.IdOrNull),
  ids: Type.Optional(Type.Array(T.Id, { minItems: 1, maxItems: 10_000 })),
  /** Rejects unknown fields, unlike a query: ignoring an unknown filter would select all credentials. */
  matching: Type.Optional(T.Exact(CredentialFilters.properties)),
})

/** Enough for 10,000 lines of the max length. */
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
  /** Issues many identical credentials. */
  'POST /credentials/jobs/alike': {
    body: T.Exact({ ...ISSUE_BODY, key: Key, quantity: Type.Integer({ minimum: 2, maximum: BATCH_LIMIT }) }),
    answer: { job: Job },
    status: 201,
  },
  'POST /credentials/jobs/change': { body: Change, answer: { job: Job }, status: 201 },
  'GET /credentials/jobs': { query: T.ListQuery({}), answer: { jobs: T.List(Job), nextCursor: T.NextCursor } },
  /** Includes the first failures. */
  'GET /credentials/jobs/:id': { answer: { job: Job, failures: T.List(JobFailure) } },
  'POST /credentials/jobs/:id/stop': { answer: { job: Job } },
  'GET /credentials/jobs/:id/results.csv': { answer: 'file' },
  /** Requires a recent sign-in confirmation, except from the user who just created the job (`isFreshOf`). */
  'POST /credentials/jobs/:id/results.csv': { answer: 'file' },
} as const satisfies Record<string, T.RouteContract>
