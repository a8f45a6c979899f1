// The header of a RINEX 3 or 4 observation file.
import { headerLine, headerTime, left, runDate, type StationHeader, stationLines } from '../header.ts'
import { columnNames, type ObservationTypes } from './types.ts'

export type ObservationVersion = '3.05' | '4.02'

export interface ObservationHeader {
  readonly version: ObservationVersion
  readonly program: string
  readonly runBy: string
  readonly writtenAt: Date
  readonly station: StationHeader
  readonly comments: readonly string[]
  readonly intervalSeconds: number | null
  /** GPS time in ms of the first and the last epoch. */
  readonly firstMs: number
  readonly lastMs: number
  /** Frequency channel by slot. */
  readonly glonassChannels: ReadonlyMap<number, number>
  /** Metres for C1C, C1P, C2C and C2P from message 1230; `null` if it was not sent. */
  readonly glonassBiases: readonly (readonly [code: string, metres: number])[] | null
  readonly leapSeconds: number
}

const TYPES_PER_LINE = 13
const SLOTS_PER_LINE = 8
const COMMENT_WIDTH = 60

export function observationHeader(header: ObservationHeader, types: ObservationTypes): string[] {
  const present = types.filter((one) => one !== null)
  const system = present.length === 1 ? present[0]!.letter : 'M'
  const { version, program, runBy, writtenAt, intervalSeconds, firstMs, lastMs } = header
  return [
    headerLine(
      `${version.padStart(9)}${' '.repeat(11)}${'OBSERVATION DATA'.padEnd(20)}${system === 'M' ? 'M (MIXED)' : system}`,
      'RINEX VERSION / TYPE',
    ),
    headerLine(left(program, 20) + left(runBy, 20) + runDate(writtenAt), 'PGM / RUN BY / DATE'),
    ...header.comments.flatMap(commentLines),
    ...stationLines(header.station),
    ...present.flatMap(typeLines),
    headerLine('DBHZ', 'SIGNAL STRENGTH UNIT'),
    ...(intervalSeconds === null ? [] : [headerLine(intervalSeconds.toFixed(3).padStart(10), 'INTERVAL')]),
    headerLine(headerTime(firstMs), 'TIME OF FIRST OBS'),
    headerLine(headerTime(lastMs), 'TIME OF LAST OBS'),
    // A blank correction: the phases are as the receiver sent them.
    ...present.flatMap(({ letter, codes }) =>
      codes.map((code) => headerLine(`${letter} L${code}`, 'SYS / PHASE SHIFT')),
    ),
    ...slotLines(header.glonassChannels, types),
    ...biasLines(header.glonassBiases, types),
    headerLine(String(header.leapSeconds).padStart(6), 'LEAP SECONDS'),
    headerLine('', 'END OF HEADER'),
  ]
}

function commentLines(comment: string): string[] {
  const lines: string[] = []
  for (let at = 0; at < Math.max(1, comment.length); at += COMMENT_WIDTH)
    lines.push(headerLine(left(comment.slice(at, at + COMMENT_WIDTH), COMMENT_WIDTH), 'COMMENT'))
  return lines
}

function typeLines(columns: NonNullable<ObservationTypes[number]>): string[] {
  const names = columnNames(columns)
  const lines: string[] = []
  for (let at = 0; at < names.length; at += TYPES_PER_LINE) {
    const start = at === 0 ? `${columns.letter}  ${String(names.length).padStart(3)}` : ' '.repeat(6)
    lines.push(
      headerLine(
        `${start}${names
          .slice(at, at + TYPES_PER_LINE)
          .map((name) => ` ${name}`)
          .join('')}`,
        'SYS / # / OBS TYPES',
      ),
    )
  }
  return lines
}

const GLONASS = 1

/** Required for GLONASS; the number of slots is 0 if no channel is known. */
function slotLines(channels: ReadonlyMap<number, number>, types: ObservationTypes): string[] {
  if (!types[GLONASS]) return []
  const slots = [...channels].toSorted(([one], [other]) => one - other)
  const lines: string[] = []
  for (let at = 0; at < Math.max(1, slots.length); at += SLOTS_PER_LINE) {
    const some = slots.slice(at, at + SLOTS_PER_LINE)
    const listed = some.map(([slot, channel]) => `R${String(slot).padStart(2, '0')} ${String(channel).padStart(2)} `)
    lines.push(
      headerLine(`${at === 0 ? String(slots.length).padStart(3) : '   '} ${listed.join('')}`, 'GLONASS SLOT / FRQ #'),
    )
  }
  return lines
}

function biasLines(biases: ObservationHeader['glonassBiases'], types: ObservationTypes): string[] {
  if (!types[GLONASS]) return []
  const listed = (biases ?? []).map(([code, metres]) => ` ${code} ${metres.toFixed(3).padStart(8)}`)
  return [headerLine(listed.join(''), 'GLONASS COD/PHS/BIS')]
}
