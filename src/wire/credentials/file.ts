// Credentials to be issued, in a CSV file: one a line, with the contract's names or those that people write instead.

import { type InSteps, mapInSteps } from '../../base/running/turns.ts'
import { type Fault, fault } from '../../domain/codes/fault.ts'
import { unreadable } from '../../domain/codes/refusal.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import { type Fence, type OnBase, readFence } from '../../domain/credentials/fence.ts'
import type { FileRow, RowFault } from '../../domain/credentials/job.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import { isEmailAddress } from '../../domain/text/email-address.ts'
import { isPrintable } from '../../domain/text/printable.ts'
import { fieldName, wirePath } from '../common.ts'
import { readTable } from '../csv.ts'
import { type Columns, CREDENTIAL_COLUMNS, columnsIn } from './columns.ts'
import { MOST_NAME_CHARACTERS, MOST_PAIRS, MOST_VALUE_CHARACTERS } from './credential.ts'
import { FENCE_FORM, fenceInText } from './fence-text.ts'

export const FILE_LIMIT = 10_000
const DAY_S = 86_400
const LONGEST_TEXT = 200
const MOST_SESSIONS = 1_000
const LONGEST_REFERENCE = 100

const SESSIONS_COLUMN = 'sesiones'
const COLUMNS: Columns = {
  ...CREDENTIAL_COLUMNS,
  enviar_email: ['enviar_email', 'send_email'],
  [SESSIONS_COLUMN]: [SESSIONS_COLUMN, 'sessions'],
  en_base: ['en_base', 'on_base'],
}

/** Names the column of a fault: faults of the rules carry the field's own name, those of the file the column already. */
export const rowFaultToWire = ({ field, ...found }: RowFault): RowFault => ({
  field: field === 'maxSessions' ? SESSIONS_COLUMN : field && fieldName(wirePath([field])),
  ...found,
})

export function* readCredentialFile(text: string): InSteps<FileRow[]> {
  const { head, lines } = yield* readTable(text, FILE_LIMIT, true)
  const names = columnsIn(head, COLUMNS)
  if (!names.includes('dias') && !names.includes('segundos')) throw unreadable('file_without_validity')
  if (lines.length === 0) throw unreadable('file_without_lines')
  if (lines.length > FILE_LIMIT) throw unreadable('file_too_long', { most: FILE_LIMIT })
  return yield* mapInSteps(lines, ({ cells, line }) => readRow(names, cells, line))
}

