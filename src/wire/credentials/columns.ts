// Columns of CSV files of credentials: the contract's names, aliases, and the parser of the columns that all files
// share.

import { fault } from '../../domain/codes/fault.ts'
import { unreadable } from '../../domain/codes/refusal.ts'
import { WRITTEN, type WrittenWish } from '../../domain/credentials/credential.ts'
import { MOST_SESSIONS } from '../../domain/credentials/imported.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import { MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import { DAY_S } from '../../domain/time/units.ts'
import type { CredentialCells } from './cells.ts'
import { WRITTEN_FIELDS } from './written.ts'

/** Accepted names of each column, by the contract's name. */
export type Columns = Readonly<Record<string, readonly string[]>>

/** Columns of files of credentials to issue and of users to import. */
export const CREDENTIAL_COLUMNS: Columns = {
  segundos: ['segundos', 'seconds'],
  dias: ['dias', 'días', 'days'],
  inicia_at: ['inicia_at', 'inicio', 'start'],
  station_codigo: ['station_codigo', 'estacion', 'estación', 'station'],
  grupo: ['grupo', 'group'],
  ...Object.fromEntries(Object.values(WRITTEN_FIELDS).map(({ wire, columns }) => [wire, [wire, ...columns]])),
  referencia: ['referencia', 'reference'],
  metadatos: ['metadatos', 'metadata'],
  max_sesiones: ['max_sesiones', 'sesiones', 'sessions'],
  si_llena: ['si_llena', 'when_full'],
  lat: ['lat', 'latitud', 'latitude'],
  lng: ['lng', 'lon', 'longitud', 'longitude'],
  geocerca: ['geocerca', 'zona', 'fence'],
  en_base: ['en_base', 'on_base'],
}

const WHEN_FULL = { reemplazar: 'replace', replace: 'replace', rechazar: 'refuse', refuse: 'refuse' } as const
const ON_BASE = { avisar: 'tell', tell: 'tell', cortar: 'cut', cut: 'cut' } as const

/** Parses the shared columns; `cells` collects the faults. */
export function sharedIn(cells: CredentialCells) {
  const [metadata, maxSessions, whenFull] = [
    cells.pairs('metadatos'),
    cells.whole('max_sesiones', 1, MOST_SESSIONS),
    cells.oneOf('si_llena', WHEN_FULL),
  ]
  const geofence = cells.geofence('geocerca', cells.oneOf('en_base', ON_BASE))
  if (cells.given('en_base') && !cells.given('geocerca')) cells.refuse('geocerca', fault('missing'))
  const place = placeIn(cells)
  return {
    ...(Object.fromEntries(
      WRITTEN.map((name) => [name, cells.field(WRITTEN_FIELDS[name].wire, WRITTEN_FIELDS[name].schema)]),
    ) as WrittenWish),
    stationCode: cells.text('station_codigo', 32),
    group: cells.text('grupo', MAX_GROUP_NAME),
    reference: cells.text('referencia', 100),
    ...(metadata && { metadata }),
    ...(maxSessions !== undefined && { maxSessions }),
    ...(whenFull && { whenFull }),
    ...(geofence && { fence: geofence }),
    ...(place && { place }),
  }
}

function placeIn(cells: CredentialCells): Position | null {
  const [lat, lng] = [cells.degrees('lat', 90), cells.degrees('lng', 180)]
  if (cells.given('lat') && !cells.given('lng')) cells.refuse('lng', fault('missing'))
  if (cells.given('lng') && !cells.given('lat')) cells.refuse('lat', fault('missing'))
  return lat === undefined || lng === undefined ? null : { lat, lng }
}

/** Seconds of validity, from `dias` or `segundos`; `undefined` if the file has neither. */
export function validityIn(cells: CredentialCells, least: number, most: number): number | undefined {
  const days = cells.whole('dias', 1, Math.floor(most / DAY_S))
  const seconds = cells.whole('segundos', least, most)
  if (cells.given('dias') && cells.given('segundos')) cells.refuse('dias', fault('both_validities'))
  return seconds ?? (days === undefined ? undefined : days * DAY_S)
}

const MOST_SHOWN = 100

/** The columns of a table, without duplicates. `ignored` columns are allowed but not read. */
export function columnsIn(head: readonly string[], columns: Columns, ignored: readonly string[] = []): string[] {
  if (head.length === 0) throw unreadable('file_empty')
  const known = new Map<string, string>([
    ...Object.entries(columns).flatMap(([name, written]) => written.map((each) => [each, name] as const)),
    ...ignored.map((name) => [name, name] as const),
  ])
  const names = head.map((written) => {
    const name = known.get(written.toLowerCase())
    if (!name) throw unreadable('unknown_column', { name: written.slice(0, MOST_SHOWN), known: Object.keys(columns) })
    return name
  })
  const doubled = names.find((name, index) => names.indexOf(name) !== index)
  if (doubled) throw unreadable('column_twice', { name: doubled })
  return names
}
