import { Type } from 'typebox'
import * as T from './pieces.ts'

/** `field`: a column, by the contract's name; null: the line as a whole. */
export const RowProblem = T.Exact({ field: T.TextOrNull, code: T.Text, params: T.Params })
export type RowProblem = T.Received<typeof RowProblem>

export const PreviewRow = T.Exact({
  line: T.Count,
  stationCode: T.TextOrNull,
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
  ...T.Owned,
  by: T.Text,
  fileName: T.Text,
  /** `stopped`: somebody did not want the rest. */
  state: T.OneOf(['running', 'finished', 'stopped']),
  total: T.Count,
  issued: T.Count,
  failed: T.Count,
  createdAt: T.At,
  finishedAt: T.AtOrNull,
})
export type Job = T.Received<typeof Job>

export const JobFailure = T.Exact({ line: T.Count, problems: T.List(RowProblem) })
export type JobFailure = T.Received<typeof JobFailure>

/** Ten thousand lines of the longest kind. */
const FILE_BYTES = 8 * 1024 * 1024

export const ISSUE_JOB_ROUTES = {
  'POST /credentials/jobs/preview': { body: 'file', mostBytes: FILE_BYTES, answer: { rows: T.List(PreviewRow) } },
  'POST /credentials/jobs': {
    query: Type.Object({
      ownerId: T.Id,
      key: Type.String({ minLength: 16, maxLength: 64 }),
      fileName: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    body: 'file',
    mostBytes: FILE_BYTES,
    answer: { job: Job },
    status: 201,
  },
  'GET /credentials/jobs': { query: T.ListQuery({}), answer: { jobs: T.List(Job), nextCursor: T.NextCursor } },
  /** With the first of its failures. */
  'GET /credentials/jobs/:id': { answer: { job: Job, failures: T.List(JobFailure) } },
  'POST /credentials/jobs/:id/stop': { answer: { job: Job } },
  'GET /credentials/jobs/:id/results.csv': { answer: 'file' },
  /** Asks again who one is, but not of who just had these credentials made (`isFreshOf`). */
  'POST /credentials/jobs/:id/results.csv': { answer: 'file' },
} as const satisfies Record<string, T.RouteContract>