function readRow(names: readonly string[], record: readonly string[], line: number): FileRow {
  const problems: RowFault[] = []
  const refuse = (field: string | null, found: Fault) => void problems.push({ field, ...found })
  if (record.length !== names.length) refuse(null, fault('field_count', { here: record.length, first: names.length }))
  const cells = new Map(names.map((name, index) => [name, record[index] ?? '']))
  const given = (name: string) => cells.get(name) || undefined

  const text = (name: string, longest = LONGEST_TEXT) => {
    const value = given(name)
    if (value !== undefined && value.length > longest) refuse(name, fault('too_long', { most: longest }))
    if (value !== undefined && !isPrintable(value)) refuse(name, fault('control_characters'))
    return value
  }
  const whole = (name: string, least: number, most: number) => {
    const value = given(name)
    if (value === undefined) return undefined
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    refuse(name, fault('not_whole_number', { least, most }))
    return undefined
  }
  /** A comma is how many people write a decimal point. */
  const degrees = (name: string, most: number) => {
    const value = given(name)
    if (value === undefined) return undefined
    const number = /^[+-]?\d{1,3}([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN
    if (Math.abs(number) <= most) return number
    refuse(name, fault('number_range', { least: -most, most }))
    return undefined
  }
  const oneOf = <Value>(name: string, choices: Readonly<Record<string, Value>>) => {
    const value = given(name)?.toLowerCase()
    if (value === undefined) return undefined
    if (Object.hasOwn(choices, value)) return choices[value]
    refuse(name, fault('not_one_of', { choices: Object.keys(choices) }))
    return undefined
  }

  const days = whole('dias', 1, MAX_VALIDITY_SECONDS / DAY_S)
  const seconds = whole('segundos', MIN_VALIDITY_SECONDS, MAX_VALIDITY_SECONDS)
  if (given('dias') && given('segundos')) refuse('dias', fault('both_validities'))
  if (!given('dias') && !given('segundos')) refuse('dias', fault('missing'))
  const email = text('cliente_email', 254)
  if (email !== undefined && !isEmailAddress(email)) refuse('cliente_email', fault('wrong_format', { format: 'email' }))
  const maxSessions = whole(SESSIONS_COLUMN, 1, MOST_SESSIONS)
  const whenFull = oneOf<WhenFull>('si_llena', {
    reemplazar: 'replace',
    replace: 'replace',
    rechazar: 'refuse',
    refuse: 'refuse',
  })
  const metadata = pairsIn(given('metadatos'), (found) => refuse('metadatos', found))
  const [lat, lng] = [degrees('lat', 90), degrees('lng', 180)]
  if (given('lat') && !given('lng')) refuse('lng', fault('missing'))
  if (given('lng') && !given('lat')) refuse('lat', fault('missing'))
  const fence = fenceIn(
    given('geocerca'),
    oneOf<OnBase>('en_base', { avisar: 'tell', tell: 'tell', cortar: 'cut', cut: 'cut' }),
    (found) => refuse('geocerca', found),
  )
  if (given('en_base') && !given('geocerca')) refuse('geocerca', fault('missing'))
  const request: CredentialRequest = {
    validitySeconds: seconds ?? (days ?? 0) * DAY_S,
    stationId: undefined,
    stationCode: text('station_codigo', 32),
    group: text('grupo', MAX_GROUP_NAME),
    label: text('label'),
    customerName: text('cliente_nombre'),
    customerEmail: email,
    sendEmail: oneOf('enviar_email', YES_NO) ?? false,
    startsAt: text('inicia_at', 40),
    reference: text('referencia', LONGEST_REFERENCE),
    ...(metadata && { metadata }),
    ...(maxSessions !== undefined && { maxSessions }),
    ...(whenFull !== undefined && { whenFull }),
    ...(fence && { fence }),
    ...(lat !== undefined && lng !== undefined && { place: { lat, lng } }),
  }
  return { line, request, problems }
}

/** `19.43,-99.13,20`, WKT, GeoJSON, or the JSON object that an export has. */
export function fenceIn(
  cell: string | undefined,
  onBase: OnBase | undefined,
  refuse: (found: Fault) => void,
): Fence | null {
  if (cell === undefined) return null
  const written = fenceInText(cell)
  const read = written && readFence({ ...written, ...(onBase && { onBase }) })
  if (!read) refuse(fault('wrong_form', { form: FENCE_FORM }))
  else if ('fence' in read) return read.fence
  else refuse({ code: read.faults[0]!.code, params: read.faults[0]!.params })
  return null
}

/** `obra=Norte; equipo=R12`, or the JSON object that an export has. */
export function pairsIn(cell: string | undefined, refuse: (found: Fault) => void): Record<string, string> | null {
  if (cell === undefined) return null
  const pairs = cell.trimStart().startsWith('{') ? jsonPairs(cell) : writtenPairs(cell)
  const found = pairs && faultOfPairs(pairs)
  if (!pairs) refuse(fault('wrong_form', { form: 'obra=Norte; equipo=R12' }))
  else if (found) refuse(found)
  else return Object.fromEntries(pairs)
  return null
}

type WrittenPairs = readonly (readonly [string, string])[]

function writtenPairs(cell: string): WrittenPairs | null {
  const parts = cell.split(';').filter((part) => part.trim() !== '')
  const pairs = parts
    .map((part) => /^([^=]+)=(.*)$/s.exec(part))
    .map((found) => found && ([found[1]!.trim(), found[2]!.trim()] as const))
  return pairs.every((pair) => pair !== null) ? pairs : null
}

function jsonPairs(cell: string): WrittenPairs | null {
  try {
    const pairs = Object.entries(JSON.parse(cell) as object)
    return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : null
  } catch {
    return null
  }
}

function faultOfPairs(pairs: WrittenPairs): Fault | null {
  if (pairs.length > MOST_PAIRS) return fault('too_many', { most: MOST_PAIRS })
  if (pairs.some(([name]) => name.length === 0 || name.length > MOST_NAME_CHARACTERS))
    return fault('pair_name_length', { most: MOST_NAME_CHARACTERS })
  if (pairs.some(([, value]) => value.length > MOST_VALUE_CHARACTERS))
    return fault('too_long', { most: MOST_VALUE_CHARACTERS })
  return pairs.flat().every(isPrintable) ? null : fault('control_characters')
}

const YES_NO = { true: true, si: true, sí: true, yes: true, '1': true, false: false, no: false, '0': false }
