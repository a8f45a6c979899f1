// Lines that an operator adds to the sourcetable: of streams, casters and networks that are elsewhere.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import { isMountpoint } from '../../stations/input.ts'
import { isOneLine } from '../../text/printable.ts'

export const MOST_TABLE_LINES = 200
const LONGEST_LINE = 500
/** How many fields each kind has at least: all but what may stand in the last one, which holds anything. */
const FIELDS_OF: Readonly<Record<string, number>> = { STR: 18, CAS: 11, NET: 8 }
const MOUNTPOINT = 1
/** Of STR and CAS: the fields with a latitude and a longitude. */
const PLACE_OF: Readonly<Record<string, number>> = { STR: 9, CAS: 7 }

/** What a file or a field of text holds: a line each, without those that say nothing. */
export const tableLinesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Of an STR line; null of any other. */
export function tableLineMountpoint(line: string): string | null {
  const fields = line.split(';')
  return fields[0] === 'STR' ? (fields[MOUNTPOINT] ?? '') : null
}

/** `isTaken`: a name leads to something here. */
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
