// Columns of credentials in tables that people bring: by the contract's names, or by those that they write instead.
import { unreadable } from '../../domain/codes/refusal.ts'

/** By the contract's name, how it is written. */
export type Columns = Readonly<Record<string, readonly string[]>>

/** Of a table of credentials to be issued, and of one of users that there are already. */
export const CREDENTIAL_COLUMNS: Columns = {
  segundos: ['segundos', 'seconds'],
  dias: ['dias', 'días', 'days'],
  inicia_at: ['inicia_at', 'inicio', 'start'],
  station_codigo: ['station_codigo', 'estacion', 'estación', 'station'],
  grupo: ['grupo', 'group'],
  label: ['label', 'etiqueta'],
  cliente_nombre: ['cliente_nombre', 'cliente', 'customer'],
  cliente_email: ['cliente_email', 'email', 'e-mail', 'correo'],
  referencia: ['referencia', 'reference'],
  metadatos: ['metadatos', 'metadata'],
  si_llena: ['si_llena', 'when_full'],
  lat: ['lat', 'latitud', 'latitude'],
  lng: ['lng', 'lon', 'longitud', 'longitude'],
  geocerca: ['geocerca', 'zona', 'fence'],
}

const MOST_SHOWN = 100

/** The names of the columns of a table, each once. `ignored`: those that may be there and say nothing. */
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
