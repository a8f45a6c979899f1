import type { InSteps } from '../../../base/running/turns.ts'
import { unreadable } from '../../../domain/codes/refusal.ts'
import {
  type ImportedFile,
  type ImportField,
  type ImportFormat,
  type LineFault,
  MOST_IMPORTED,
} from '../../../domain/credentials/imported.ts'
import { WRITTEN_NAMES } from '../written.ts'
import { readBkg } from './bkg.ts'
import { readOwnCsv } from './csv.ts'
import { readSnip } from './snip.ts'

/** `files` by name. A BKG caster has three, the other formats have one. */
export function* readImport(
  format: ImportFormat,
  files: ReadonlyMap<string, Buffer>,
  most = MOST_IMPORTED,
): InSteps<ImportedFile> {
  const [first] = files
  if (!first) throw unreadable('file_not_sent')
  const [name, bytes] = first
  const read =
    format === 'bkg'
      ? yield* readBkg(files, most)
      : yield* (format === 'snip' ? readSnip : readOwnCsv)(name, bytes, most)
  if (read.users.length === 0) throw unreadable('file_without_users')
  if (read.users.length > most) throw unreadable('file_too_long', { most })
  return read
}

const COLUMNS: Readonly<Record<ImportField | 'username', string>> = {
  username: 'usuario',
  password: 'password',
  revokedAt: 'estado',
  stationId: 'station_codigo',
  groupId: 'grupo',
  startsAt: 'inicia_at',
  expiresAt: 'expira_at',
  maxSessions: 'max_sesiones',
  whenFull: 'si_llena',
  ...WRITTEN_NAMES,
  reference: 'referencia',
  suspendedAt: 'suspendida',
  metadata: 'metadatos',
  fence: 'geocerca',
}

const columnOf = (field: string): string => COLUMNS[field as ImportField] ?? field

/**
 * Names the columns of a fault. Faults of the domain rules name the field; faults of the parser already name the
 * column.
 */
export const importFaultToWire = ({ field, code, params }: LineFault): LineFault => ({
  field: field && columnOf(field),
  code,
  params: 'fields' in params ? { ...params, fields: (params.fields as readonly string[]).map(columnOf) } : params,
})
