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
  /** A station by its code, a group by its name; null: the network, or nothing. */
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
  /** The first of each outcome. */
  lines: T.List(ImportLine),
  notes: T.List(T.Coded<ImportNote>()),
  isClean: T.Flag,
})
export type ImportPreview = T.Received<typeof ImportPreview>

const Query = {
  ownerId: T.Id,
  format: T.OneOf(IMPORT_FORMATS),
  /** The files that the body holds one after the other: `name:bytes,name:bytes`, names as in an address. */
  files: Type.String({ minLength: 3, maxLength: 1_000, pattern: '^[^:,]+:\\d{1,9}(,[^:,]+:\\d{1,9}){0,2}$' }),
  days: Type.Integer({ minimum: 1, maximum: 366 }),
  sessions: Type.Integer({ minimum: 1, maximum: MOST_SESSIONS }),
  everything: T.OneOf(['stations', 'network']),
  unknown: T.OneOf(['error', 'skip']),
}
/** A hundred thousand users with all that belongs to them. */
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
