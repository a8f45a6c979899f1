// Reads observation files: our own, and the peculiarities of other programs.
import { gpsFromUtc } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { othersStream } from '../../../rtcm/test/support/streams.ts'
import { HEADER, type Row, read, rowsOf, written } from '../support/files.ts'

const stream = Buffer.concat(othersStream({ GPS: 7, GLO: 5, GAL: 6, SBS: 4, QZS: 7, BDS: 5 }, 3, 20))
const key = ({ satellite, code }: Row) => satellite + code
const inOrder = (rows: readonly Row[]) => rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
const rounded = (value: number) => Number(value.toFixed(3))

/** What a file can hold: three decimals, and flags only with a phase. */
const asInFile = (row: Row): Row => ({
  ...row,
  ...{ pseudorange: rounded(row.pseudorange), phase: rounded(row.phase), doppler: rounded(row.doppler) },
  ...{ cnr: rounded(row.cnr), flags: Number.isNaN(row.phase) ? 0 : row.flags },
})
/** A loss of lock whose phase is missing is reported with the next phase. */
function withLaterLosses(epochs: readonly (readonly Row[])[]): Row[][] {
  const lost = new Set<string>()
  return epochs.map((rows) =>
    rows.map((row) => {
      if (row.flags & 1) lost.add(key(row))
      if (Number.isNaN(row.phase)) return row
      return { ...row, flags: row.flags | (lost.delete(key(row)) ? 1 : 0) }
    }),
  )
}
const hasValue = ({ pseudorange, phase, doppler, cnr }: Row) =>
  ![pseudorange, phase, doppler].every(Number.isNaN) || cnr > 0

const line = (values: string, label: string) => `${values.padEnd(60)}${label}`
const file3 = (body: readonly string[], timeSystem = 'GPS') =>
  [
    line('     3.05           OBSERVATION DATA    M', 'RINEX VERSION / TYPE'),
    line('G    4 C1C L1C D1C S1C', 'SYS / # / OBS TYPES'),
    line(`  2026    11    14    18     0   18.0000000     ${timeSystem}`, 'TIME OF FIRST OBS'),
    line('', 'END OF HEADER'),
    ...body,
    '',
  ].join('\n')
const file2 = (types: readonly string[], body: readonly string[]) =>
  [
    line('     2.11           OBSERVATION DATA    M (MIXED)', 'RINEX VERSION / TYPE'),
    line(`${String(types.length).padStart(6)}${types.map((type) => type.padStart(6)).join('')}`, '# / TYPES OF OBSERV'),
    line('  2026    11    14    18     0   18.0000000     GPS', 'TIME OF FIRST OBS'),
    line('', 'END OF HEADER'),
    ...body,
    '',
  ].join('\n')
const field = (value: number, flags = '  ') => `${value.toFixed(3).padStart(14)}${flags}`
const G07 = `G07${field(21_000_000.123)}${field(-1.5, '1 ')}${' '.repeat(16)}${field(45.5)}`.trimEnd()
const EPOCH = '> 2026 11 14 18 00 18.0000000  0  1'
const AT = gpsFromUtc(Date.UTC(2026, 10, 14, 18))
const ROW = {
  ...{ gpsMs: AT, satellite: 'G07', code: '1C', pseudorange: 21_000_000.123, phase: -1.5 },
  ...{ doppler: Number.NaN, cnr: 45.5, flags: 1 },
}

