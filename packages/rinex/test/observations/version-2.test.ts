// Files of RINEX 2.11: what the reader finds in them, and what they leave out.
import { describe, expect, it } from 'vitest'
import { othersStream } from '../../../rtcm/test/support/streams.ts'
import { HEADER, type Row, read, rowsOf, written } from '../support/files.ts'

const stream = Buffer.concat(othersStream({ GPS: 7, GLO: 5, GAL: 6, SBS: 4, QZS: 7, BDS: 5 }, 3, 20))
const sent: Row[][] = []
const { text } = written(stream, { ...HEADER, version: '2.11' }, (epoch) => sent.push(rowsOf(epoch)))
const lines = text.split('\n')
const rounded = (value: number) => Number(value.toFixed(3))

describe('a file of RINEX 2.11', () => {
  it('names its types and what it leaves out', () => {
    expect(lines[0]).toBe(`${'     2.11           OBSERVATION DATA    M (MIXED)'.padEnd(60)}RINEX VERSION / TYPE`)
    expect(lines.filter((line) => line.endsWith('# / TYPES OF OBSERV'))).toEqual([
      '    18    C1    P1    L1    D1    S1    C2    P2    L2    D2# / TYPES OF OBSERV',
      '          S2    C5    L5    D5    S5    C7    L7    D7    S7# / TYPES OF OBSERV',
    ])
    const comments = lines.filter((line) => line.endsWith('COMMENT')).map((line) => line.slice(0, 60).trim())
    expect(comments).toEqual(['Left out, because RINEX 2.11 has no types for them:', 'J 1C 2X 5X', 'C 2I 6I 7I'])
    expect(text).not.toMatch(/MARKER TYPE|PHASE SHIFT|GLONASS/)
  })

  it('has twelve satellites in an epoch line, and five values in the others', () => {
    const first = lines.findIndex((line) => line.includes('END OF HEADER')) + 1
    expect(lines[first]).toMatch(/^ 26 11 14 18 {2}0 18\.0000000 {2}0 \d\d(G\d\d){12}$/)
    expect(lines[first + 1]).toMatch(/^ {32}([GRE]\d\d){12}$/)
    expect(Math.max(...lines.slice(first).map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('has the pseudoranges of every signal, and the phase of the first of a band', () => {
    const { epochs, error } = read(text)
    expect(error).toBeNull()
    expect(epochs).toHaveLength(sent.length)
    let phases = 0
    for (const [index, rows] of epochs.entries()) {
      const wanted = sent[index]!.filter(({ satellite }) => 'GRES'.includes(satellite[0]!))
      for (const row of wanted) {
        if (Number.isNaN(row.pseudorange)) continue
        const found = rows.find(({ satellite, code }) => satellite === row.satellite && code === row.code)!
        expect(found.pseudorange).toBe(rounded(row.pseudorange))
        if (Number.isNaN(found.phase)) continue
        expect(found).toMatchObject({ phase: rounded(row.phase), cnr: rounded(row.cnr) })
        phases++
      }
    }
    expect(phases).toBeGreaterThan(1000)
  })

  it('reports a loss of lock when the phase of a band comes from another signal', () => {
    const { epochs } = read(text)
    const bandOf = new Map<string, string>()
    let switches = 0
    for (const { satellite, code, phase, flags } of epochs.flat()) {
      if (Number.isNaN(phase)) continue
      const before = bandOf.get(satellite + code[0])
      bandOf.set(satellite + code[0], code)
      if (before === undefined || before === code) continue
      expect(flags & 1).toBe(1)
      switches++
    }
    expect(switches).toBeGreaterThan(0)
  })
})
