// Hatanaka compression. GSI's rnx2crx gave the expected lines for the same file, and its crx2rnx restores it.
import { describe, expect, it } from 'vitest'
import { Arc } from '../../src/crinex/arc.ts'
import { CrinexCompressor } from '../../src/crinex/compressor.ts'
import { textDifference } from '../../src/crinex/text-difference.ts'

const HEADER = [
  'G    4 C1C L1C D1C S1C                                      SYS / # / OBS TYPES',
  '                                                            END OF HEADER',
]

function compress(lines: readonly string[]): string[] {
  const out: string[] = []
  const compressor = new CrinexCompressor('test', new Date('2026-11-14T18:00:00Z'), (line) => out.push(line))
  for (const line of [...HEADER, ...lines]) compressor.line(line)
  return out.slice(4)
}

const epoch = (seconds: number, satellites: number) =>
  `> 2026 11 14 18 00 ${String(seconds).padStart(2)}.0000000  0${String(satellites).padStart(3)}`
const field = (value: number | null, flag = ' ') =>
  value === null ? ' '.repeat(16) : `${value.toFixed(3).padStart(14)}${flag} `
const satellite = (name: string, values: readonly (number | null)[], flag = ' ') =>
  `${name}${values.map((value, index) => field(value, index === 1 ? flag : ' ')).join('')}`.trimEnd()

describe('CrinexCompressor', () => {
  it('writes two lines of its own, then the header unchanged', () => {
    const out: string[] = []
    const compressor = new CrinexCompressor('test', new Date('2026-11-14T18:00:00Z'), (line) => out.push(line))
    for (const line of HEADER) compressor.line(line)
    expect(out).toEqual([
      '3.0                 COMPACT RINEX FORMAT                    CRINEX VERS   / TYPE',
      'test                                    20261114 180000 UTC CRINEX PROG / DATE',
      ...HEADER,
    ])
  })

  it('writes values as differences up to the third order, and texts as their changes', () => {
    const ranges = [20_000_000, 20_000_100.5, 20_000_202.25, 20_000_305.5, 20_000_410]
    const lines = ranges.flatMap((range, second) => [
      epoch(18 + second, 1),
      satellite('G07', [range, 105_000_000.125, null, 45], second === 2 ? '1' : ' '),
    ])
    expect(compress(lines)).toEqual([
      '> 2026 11 14 18 00 18.0000000  0  1      G07',
      '',
      '3&20000000000 3&105000000125  3&45000 &&&&&&&&',
      '                    9',
      '',
      '100500 0  0',
      '                   20',
      '',
      '1250 0  0   1',
      '                    1',
      '',
      '250 0  0   &',
      '                    2',
      '',
      '-250 0  0',
    ])
  })

  it('starts a value again after a gap, and a satellite that was missing', () => {
    const lines = [
      ...[epoch(18, 2), satellite('G07', [20_000_000, 1, 1, 45]), satellite('G08', [21_000_000, 1, 1, 40])],
      ...[epoch(19, 1), satellite('G07', [null, 1, 1, 45])],
      ...[epoch(20, 2), satellite('G07', [20_000_002, 1, 1, 45]), satellite('G08', [21_000_002, 1, 1, 40])],
    ]
    expect(compress(lines).slice(-4)).toEqual([
      '                   20             2         G08',
      '',
      '3&20000002000 0 0 0',
      '3&21000002000 3&1000 3&1000 3&40000 &&&&&&&&',
    ])
  })

  it('writes nothing for the flag of a value that is missing in RINEX 2, as rnx2crx', () => {
    const out: string[] = []
    const compressor = new CrinexCompressor('test', new Date('2026-11-14T18:00:00Z'), (line) => out.push(line))
    const file = [
      `${'     2.11           OBSERVATION DATA    G (GPS)'.padEnd(60)}RINEX VERSION / TYPE`,
      `${'     2    C1    L1'.padEnd(60)}# / TYPES OF OBSERV`,
      `${''.padEnd(60)}END OF HEADER`,
      ' 26 11 14 18 00 18.0000000  0  1G07',
      '  20000000.000          10.0001',
      ' 26 11 14 18 00 19.0000000  0  1G07',
      '  20000001.000',
      ' 26 11 14 18 00 20.0000000  0  1G07',
      '  20000002.000          12.0001',
    ]
    for (const line of file) compressor.line(line)
    expect([7, 10, 13].map((line) => out[line])).toEqual(['3&20000000000 3&10000   1', '1000', '0 3&12000   1'])
  })

  it('copies an event with its lines, and writes the next epoch line whole', () => {
    const event = [
      '>                              4  1',
      'antenna changed                                             COMMENT',
    ]
    const lines = [epoch(18, 1), satellite('G07', [1, 1, 1, 1]), ...event, epoch(19, 1), satellite('G07', [2, 1, 1, 1])]
    expect(compress(lines).slice(3, 6)).toEqual([...event, '> 2026 11 14 18 00 19.0000000  0  1      G07'])
  })
})

it('an arc starts with its order, and then gives differences', () => {
  const arc = new Arc()
  expect([1, 4, 9, 16, 25, 36].map((value) => arc.next(value))).toEqual(['3&1', '3', '2', '0', '0', '0'])
  arc.reset()
  expect(arc.next(7)).toBe('3&7')
})

it('a difference of texts has the changes only', () => {
  expect(textDifference('abc', 'abd')).toBe('  d')
  expect(textDifference('abc', 'a c')).toBe(' &')
  expect(textDifference('', '  1')).toBe('&&1')
  expect(textDifference('abc', 'abc')).toBe('')
})
