// Extra lines that the operator adds to the sourcetable, for streams, casters and networks elsewhere.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import { isMountpoint } from '../../stations/input.ts'
import { isOneLine } from '../../text/printable.ts'

export const MOST_TABLE_LINES = 200
const LONGEST_LINE = 500
/** Min number of fields per record type. The last field (misc) can contain anything. */
const FIELDS_OF: Readonly<Record<string, number>> = { STR: 18, CAS: 11, NET: 8 }
const MOUNTPOINT = 1
/** Index of the latitude field in STR and CAS records; the longitude follows. */
const PLACE_OF: Readonly<Record<string, number>> = { STR: 9, CAS: 7 }

export const tableLinesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Mountpoint of an STR line; `null` for other records. */
export function tableLineMountpoint(line: string): string | null {
  const fields = line.split(';')
  return fields[0] === 'STR' ? (fields[MOUNTPOINT] ?? '') : null
}

/** `isTaken`: whether a mountpoint of this caster has the name. */
export function tableLineFaults(lines: readonly string[], isTaken: (name: string) => boolean): FieldFault[] {
  if (lines.length > MOST_TABLE_LINES) return [wrong(['tableLines'], 'too_many', { most: MOST_TABLE_LINES })]
  const names = new Set<string>()
  return lines.flatMap((line, index): FieldFault[] => {
    const path = ['tableLines', index]
    if (!isRecord(line)) return [wrong(path, 'table_line_form', { line: index + 1 })]
    const name = tableLineMountpoint(line)
    if (name === null) return []
    if (isTaken(name) || names.has(name.toLowerCase()))
      return [wrong(path, 'table_line_taken', { line: index + 1, mountpoint: name })]
    names.add(name.toLowerCase())
    return []
  })
}

function isRecord(line: string): boolean {
  const fields = line.split(';')
  const least = FIELDS_OF[fields[0]!]
  if (least === undefined || line.length > LONGEST_LINE || !isOneLine(line)) return false
  if (fields.length < least || (fields[0] === 'STR' && !isMountpoint(fields[MOUNTPOINT]!))) return false
  const place = PLACE_OF[fields[0]!]
  return place === undefined || (isAngle(fields[place]!, 90) && isAngle(fields[place + 1]!, 360))
}

const isAngle = (text: string, most: number) =>
  /^\s*[+-]?\d{1,3}(\.\d*)?\s*$/.test(text) && Math.abs(Number(text)) <= most
