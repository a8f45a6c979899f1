// Parses files with the push passwords of many stations: our own CSV, or `source.auth` of a Millipede caster, which has
// a line `MOUNTPOINT:user:password` per station.

import { type InSteps, mapInSteps } from '../../base/running/turns.ts'
import { type FieldFault, type FilePlace, wrong } from '../../domain/codes/fault.ts'
import { unreadable } from '../../domain/codes/refusal.ts'
import { linesOf } from '../../domain/credentials/bkg/lines.ts'
import type { GivenPushPassword } from '../../domain/stations/push-password.ts'
import { ownTextOf } from '../credentials/import/bytes.ts'
import { LONGEST_LINE, readTable } from '../files/csv.ts'

export interface PushPasswordFile {
  readonly given: readonly GivenPushPassword[]
  readonly places: readonly FilePlace[]
  /** Faults of lines that could not be parsed; paths start with the index in `given`. */
  readonly faults: readonly FieldFault[]
  /** Lines `*:user:password`, with which Millipede admits mountpoints that it does not know. */
  readonly wildcards: readonly FilePlace[]
}

const MOST = 100_000
const COLUMNS = { mountpoint: 'mountpoint', password: 'password' } as const
const IGNORED = ['codigo']

export function* readPushPasswords(bytes: Buffer): InSteps<PushPasswordFile> {
  const text = ownTextOf(bytes)
  if (text.trim() === '') throw unreadable('file_empty')
  const file = isMillipede(text) ? yield* fromMillipede(text) : yield* fromCsv(text)
  if (file.given.length > MOST) throw unreadable('file_too_long', { most: MOST })
  if (file.given.length === 0) throw unreadable('file_without_push_passwords')
  return file
}

/** The first line that is not a comment decides. A head of a table has no colon. */
function isMillipede(text: string): boolean {
  const first = text.split('\n', 1_000).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  return first.includes(':')
}

function* fromMillipede(text: string): InSteps<PushPasswordFile> {
  const [given, places, faults, wildcards] = [
    [] as GivenPushPassword[],
    [] as FilePlace[],
    [] as FieldFault[],
    [] as FilePlace[],
  ]
  for (const { number, text: line } of linesOf(text)) {
    yield
    if (given.length > MOST) break
    if (line === '' || line.startsWith('#')) continue
    const place: FilePlace = { kind: 'line', number }
    const cells = line.length > LONGEST_LINE ? [] : line.split(':')
    const [mountpoint = '', , password = ''] = cells
    if (mountpoint === '*' && cells.length === 3) {
      wildcards.push(place)
      continue
    }
    if (cells.length !== 3) faults.push(wrong([given.length], 'wrong_form', { form: 'MOUNTPOINT:user:password' }))
    given.push({ mountpoint, password })
    places.push(place)
  }
  return { given, places, faults, wildcards }
}

function* fromCsv(text: string): InSteps<PushPasswordFile> {
  const { head, lines } = yield* readTable(text, MOST)
  const known = [...Object.values(COLUMNS), ...IGNORED]
  for (const name of head) if (!known.includes(name)) throw unreadable('unknown_column', { name, known })
  for (const name of Object.values(COLUMNS)) if (!head.includes(name)) throw unreadable('column_needed', { name })
  const cell = (cells: readonly string[], name: string) => cells[head.indexOf(name)] ?? ''
  const given = yield* mapInSteps(lines, ({ cells }) => ({
    mountpoint: cell(cells, COLUMNS.mountpoint),
    password: cell(cells, COLUMNS.password),
  }))
  const faults = lines.flatMap(({ cells }, index) =>
    cells.length === head.length ? [] : [wrong([index], 'field_count', { here: cells.length, first: head.length })],
  )
  return { given, places: lines.map(({ line }) => ({ kind: 'line', number: line }) as const), faults, wildcards: [] }
}
