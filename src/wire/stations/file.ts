// Stations in files: a JSON array or CSV with the contract's names, or an NTRIP sourcetable.
import { parse } from 'csv-parse/sync'
import { type FieldFault, type FilePlace, wrong } from '../../domain/fault.ts'
import { unreadable } from '../../domain/refusal.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import { looksLikeSourcetable, parseStreamRecord } from '../../ntrip/sourcetable.ts'

export interface FileEntry {
  readonly where: FilePlace
  readonly input: StationInput
  readonly errors: readonly FieldFault[]
}

export interface StationFile {
  readonly entries: readonly FileEntry[]
  /** Lines that are right but are no stations: mountpoints of networks. */
  readonly skipped: readonly { readonly where: FilePlace; readonly mountpoint: string }[]
}

const TEXTS = {
  codigo: 'code',
  nombre: 'name',
  estado_mx: 'federalState',
  mountpoint: 'mountpoint',
  formato: 'format',
  datum: 'datum',
  constelaciones: 'constellations',
  status: 'declaredStatus',
} as const
const NUMBERS = { lat: 'lat', lng: 'lng', radio_km: 'radiusKm' } as const
/** In the contract, but given by the service: a list taken from GET /stations can be imported as it is. */
const IGNORED = ['id', 'telemetria', 'salud_pct', 'latencia_ms', 'sats']
const KNOWN = [...Object.keys(TEXTS), ...Object.keys(NUMBERS), ...IGNORED]

/** The contract's name of a field of a station. */
export const stationFieldName = (field: string | number): string =>
  Object.entries({ ...TEXTS, ...NUMBERS }).find(([, name]) => name === field)?.[0] ?? String(field)

/** Of a file with more than `most` stations no more is read than tells so. */
export function readStationFile(bytes: Buffer, most = Number.MAX_SAFE_INTEGER): StationFile {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('file_not_utf8')
  }
  if (text.trim() === '') throw unreadable('file_empty')
  if (text.trimStart().startsWith('{')) throw unreadable('file_not_array')
  const file = readAny(text, most)
  if (file.entries.length > most) throw unreadable('file_too_long', { most })
  return file
}

function readAny(text: string, most: number): StationFile {
  if (text.trimStart().startsWith('[')) return { entries: fromJson(text, most), skipped: [] }
  if (looksLikeSourcetable(text)) return fromSourcetable(text)
  return { entries: fromCsv(text, most), skipped: [] }
}

function fromJson(text: string, most: number): FileEntry[] {
  let items: unknown[]
  try {
    items = JSON.parse(text)
  } catch (error) {
    throw unreadable('file_not_json', { said: (error as Error).message })
  }
  return items.slice(0, most + 1).map((item, index) => {
    const where: FilePlace = { kind: 'item', number: index + 1 }
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return { where, input: { code: '' }, errors: [wrong([], 'not_object')] }
    }
    return { where, ...fromRecord(item as Record<string, unknown>) }
  })
}

function fromCsv(text: string, most: number): FileEntry[] {
  const [header = ''] = text.split('\n', 1)
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    count(header, candidate) > count(header, best) ? candidate : best,
  )
  let lines: { record: string[]; info: { lines: number } }[]
  try {
    lines = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      to: most + 2, // the head, and one that is too many
      trim: true,
    }) as never
  } catch (error) {
    throw unreadable('file_not_csv', { said: (error as Error).message })
  }
  const [head, ...rows] = lines
  const names = head?.record ?? []
  const doubled = names.find((name, index) => names.indexOf(name) !== index)
  if (doubled !== undefined) throw unreadable('column_twice', { name: doubled })
  return rows.map(({ record, info }) => {
    const where: FilePlace = { kind: 'line', number: info.lines }
    if (record.length !== names.length) {
      const count = wrong([], 'field_count', { here: record.length, first: names.length })
      return { where, input: { code: '' }, errors: [count] }
    }
    const filled = names.map((name, index) => [name, record[index]!] as const).filter(([, value]) => value !== '')
    const read = filled.map(([name, value]) => [name, Object.hasOwn(NUMBERS, name) ? toNumber(value) : value])
    return { where, ...fromRecord(Object.fromEntries(read)) }
  })
}

function fromSourcetable(text: string): StationFile {
  const entries: FileEntry[] = []
  const skipped: StationFile['skipped'][number][] = []
  text.split(/\r?\n/).forEach((line, index) => {
    const record = parseStreamRecord(line)
    if (!record) return
    const where: FilePlace = { kind: 'line', number: index + 1 }
    if (record.isVirtual) {
      skipped.push({ where, mountpoint: record.mountpoint })
      return
    }
    const lng = toNumber(record.lng)
    entries.push({
      where,
      ...fromRecord({
        codigo: record.mountpoint,
        nombre: record.identifier || record.mountpoint,
        mountpoint: record.mountpoint,
        lat: toNumber(record.lat),
        lng: typeof lng === 'number' && lng > 180 ? lng - 360 : lng, // some casters count 0 to 360
        ...(record.format && { formato: record.format }),
        ...(record.navSystem && { constelaciones: record.navSystem }),
      }),
    })
  })
  if (entries.length === 0) throw unreadable('file_without_stations')
  return { entries, skipped }
}

function fromRecord(record: Record<string, unknown>): Omit<FileEntry, 'where'> {
  const errors: FieldFault[] = []
  const input: Record<string, unknown> = { code: '' }
  for (const [name, value] of Object.entries(record)) {
    if (value === null || IGNORED.includes(name)) continue
    if (Object.hasOwn(TEXTS, name)) {
      if (typeof value === 'string') input[TEXTS[name as keyof typeof TEXTS]] = value
      else errors.push(wrong([name], 'not_text'))
    } else if (Object.hasOwn(NUMBERS, name)) {
      if (typeof value === 'number' && Number.isFinite(value)) input[NUMBERS[name as keyof typeof NUMBERS]] = value
      else errors.push(wrong([name], 'not_number', { given: value }))
    } else errors.push(wrong([name], 'unknown_field', { known: KNOWN }))
  }
  return { input: input as unknown as StationInput & { declaredStatus?: StationStatus }, errors }
}

const toNumber = (text: string): number | string => (/^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
const count = (text: string, part: string) => text.split(part).length
