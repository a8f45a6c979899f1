// Users with their passwords in a table of our own: the columns of an export, or those that people write.

import { type InSteps, mapInSteps } from '../../../base/running/turns.ts'
import { type Fault, fault } from '../../../domain/codes/fault.ts'
import { unreadable } from '../../../domain/codes/refusal.ts'
import {
  type ImportedAccess,
  type ImportedFile,
  type ImportedUser,
  type ImportFault,
  MOST_SESSIONS,
} from '../../../domain/credentials/imported.ts'
import { readInstant } from '../../../domain/credentials/start-time.ts'
import { isEmailAddress } from '../../../domain/text/email-address.ts'
import { isPrintable } from '../../../domain/text/printable.ts'
import { asWritten } from '../../cells.ts'
import { readTable } from '../../csv.ts'
import { type Columns, CREDENTIAL_COLUMNS, columnsIn } from '../columns.ts'
import { fenceIn, pairsIn } from '../file.ts'
import { ownTextOf } from './bytes.ts'

const COLUMNS: Columns = {
  ...CREDENTIAL_COLUMNS,
  usuario: ['usuario', 'user', 'username'],
  password: ['password', 'contraseña', 'clave'],
  expira_at: ['expira_at', 'vence', 'expires'],
  max_sesiones: ['max_sesiones', 'sesiones', 'sessions'],
  suspendida: ['suspendida', 'suspended'],
  estado: ['estado'],
}
/** In an export, and made by the service: they follow from the others. */
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
    users: yield* mapInSteps(lines, ({ cells, line }) => userOf(file, names, cells, line)),
    named: [],
    notes: [],
  }
}

function userOf(file: string, names: readonly string[], record: readonly string[], line: number): ImportedUser {
  const faults: ImportFault[] = []
  const refuse = (field: string | null, found: Fault) => void faults.push({ field, ...found })
  if (record.length !== names.length) refuse(null, fault('field_count', { here: record.length, first: names.length }))
  const given = (name: string) => asWritten(record[names.indexOf(name)] ?? '') || undefined
  const text = (name: string, most = 200) => {
    const value = given(name)
    if (value !== undefined && value.length > most) refuse(name, fault('too_long', { most }))
    if (value !== undefined && !isPrintable(value)) refuse(name, fault('control_characters'))
    return value
  }
  const whole = (name: string, least: number, most: number) => {
    const value = given(name)
    const number = value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (value !== undefined && !(number >= least && number <= most))
      refuse(name, fault('not_whole_number', { least, most }))
    return Number.isNaN(number) ? undefined : number
  }
  const instant = (name: string) => {
    const value = given(name)
    const at = value === undefined ? null : readInstant(value)
    if (value !== undefined && !at) refuse(name, fault('start_form'))
    return at ?? undefined
  }
  const degrees = (name: string, most: number) => {
    const value = given(name)
    const number = Number(value?.replace(',', '.'))
    if (value !== undefined && !(Math.abs(number) <= most)) refuse(name, fault('number_range', { least: -most, most }))
    return value === undefined || Number.isNaN(number) ? undefined : number
  }
  const oneOf = <Value>(name: string, choices: Readonly<Record<string, Value>>) => {
    const value = given(name)?.toLowerCase()
    if (value === undefined || Object.hasOwn(choices, value)) return value === undefined ? undefined : choices[value]
    return void refuse(name, fault('not_one_of', { choices: Object.keys(choices) }))
  }
  const expiresAt = instant('expira_at')
  const seconds = whole('segundos', 1, 31_622_400) ?? (whole('dias', 1, 366) ?? 0) * 86_400
  const email = text('cliente_email', 254)
  if (email !== undefined && !isEmailAddress(email)) refuse('cliente_email', fault('wrong_format', { format: 'email' }))
  const [station, group] = [text('station_codigo', 32), text('grupo', 120)]
  if (station && group) refuse('grupo', fault('station_or_group'))
  const access: ImportedAccess = group
    ? { kind: 'group', name: group }
    : station
      ? { kind: 'station', code: station }
      : { kind: 'network' }
  const metadata = pairsIn(given('metadatos'), (found) => refuse('metadatos', found))
  const fence = fenceIn(given('geocerca'), undefined, (found) => refuse('geocerca', found))
  const [lat, lng] = [degrees('lat', 90), degrees('lng', 180)]
  const over = { revocada: 'revoked_there', expirada: 'already_over' } as const
  const state = given('estado')?.toLowerCase() ?? ''
  return {
    ...{ file, line, username: given('usuario') ?? '', password: given('password') ?? '', access, faults },
    startsAt: instant('inicia_at'),
    expiresAt,
    ...(!expiresAt && seconds > 0 && { validitySeconds: seconds }),
    maxSessions: whole('max_sesiones', 1, MOST_SESSIONS),
    whenFull: oneOf('si_llena', {
      reemplazar: 'replace',
      replace: 'replace',
      rechazar: 'refuse',
      refuse: 'refuse',
    } as const),
    label: text('label'),
    customerName: text('cliente_nombre'),
    customerEmail: email,
    reference: text('referencia', 100),
    ...(metadata && { metadata }),
    ...(fence && { fence }),
    suspended: oneOf('suspendida', { true: true, si: true, sí: true, yes: true, false: false, no: false }),
    ...(lat !== undefined && lng !== undefined && { place: { lat, lng } }),
    ...(Object.hasOwn(over, state) && { leftOut: { field: 'estado', ...fault(over[state as keyof typeof over]) } }),
  }
}
