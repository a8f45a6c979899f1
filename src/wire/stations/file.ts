// Parses files of stations: a JSON array or CSV with the contract's names, or an NTRIP sourcetable.

import { looksLikeSourcetable, parseStreamRecord, type StreamRecord } from '@vertice/ntrip'
import { type InSteps, mapInSteps } from '../../base/running/turns.ts'
import { type FieldFault, type FilePlace, wrong } from '../../domain/codes/fault.ts'
import { unreadable } from '../../domain/codes/refusal.ts'
import { isCountry, type StationInput } from '../../domain/stations/input.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import { LONGEST_LINE, readTable } from '../files/csv.ts'
import { itemsOf } from '../files/json-items.ts'

export interface FileEntry {
  readonly where: FilePlace
  readonly input: StationInput
  readonly errors: readonly FieldFault[]
}

export interface StationFile {
  readonly entries: readonly FileEntry[]
  /** Valid lines that are not stations: network mountpoints. */
  readonly skipped: readonly { readonly where: FilePlace; readonly mountpoint: string }[]
}

const TEXTS = {
  codigo: 'code',
  nombre: 'name',
  estado_mx: 'federalState',
  pais: 'country',
  mountpoint: 'mountpoint',
  formato: 'format',
  datum: 'datum',
  constelaciones: 'constellations',
  status: 'declaredStatus',
} as const
const NUMBERS = { lat: 'lat', lng: 'lng', radio_km: 'radiusKm' } as const
const FLAGS = { rtcm: 'isRtcm', vender_sin_medicion: 'sellsUnmeasured', abierta: 'isOpen' } as const
/** Spellings that people use in tables. */
const FLAG_WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, si: true, sí: true, no: false }
/** Fields of the contract that the service computes, so that a list from GET /stations can be imported unchanged. */
const IGNORED = ['id', 'telemetria', 'salud_pct', 'latencia_ms', 'sats', 'ultima_at', 'marco']
/** Max reported faults per station. */
const MOST_FAULTS = 10
const KNOWN = [...Object.keys(TEXTS), ...Object.keys(NUMBERS), ...Object.keys(FLAGS), ...IGNORED]

export const stationFieldName = (field: string | number): string =>
  Object.entries({ ...TEXTS, ...NUMBERS, ...FLAGS }).find(([, name]) => name === field)?.[0] ?? String(field)

/** Stops reading after `most` + 1 stations. */
export function* readStationFile(bytes: Buffer, most = Number.MAX_SAFE_INTEGER): InSteps<StationFile> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('file_not_utf8')
  }
  if (text.trim() === '') throw unreadable('file_empty')
  if (text.trimStart().startsWith('{')) throw unreadable('file_not_array')
  const file = yield* readAny(text, most)
  if (file.entries.length > most || file.skipped.length > most) throw unreadable('file_too_long', { most })
  return file
}

function* readAny(text: string, most: number): InSteps<StationFile> {
  if (text.trimStart().startsWith('[')) return { entries: yield* fromJson(text, most), skipped: [] }
  if (looksLikeSourcetable(text)) return yield* fromSourcetable(text, most)
  return { entries: yield* fromCsv(text, most), skipped: [] }
}

function* fromJson(text: string, most: number): InSteps<FileEntry[]> {
  const items = yield* itemsOf(text, most + 1)
  return yield* mapInSteps(items, (json, index) => {
    const where: FilePlace = { kind: 'item', number: index + 1 }
    const broken = (found: FieldFault) => ({ where, input: { code: '' }, errors: [found] })
    if (json.length > LONGEST_LINE) return broken(wrong([], 'too_long', { most: LONGEST_LINE }))
    const item = parseItem(json)
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return broken(wrong([], 'not_object'))
    return { where, ...fromRecord(item as Record<string, unknown>) }
  })
}

function parseItem(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw unreadable('file_not_json', { said: (error as Error).message })
  }
}

