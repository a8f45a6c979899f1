import { Type } from 'typebox'
import { IMPORT_FORMATS, type ImportNote, MOST_SESSIONS, OUTCOMES } from '../../../../domain/credentials/imported.ts'
import * as T from '../pieces.ts'
import { RowProblem } from './jobs.ts'

export type { ImportFormat, Outcome } from '../../../../domain/credentials/imported.ts'

export const ImportLine = T.Exact({
  file: T.Text,
  line: T.Count,
  username: T.Text,
  outcome: T.OneOf(OUTCOMES),
  /** Code of a station or name of a group; `null` means the network, or none. */
  access: T.TextOrNull,
  expiresAt: T.AtOrNull,
  maxSessions: T.Count,
  isWeak: T.Flag,
  problems: T.List(RowProblem),
})
export type ImportLine = T.Received<typeof ImportLine>

export const ImportPreview = T.Exact({
  counts: T.Exact(
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, T.Count])) as Record<
      (typeof OUTCOMES)[number],
      typeof T.Count
    >,
  ),
  /** The first lines of each outcome. */
  lines: T.List(ImportLine),
  notes: T.List(T.Coded<ImportNote>()),
  isClean: T.Flag,
})
export type ImportPreview = T.Received<typeof ImportPreview>

const Query = {
  ownerId: T.Id,
  format: T.OneOf(IMPORT_FORMATS),
  /** Files that the body contains one after the other: `name:bytes,name:bytes`, names URL-encoded. */
  files: Type.String({ minLength: 3, maxLength: 1_000, pattern: '^[^:,]+:\\d{1,9}(,[^:,]+:\\d{1,9}){0,2}$' }),
  days: Type.Integer({ minimum: 1, maximum: 366 }),
  sessions: Type.Integer({ minimum: 1, maximum: MOST_SESSIONS }),
  everything: T.OneOf(['stations', 'network']),
  unknown: T.OneOf(['error', 'skip']),
}
/** Enough for 100,000 users with all their data. */
const FILE_BYTES = 48 * 1024 * 1024

export const CREDENTIAL_IMPORT_ROUTES = {
  'POST /credentials/import/preview': {
    query: Type.Object(Query),
    body: 'file',
    mostBytes: FILE_BYTES,
    answer: { preview: ImportPreview },
  },
  'POST /credentials/import': {
    query: Type.Object({ ...Query, leaveOutBad: T.YesOrNo, events: T.YesOrNo }),
    body: 'file',
    mostBytes: FILE_BYTES,
    answer: { preview: ImportPreview, isDone: T.Flag },
  },
} as const satisfies Record<string, T.RouteContract>
