// Imports users with passwords from a CSV file with the columns of our export, or their aliases.

import { type InSteps, mapInSteps } from '../../../base/running/turns.ts'
import { fault } from '../../../domain/codes/fault.ts'
import { unreadable } from '../../../domain/codes/refusal.ts'
import {
  type ImportedAccess,
  type ImportedFile,
  type ImportedUser,
  MAX_IMPORTED_VALIDITY_SECONDS,
} from '../../../domain/credentials/imported.ts'
import { readTable } from '../../files/csv.ts'
import { CredentialCells } from '../cells.ts'
import { type Columns, CREDENTIAL_COLUMNS, columnsIn, sharedIn, validityIn } from '../columns.ts'
import { ownTextOf } from './bytes.ts'

const COLUMNS: Columns = {
  ...CREDENTIAL_COLUMNS,
  usuario: ['usuario', 'user', 'username'],
  password: ['password', 'contraseña', 'clave'],
  expira_at: ['expira_at', 'vence', 'expires'],
  suspendida: ['suspendida', 'suspended'],
  estado: ['estado'],
}
/** Columns of an export that the service computes itself. */
const IGNORED = [
  'id',
  'vigente',
  'tipo',
  'mountpoint',
  'caster',
  'puerto',
  'formato',
  'datum',
  'emitida_at',
  'organizacion',
  'url',
  'pdf',
  'linea',
  'resultado',
  'motivo',
]

export function* readOwnCsv(file: string, bytes: Buffer, most: number): InSteps<ImportedFile> {
  const { head, lines } = yield* readTable(ownTextOf(bytes), most, true)
  const names = columnsIn(head, COLUMNS, IGNORED)
  for (const name of ['usuario', 'password']) if (!names.includes(name)) throw unreadable('column_needed', { name })
  return {
    users: yield* mapInSteps(lines, ({ cells, line }) => userOf(file, new CredentialCells(names, cells), line)),
    named: [],
    notes: [],
  }
}

const OVER = { revocada: 'revoked_there', expirada: 'already_over' } as const

function userOf(file: string, cells: CredentialCells, line: number): ImportedUser {
  const expiresAt = cells.instant('expira_at')
  const { stationCode, group, ...shared } = sharedIn(cells)
  const validitySeconds = validityIn(cells, 1, MAX_IMPORTED_VALIDITY_SECONDS)
  if (stationCode && group) cells.refuse('grupo', fault('station_or_group'))
  const state = cells.given('estado')?.toLowerCase() ?? ''
  return {
    ...shared,
    file,
    line,
    username: cells.given('usuario') ?? '',
    password: cells.given('password') ?? '',
    access: accessOf(stationCode, group),
    startsAt: cells.instant('inicia_at'),
    expiresAt,
    ...(!expiresAt && validitySeconds && { validitySeconds }),
    suspended: cells.yesNo('suspendida'),
    ...(Object.hasOwn(OVER, state) && { leftOut: { field: 'estado', ...fault(OVER[state as keyof typeof OVER]) } }),
    faults: cells.faults,
  }
}

function accessOf(stationCode: string | undefined, group: string | undefined): ImportedAccess {
  if (group) return { kind: 'group', name: group }
  return stationCode ? { kind: 'station', code: stationCode } : { kind: 'network' }
}
