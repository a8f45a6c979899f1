import type { AuditEntry } from '../../../domain/audit/action.ts'
import { csvOf } from '../kit/csv.ts'

const HEAD = [
  'at',
  'actorKind',
  'actor',
  'action',
  'subjectKind',
  'subjectId',
  'ownerId',
  'address',
  'requestId',
  'details',
]

export const auditCsv = (pages: AsyncIterable<readonly AuditEntry[]>, isSimulated: boolean): AsyncGenerator<string> =>
  csvOf(HEAD, pages, cellsOf, isSimulated)

const cellsOf = (entry: AuditEntry) => [
  entry.at,
  entry.kind,
  entry.name,
  entry.action,
  entry.subjectKind,
  entry.subjectId,
  entry.ownerId,
  entry.address,
  entry.requestId,
  JSON.stringify(entry.details),
]
