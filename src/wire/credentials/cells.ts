// Parses the cells of one line of a CSV file of credentials, and collects the faults.

import { type Fault, fault } from '../../domain/codes/fault.ts'
import { type Geofence, type OnBase, readGeofence } from '../../domain/credentials/geofence.ts'
import type { LineFault } from '../../domain/credentials/imported.ts'
import { isEmailAddress } from '../../domain/text/email-address.ts'
import { isPrintable } from '../../domain/text/printable.ts'
import { readInstant } from '../../domain/time/local-time.ts'
import { asWritten } from '../files/cells.ts'
import { MOST_NAME_CHARACTERS, MOST_PAIRS, MOST_VALUE_CHARACTERS } from './credential.ts'
import { GEOFENCE_FORM, geofenceInText } from './geofence-text.ts'
import type { FieldSchema } from './written.ts'

const YES_NO = { true: true, si: true, sí: true, yes: true, '1': true, false: false, no: false, '0': false }

/** Empty cells are `undefined`. */
export class CredentialCells {
  readonly faults: LineFault[] = []
  readonly #cells: ReadonlyMap<string, string>

  constructor(names: readonly string[], cells: readonly string[]) {
    if (cells.length !== names.length)
      this.refuse(null, fault('field_count', { here: cells.length, first: names.length }))
    this.#cells = new Map(names.map((name, index) => [name, asWritten(cells[index] ?? '')]))
  }

  refuse(field: string | null, found: Fault): undefined {
    this.faults.push({ field, ...found })
  }

  given(name: string): string | undefined {
    return this.#cells.get(name) || undefined
  }

  text(name: string, most: number): string | undefined {
    const value = this.given(name)
    if (value !== undefined && value.length > most) this.refuse(name, fault('too_long', { most }))
    if (value !== undefined && !isPrintable(value)) this.refuse(name, fault('control_characters'))
    return value
  }

  email(name: string, most: number): string | undefined {
    const value = this.text(name, most)
    if (value !== undefined && !isEmailAddress(value)) this.refuse(name, fault('wrong_format', { format: 'email' }))
    return value
  }

  whole(name: string, least: number, most: number): number | undefined {
    const value = this.given(name)
    if (value === undefined) return undefined
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : this.refuse(name, fault('not_whole_number', { least, most }))
  }

  /** Decimal degrees. Accepts a decimal comma, which many people write. */
  degrees(name: string, most: number): number | undefined {
    const value = this.given(name)
    if (value === undefined) return undefined
    const number = /^[+-]?\d{1,3}([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN
    return Math.abs(number) <= most ? number : this.refuse(name, fault('number_range', { least: -most, most }))
  }

  instant(name: string): Date | undefined {
    const value = this.given(name)
    if (value === undefined) return undefined
    return readInstant(value) ?? this.refuse(name, fault('time_form'))
  }

  oneOf<Value>(name: string, choices: Readonly<Record<string, Value>>): Value | undefined {
    const value = this.given(name)?.toLowerCase()
    if (value === undefined) return undefined
    if (Object.hasOwn(choices, value)) return choices[value]
    return this.refuse(name, fault('not_one_of', { choices: Object.keys(choices) }))
  }

  yesNo(name: string): boolean | undefined {
    return this.oneOf(name, YES_NO)
  }

  field(name: string, schema: FieldSchema): string | number | boolean | undefined {
    if (schema.type === 'boolean') return this.yesNo(name)
    if (schema.type === 'integer') return this.whole(name, schema.minimum, schema.maximum)
    return schema.format === 'email' ? this.email(name, schema.maxLength) : this.text(name, schema.maxLength)
  }

  /** `obra=Norte; equipo=R12`, or the JSON object of an export. */
  pairs(name: string): Record<string, string> | undefined {
    const cell = this.given(name)
    if (cell === undefined) return undefined
    const pairs = cell.trimStart().startsWith('{') ? jsonPairs(cell) : writtenPairs(cell)
    if (!pairs) return this.refuse(name, fault('wrong_form', { form: 'obra=Norte; equipo=R12' }))
    const found = faultOfPairs(pairs)
    return found ? this.refuse(name, found) : Object.fromEntries(pairs)
  }

  /** `19.43,-99.13,20`, WKT, GeoJSON, or the JSON object of an export. */
  geofence(name: string, onBase: OnBase | undefined): Geofence | undefined {
    const cell = this.given(name)
    if (cell === undefined) return undefined
    const written = geofenceInText(cell)
    if (!written) return this.refuse(name, fault('wrong_form', { form: GEOFENCE_FORM }))
    const read = readGeofence({ ...written, ...(onBase && { onBase }) })
    if ('geofence' in read) return read.geofence
    const { code, params } = read.faults[0]!
    return this.refuse(name, { code, params })
  }
}

type Pairs = readonly (readonly [string, string])[]

function writtenPairs(cell: string): Pairs | null {
  const parts = cell.split(';').filter((part) => part.trim() !== '')
  const pairs = parts
    .map((part) => /^([^=]+)=(.*)$/s.exec(part))
    .map((found) => found && ([found[1]!.trim(), found[2]!.trim()] as const))
  return pairs.every((pair) => pair !== null) ? pairs : null
}

function jsonPairs(cell: string): Pairs | null {
  try {
    const pairs = Object.entries(JSON.parse(cell) as object)
    return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : null
  } catch {
    return null
  }
}

function faultOfPairs(pairs: Pairs): Fault | null {
  if (pairs.length > MOST_PAIRS) return fault('too_many', { most: MOST_PAIRS })
  if (pairs.some(([name]) => name.length === 0 || name.length > MOST_NAME_CHARACTERS))
    return fault('pair_name_length', { most: MOST_NAME_CHARACTERS })
  if (pairs.some(([, value]) => value.length > MOST_VALUE_CHARACTERS))
    return fault('too_long', { most: MOST_VALUE_CHARACTERS })
  return pairs.flat().every(isPrintable) ? null : fault('control_characters')
}
