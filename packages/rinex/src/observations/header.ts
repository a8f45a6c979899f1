// The header of an observation file.
import { headerLine, headerTime, left, runDate, type StationHeader, stationLines } from '../header.ts'
import { columnNames, type ObservationTypes, type SignalColumns } from './types.ts'
import type { Version2Types } from './version-2/types.ts'

export type ObservationVersion = '2.11' | '3.05' | '4.02'

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
  return [
    ...firstLines(header, present),
    ...header.comments.flatMap(commentLines),
    ...stationLines(header.station),
    ...present.flatMap(typeLines),
    headerLine('DBHZ', 'SIGNAL STRENGTH UNIT'),
    ...timeLines(header),
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

function firstLines({ version, program, runBy, writtenAt }: ObservationHeader, present: readonly SignalColumns[]) {
  const system = present.length === 1 ? present[0]!.letter : 'M (MIXED)'
  return [
    headerLine(
      `${version.padStart(9)}${' '.repeat(11)}${'OBSERVATION DATA'.padEnd(20)}${system}`,
      'RINEX VERSION / TYPE',
    ),
    headerLine(left(program, 20) + left(runBy, 20) + runDate(writtenAt), 'PGM / RUN BY / DATE'),
  ]
}

const timeLines = ({ intervalSeconds, firstMs, lastMs }: ObservationHeader): string[] => [
  ...(intervalSeconds === null ? [] : [headerLine(intervalSeconds.toFixed(3).padStart(10), 'INTERVAL')]),
  headerLine(headerTime(firstMs), 'TIME OF FIRST OBS'),
  headerLine(headerTime(lastMs), 'TIME OF LAST OBS'),
]

const TYPES_PER_LINE_2 = 9

/** RINEX 2.11 has no lines for phase shifts and GLONASS channels. */
export function observationHeader2(header: ObservationHeader, types: ObservationTypes, version2: Version2Types) {
  const { names, leftOut, shared, bands } = version2
  const comments = [
    ...header.comments,
    ...(leftOut.length === 0 ? [] : ['Left out, because RINEX 2.11 has no types for them:', ...leftOut]),
    ...(shared.length === 0 ? [] : ['Types that hold the first of several signals:', ...shared]),
  ]
  const lines: string[] = []
  for (let at = 0; at < names.length; at += TYPES_PER_LINE_2) {
    const some = names.slice(at, at + TYPES_PER_LINE_2).map((name) => name.padStart(6))
    lines.push(headerLine(`${at === 0 ? String(names.length).padStart(6) : ' '.repeat(6)}${some.join('')}`, TYPES_2))
  }
  return [
    ...firstLines(
      header,
      types.filter((columns, index) => columns !== null && bands[index] !== null) as SignalColumns[],
    ),
    ...comments.flatMap(commentLines),
    ...stationLines(header.station).filter((line) => !line.includes('MARKER TYPE')),
    headerLine(`${'1'.padStart(6)}${'1'.padStart(6)}`, 'WAVELENGTH FACT L1/2'),
    ...lines,
    ...timeLines(header),
    headerLine(String(header.leapSeconds).padStart(6), 'LEAP SECONDS'),
    headerLine('', 'END OF HEADER'),
  ]
}

const TYPES_2 = '# / TYPES OF OBSERV'

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
