import { expect, it } from 'vitest'
import {
  DamagedSegment,
  encodeDescription,
  encodeRecordHead,
  type SegmentDescription,
  SegmentParser,
} from '../../../src/archive/segments/format.ts'

const DESCRIPTION: SegmentDescription = {
  stationId: 12,
  hour: new Date('2026-11-18T07:00:00Z'),
  origin: 'stream',
  format: 'rtcm',
  node: 'node-1',
  fencingToken: 4,
}
const RECORDS: readonly (readonly [string, number])[] = [
  ['first', 1_795_000_000_123.5],
  ['', 1_795_000_001_000],
  ['third', 1_795_000_002_000],
]
const FILE = Buffer.concat([
  encodeDescription(DESCRIPTION),
  ...RECORDS.flatMap(([text, at]) => [encodeRecordHead(text.length, at), Buffer.from(text)]),
])

function parse(pieces: readonly Buffer[]) {
  const read: { description?: SegmentDescription; records: [string, number][] } = { records: [] }
  const parser = new SegmentParser({
    described: (description) => {
      read.description = description
    },
    record: (bytes, at) => read.records.push([bytes.toString(), at]),
  })
  for (const piece of pieces) parser.push(piece)
  return { ...read, unfinished: parser.unfinishedBytes }
}

it.each([1, 3, 50, FILE.length])('is read in pieces of %i bytes', (length) => {
  const pieces = Array.from({ length: Math.ceil(FILE.length / length) }, (_, at) =>
    FILE.subarray(at * length, (at + 1) * length),
  )
  expect(parse(pieces)).toEqual({ description: DESCRIPTION, records: RECORDS, unfinished: 0 })
})

it('is read up to the last whole record wherever its writer was killed', () => {
  for (let length = 0; length < FILE.length; length++) {
    const { records, unfinished } = parse([FILE.subarray(0, length)])
    expect(records).toEqual(RECORDS.slice(0, records.length))
    expect(unfinished > 0 || length === 0 || records.length < RECORDS.length).toBe(true)
  }
})

it('rejects other files', () => {
  expect(() => parse([Buffer.from('something else\n')])).toThrow(DamagedSegment)
  expect(() => parse([Buffer.alloc(5000, 120)])).toThrow(DamagedSegment)
  expect(() => parse([Buffer.from('VSEG1 {\n')])).toThrow(DamagedSegment)
  expect(() => parse([encodeDescription(DESCRIPTION), encodeRecordHead(2 ** 31, 0)])).toThrow(DamagedSegment)
})
