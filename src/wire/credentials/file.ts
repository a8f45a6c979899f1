// Parses a CSV file of credentials to issue, one per line.

import { type InSteps, mapInSteps } from '../../base/running/turns.ts'
import { fault } from '../../domain/codes/fault.ts'
import { unreadable } from '../../domain/codes/refusal.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { LineFault } from '../../domain/credentials/imported.ts'
import type { FileRow } from '../../domain/credentials/job.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import { fieldName, wirePath } from '../common.ts'
import { readTable } from '../files/csv.ts'
import { CredentialCells } from './cells.ts'
import { type Columns, CREDENTIAL_COLUMNS, columnsIn, sharedIn, validityIn } from './columns.ts'

export const FILE_LIMIT = 10_000

const COLUMNS: Columns = { ...CREDENTIAL_COLUMNS, enviar_email: ['enviar_email', 'send_email'] }

/**
 * Names the column of a fault. Faults of the domain rules name the field; faults of the parser already name the column.
 */
export const rowFaultToWire = ({ field, ...found }: LineFault): LineFault => ({
  field: field === 'maxSessions' ? 'max_sesiones' : field && fieldName(wirePath([field])),
  ...found,
})

export function* readCredentialFile(text: string): InSteps<FileRow[]> {
  const { head, lines } = yield* readTable(text, FILE_LIMIT, true)
  const names = columnsIn(head, COLUMNS)
  if (!names.includes('dias') && !names.includes('segundos')) throw unreadable('file_without_validity')
  if (lines.length === 0) throw unreadable('file_without_lines')
  if (lines.length > FILE_LIMIT) throw unreadable('file_too_long', { most: FILE_LIMIT })
  return yield* mapInSteps(lines, ({ cells, line }) => readRow(new CredentialCells(names, cells), line))
}

function readRow(cells: CredentialCells, line: number): FileRow {
  const validitySeconds = validityIn(cells, MIN_VALIDITY_SECONDS, MAX_VALIDITY_SECONDS)
  if (!cells.given('dias') && !cells.given('segundos')) cells.refuse('dias', fault('missing'))
  const request: CredentialRequest = {
    ...sharedIn(cells),
    validitySeconds: validitySeconds ?? 0,
    stationId: undefined,
    sendEmail: cells.yesNo('enviar_email') ?? false,
    startsAt: cells.text('inicia_at', 40),
  }
  return { line, request, problems: cells.faults }
}