describe('RinexReader', () => {
  it.each(['3.05', '4.02'] as const)('reads what the writer of %s wrote', (version) => {
    const sent: Row[][] = []
    const { text } = written(stream, { ...HEADER, version }, (epoch) => sent.push(rowsOf(epoch)))
    for (const size of [7_919, 1 << 20]) {
      const { epochs, reader, error } = read(text, size)
      expect(error).toBeNull()
      expect(reader.kind).toBe('observations')
      expect(epochs.map(inOrder)).toEqual(
        withLaterLosses(sent).map((rows) => inOrder(rows.map(asInFile).filter(hasValue))),
      )
    }
  })

  it('reads the facts of the header', () => {
    const { header, reader } = read(written(stream, HEADER).text)
    const { station, glonassChannels, glonassBiases, intervalSeconds, firstMs, lastMs, leapSeconds } = HEADER
    expect(header).toMatchObject({
      ...{ version: 3.05, system: 'M', timeSystem: 'GPS', station, intervalSeconds, firstMs, lastMs, leapSeconds },
      ...{ glonassChannels, glonassBiases },
    })
    expect(header!.types.get('R')).toEqual(expect.arrayContaining(['C1C', 'L1C', 'D1C', 'S1C', 'C2P']))
    expect(reader.observations.ignoredTypes).toEqual([])
  })

  it('accepts CRLF, a last line without an end, comments and blank lines between epochs', () => {
    const body = [line('a remark', 'COMMENT'), EPOCH, G07, '', EPOCH.replace('18.0', '19.0'), G07]
    const text = file3(body).replaceAll('\n', '\r\n').trimEnd()
    const { epochs, error } = read(text, 1)
    expect(error).toBeNull()
    expect(epochs).toEqual([[ROW], [{ ...ROW, gpsMs: AT + 1000 }]])
  })

  it.each([
    { timeSystem: 'GLO', aheadMs: 18_000 },
    { timeSystem: 'BDT', aheadMs: 14_000 },
    { timeSystem: 'GAL', aheadMs: 0 },
  ])('converts times of $timeSystem to GPS time', ({ timeSystem, aheadMs }) => {
    const { epochs, header } = read(file3([EPOCH, G07], timeSystem))
    expect(epochs[0]![0]!.gpsMs).toBe(AT + aheadMs)
    expect(header!.firstMs).toBe(AT + aheadMs)
  })

  it('reads events: lines are skipped, header lines apply, slips are left out, a power failure loses lock', () => {
    const { epochs, error, reader } = read(
      file3([
        ...['>                              5  1', 'shutter', EPOCH, G07],
        ...[EPOCH.replace('0  1', '6  1'), G07],
        ...['>                              4  2', line('G    1 C1C', 'SYS / # / OBS TYPES'), line('', 'COMMENT')],
        ...[EPOCH.replace('18.0', '19.0'), G07.slice(0, 17)],
        ...['>                              4  1', line('G    2 C1C L1C', 'SYS / # / OBS TYPES')],
        ...[EPOCH.replace('18.0', '20.0').replace('0  1', '1  1'), G07.slice(0, 33)],
      ]),
    )
    expect(error).toBeNull()
    expect(reader.observations.counts).toEqual({ epochs: 3, events: 3 })
    const bare = { ...ROW, phase: Number.NaN, cnr: 0, flags: 0 }
    expect(epochs).toEqual([[ROW], [{ ...bare, gpsMs: AT + 1000 }], [{ ...ROW, cnr: 0, flags: 1, gpsMs: AT + 2000 }]])
  })

  it('reads RINEX 2: satellites in continuation lines, five values a line, signals by the pseudoranges', () => {
    const types = ['C1', 'P1', 'L1', 'L2', 'C2', 'P2', 'S2']
    const names = Array.from({ length: 13 }, (_, i) => `G${String(i + 1).padStart(2)}`).join('')
    const lines = (p2: string) => [
      `${field(1)}${' '.repeat(16)}${field(3)}${field(4, '2')} ${field(5)}`,
      `${p2}${field(7)}`,
    ]
    const glonass = [`${field(1)}${field(2)}${field(3)}${field(4)}${field(5)}`, '']
    const { epochs, error } = read(
      file2(types, [
        ` 26 11 14 18  0 18.0000000  0 14${names.slice(0, 36)}`,
        `${' '.repeat(32)}${names.slice(36)}R24`,
        ...Array.from({ length: 13 }, (_, i) => lines(i === 0 ? field(6) : ' '.repeat(16))).flat(),
        ...glonass,
      ]),
    )
    expect(error).toBeNull()
    const of = (name: string) => epochs[0]!.filter(({ satellite }) => satellite === name)
    expect(of('G01')).toMatchObject([
      { code: '1C', pseudorange: 1, phase: 3 },
      { code: '2W', pseudorange: 6, phase: 4, cnr: 7, flags: 2 },
      { code: '2X', pseudorange: 5, phase: Number.NaN },
    ])
    expect(of('G13')).toMatchObject([{ code: '1C' }, { code: '2X', pseudorange: 5, phase: 4, cnr: 7, flags: 2 }])
    expect(of('R24')).toMatchObject([
      { code: '1C', pseudorange: 1, phase: 3 },
      { code: '1P', pseudorange: 2, phase: Number.NaN },
      { code: '2C', pseudorange: 5, phase: 4 },
    ])
  })

  it('names types that RTCM has no signal for, and divides by scale factors', () => {
    const text = file3([EPOCH, G07])
      .replace('G    4 C1C L1C D1C S1C', 'G    4 C1C L1C D1C S2D')
      .replace(/^.*END/m, `${line('G  100   1 C1C', 'SYS / SCALE FACTOR')}\n${line('', 'END')}`)
    const { epochs, reader } = read(text)
    expect(epochs[0]).toMatchObject([{ pseudorange: 210_000.00123, phase: -1.5, cnr: 0 }])
    expect(reader.observations.ignoredTypes).toEqual(['G S2D'])
  })

  it('keeps fractions of a millisecond', () => {
    expect(read(file3([EPOCH.replace('18.0000000', '18.4427603'), G07])).epochs[0]![0]!.gpsMs).toBeCloseTo(
      AT + 442.7603,
      3,
    )
  })

  it.each([
    { what: 'text that is not RINEX', text: 'hello\nworld\n', fault: 'not_rinex', at: 1, kept: 0 },
    { what: 'an empty file', text: '', fault: 'not_rinex', at: 0, kept: 0 },
    { what: 'version 5', text: file3([]).replace('3.05', '5.00'), fault: 'unsupported_version', at: 1, kept: 0 },
    { what: 'a cut header', text: file3([]).slice(0, 150), fault: 'cut_off', at: 2, kept: 0 },
    { what: 'a cut epoch', text: file3([EPOCH, G07, EPOCH, '']), fault: 'bad_satellite', at: 8, kept: 1 },
    {
      what: 'a file that ends after an epoch line',
      text: file3([EPOCH, G07, EPOCH]),
      fault: 'cut_off',
      at: 7,
      kept: 1,
    },
    { what: 'a cut value', text: file3([EPOCH, G07, EPOCH, G07.slice(0, 12)]), fault: 'bad_value', at: 8, kept: 1 },
    { what: 'letters in a value', text: file3([EPOCH, G07.replace('21', 'x1')]), fault: 'bad_value', at: 6, kept: 0 },
    { what: 'a wrong month', text: file3([EPOCH.replace('11', '13'), G07]), fault: 'bad_epoch', at: 5, kept: 0 },
    { what: 'a day that does not exist', text: file3([EPOCH.replace('14', '31')]), fault: 'bad_epoch', at: 5, kept: 0 },
    {
      what: 'a value that is too long',
      text: file3([EPOCH, `G07${'1E20'.padStart(14)}`]),
      fault: 'bad_value',
      at: 6,
      kept: 0,
    },
    { what: 'no epoch line', text: file3([EPOCH, G07, G07]), fault: 'bad_epoch', at: 7, kept: 1 },
    { what: 'an unannounced constellation', text: file3([EPOCH, 'R01']), fault: 'bad_satellite', at: 6, kept: 0 },
    { what: 'a time system of Mars', text: file3([], 'MRS'), fault: 'unsupported_time_system', at: 3, kept: 0 },
    { what: 'an endless line', text: file3(['x'.repeat(20_000)]), fault: 'line_too_long', at: 5, kept: 0 },
  ])('reports $what with its line, and keeps the epochs before it', ({ text, fault, at, kept }) => {
    const { error, epochs } = read(text)
    expect(error).toMatchObject({ name: 'RinexError', fault, line: at })
    expect(epochs).toHaveLength(kept)
  })
})