function* fromCsv(text: string, most: number): InSteps<FileEntry[]> {
  const { head, lines } = yield* readTable(text, most)
  const doubled = head.find((name, index) => head.indexOf(name) !== index)
  if (doubled !== undefined) throw unreadable('column_twice', { name: doubled })
  return yield* mapInSteps(lines, ({ cells, line }) => {
    const where: FilePlace = { kind: 'line', number: line }
    if (cells.length !== head.length) {
      const count = wrong([], 'field_count', { here: cells.length, first: head.length })
      return { where, input: { code: '' }, errors: [count] }
    }
    const filled = head.map((name, index) => [name, cells[index]!] as const).filter(([, value]) => value !== '')
    const read = filled.map(([name, value]) => [name, Object.hasOwn(NUMBERS, name) ? toNumber(value) : value])
    return { where, ...fromRecord(Object.fromEntries(read)) }
  })
}

function* fromSourcetable(text: string, most: number): InSteps<StationFile> {
  const entries: FileEntry[] = []
  const skipped: StationFile['skipped'][number][] = []
  for (let number = 1, at = 0; at < text.length && entries.length <= most && skipped.length <= most; number++) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    at = end < 0 ? text.length : end + 1
    yield
    const where: FilePlace = { kind: 'line', number }
    if (line.length > LONGEST_LINE) {
      entries.push({ where, input: { code: '' }, errors: [wrong([], 'too_long', { most: LONGEST_LINE })] })
      continue
    }
    const record = parseStreamRecord(line)
    if (!record) continue
    if (record.isVirtual) skipped.push({ where, mountpoint: record.mountpoint })
    else entries.push({ where, ...fromStreamRecord(record) })
  }
  if (entries.length === 0) throw unreadable('file_without_stations')
  return { entries, skipped }
}

function fromStreamRecord(record: StreamRecord): Omit<FileEntry, 'where'> {
  const lng = toNumber(record.lng)
  return fromRecord({
    codigo: record.mountpoint,
    nombre: record.identifier || record.mountpoint,
    mountpoint: record.mountpoint,
    lat: toNumber(record.lat),
    lng: typeof lng === 'number' && lng > 180 ? lng - 360 : lng, // some casters use 0 to 360
    ...(record.format && { formato: record.format }),
    ...(isCountry(record.country) && { pais: record.country }),
    ...(record.navSystem && { constelaciones: record.navSystem }),
  })
}

function fromRecord(record: Record<string, unknown>): Omit<FileEntry, 'where'> {
  const errors: FieldFault[] = []
  const refuse = (error: FieldFault) => errors.length < MOST_FAULTS && errors.push(error)
  const input: Record<string, unknown> = { code: '' }
  for (const [name, value] of Object.entries(record)) {
    if (value === null || IGNORED.includes(name)) continue
    if (Object.hasOwn(TEXTS, name)) {
      if (typeof value === 'string') input[TEXTS[name as keyof typeof TEXTS]] = value
      else refuse(wrong([name], 'not_text'))
    } else if (Object.hasOwn(NUMBERS, name)) {
      if (typeof value === 'number' && Number.isFinite(value)) input[NUMBERS[name as keyof typeof NUMBERS]] = value
      else refuse(wrong([name], 'not_number', { given: value }))
    } else if (Object.hasOwn(FLAGS, name)) {
      const flag = toFlag(value)
      if (flag !== null) input[FLAGS[name as keyof typeof FLAGS]] = flag
      else refuse(wrong([name], 'not_one_of', { choices: Object.keys(FLAG_WORDS) }))
    } else refuse(wrong([name], 'unknown_field', { known: KNOWN }))
  }
  return { input: input as unknown as StationInput & { declaredStatus?: StationStatus }, errors }
}

const toFlag = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value
  const word = String(value).toLowerCase()
  return Object.hasOwn(FLAG_WORDS, word) ? FLAG_WORDS[word]! : null
}

const toNumber = (text: string): number | string => (/^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
