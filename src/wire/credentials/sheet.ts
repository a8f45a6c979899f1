// Credentials, and what came of a file of them, in a spreadsheet: the columns, by the contract's names.
import { type Credential, type RegisteredPlace, shownUsername } from '../../domain/credentials/credential.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { eventCredentialToWire, type ServedBy } from './credential.ts'

export const SHEET_HEAD = [
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
  'label',
  'cliente_nombre',
  'cliente_email',
  'station_codigo',
  'referencia',
  'metadatos',
  'grupo',
  'geocerca',
] as const
/** What else an import needs to make the same credential again. */
const KEPT_HEAD = ['organizacion', 'max_sesiones', 'si_llena', 'suspendida', 'lat', 'lng'] as const
export const EXPORT_HEAD = [...SHEET_HEAD, ...KEPT_HEAD]

const WHEN_FULL = { replace: 'reemplazar', refuse: 'rechazar' } as const

export interface SheetRow extends Credential, RegisteredPlace {
  readonly ownerName: string
  readonly maxSessions: number
  readonly whenFull: WhenFull
}

/** As `EXPORT_HEAD` names them. */
export function sheetCells(row: SheetRow, served: ServedBy) {
  const wire = eventCredentialToWire(row, served)
  // Pairs and fences as the file that is issued from takes them.
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
/** What is handed to the customer. */
export const SECRET_HEAD = ['password', 'url', 'pdf']

export const RESULTS = { issued: 'emitida', failed: 'rechazada', pending: 'pendiente' } as const
export const CHANGE_RESULTS = { issued: 'hecha', failed: 'sin_cambio', pending: 'pendiente' } as const
