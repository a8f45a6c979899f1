// Columns of the CSV files that we write (credentials and results of jobs), with the contract's names.
import { type Credential, shownUsername, WRITTEN } from '../../domain/credentials/credential.ts'
import { eventCredentialToWire, type ServedBy } from './credential.ts'
import { WRITTEN_NAMES } from './written.ts'

const WRITTEN_COLUMNS = WRITTEN.map((name) => WRITTEN_NAMES[name])

const SHEET_HEAD = [
  'id',
  'usuario',
  'estado',
  'vigente',
  'tipo',
  'mountpoint',
  'caster',
  'puerto',
  'formato',
  'datum',
  'emitida_at',
  'inicia_at',
  'expira_at',
  ...WRITTEN_COLUMNS,
  'station_codigo',
  'referencia',
  'metadatos',
  'grupo',
  'geocerca',
] as const
/** Additional columns that an import needs to recreate the credential. */
const KEPT_HEAD = ['organizacion', 'max_sesiones', 'si_llena', 'suspendida', 'lat', 'lng'] as const
export const EXPORT_HEAD = [...SHEET_HEAD, ...KEPT_HEAD]

const WHEN_FULL = { replace: 'reemplazar', refuse: 'rechazar' } as const

export interface SheetRow extends Credential {
  readonly ownerName: string
}

/** In the order of `EXPORT_HEAD`. */
export function sheetCells(row: SheetRow, served: ServedBy) {
  const wire = eventCredentialToWire(row, served)
  // Metadata and geofences have the same format as in files of credentials to issue.
  const own = {
    ...wire,
    ...{ usuario: shownUsername(row), metadatos: textOf(row.metadata), geocerca: textOf(wire.geocerca) },
  }
  return [
    ...SHEET_HEAD.map((name) => own[name]),
    ...[row.ownerName, row.maxSessions, WHEN_FULL[row.whenFull]],
    ...[row.suspendedAt !== null, row.placeLat, row.placeLng],
  ]
}

const textOf = (value: object | null) => (value === null ? null : JSON.stringify(value))

export const RESULT_HEAD = [
  'linea',
  'resultado',
  'motivo',
  'id',
  'usuario',
  'inicia_at',
  'expira_at',
  'station_codigo',
  'label',
  'cliente_nombre',
  'cliente_email',
  'referencia',
  'grupo',
]
export const SECRET_HEAD = ['password', 'url', 'pdf']

export const RESULTS = { issued: 'emitida', failed: 'rechazada', pending: 'pendiente' } as const
export const CHANGE_RESULTS = { issued: 'hecha', failed: 'sin_cambio', pending: 'pendiente' } as const
