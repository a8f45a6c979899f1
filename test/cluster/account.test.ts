// The checker itself must find torn, duplicate and missing frames, and frames of two owners at once.
import { describe, expect, it } from 'vitest'
import { accountOf, doublesOf, type Fault } from './account.ts'
import type { Base } from './base.ts'
import { MarkReader, markedFrame } from './marked-frames.ts'
import { SETTLED_MS } from './promises.ts'
import type { Rover } from './rover.ts'

const STATION = 3

function heard(...frames: Buffer[]): MarkReader {
  const reader = new MarkReader(STATION)
  const bytes = Buffer.concat(frames)
  const cut = bytes.length >> 1
  reader.push(bytes.subarray(0, cut))
  reader.push(bytes.subarray(cut))
  return reader
}

const at = (line: number, number: number) => markedFrame(STATION, line, number, 60)

/** The parts of a rover that the account reads. */
const roverAt = (node: number, reader: MarkReader) =>
  ({ options: { station: STATION, login: { id: 7 } }, sittings: [{ node, reader }] }) as unknown as Rover
const baseWith = (...lines: { node: number; sentAt: number[] }[]) => ({ station: STATION, lines }) as unknown as Base
const fault = (kind: 'caster' | 'base', index: number, from: number, to: number): Fault => ({
  ...{ what: 'it was killed', kind, index, from, to },
})
const natsFault = (casters: readonly number[], from: number, to: number): Fault => ({
  ...{ what: 'its server was killed', kind: 'nats', casters: new Set(casters), from, to },
})

describe('the reader', () => {
  it('finds no error in frames that arrive once and in order over two connections of a base', () => {
    const reader = heard(at(0, 0), at(0, 1), at(1, 0), at(1, 1))
    expect(reader).toMatchObject({ frames: 4, doubled: 0, mixed: 0, foreign: 0, torn: 0, line: 1, number: 1 })
  })

  it('finds duplicate frames, frames of an older connection or another station, and torn frames', () => {
    expect(heard(at(0, 0), at(0, 1), at(0, 1), at(0, 0))).toMatchObject({ frames: 2, doubled: 2 })
    expect(heard(at(0, 0), at(1, 0), at(0, 1), at(1, 1))).toMatchObject({ frames: 3, mixed: 1 })
    expect(heard(markedFrame(STATION + 1, 0, 0, 60), at(0, 0))).toMatchObject({ frames: 1, foreign: 1 })
    expect(heard(at(0, 0), at(0, 1).subarray(0, 40), at(0, 2), at(0, 3)).torn).toBeGreaterThan(0)
  })

  it('finds missing frames, also at the end of a connection and at the start of the next', () => {
    expect(heard(at(0, 0), at(0, 3), at(2, 1)).gaps).toEqual([
      { line: 0, from: 1, to: 2 },
      { line: 0, from: 4, to: null },
      { line: 1, from: 0, to: null },
      { line: 2, from: 0, to: 0 },
    ])
  })
})

describe('the account', () => {
  const base = baseWith({ node: 0, sentAt: [10_000, 10_200, 20_000, 30_000] }, { node: 1, sentAt: [40_000] })
  const rovers = [roverAt(2, heard(at(0, 0), at(0, 1), at(0, 3), at(1, 0)))]
  const unexplained = (...faults: Fault[]) => accountOf(rovers, [base], faults).unexplained

  it('counts missing frames and reports those without a reason', () => {
    expect(accountOf(rovers, [base], [])).toMatchObject({ frames: 4, missing: 1, gaps: 1 })
    expect(unexplained()).toEqual([expect.stringContaining('1 frames of line 0 at caster 0 from number 2')])
  })

  it('accepts a fault as a reason only at its place and time', () => {
    for (const reason of [fault('caster', 0, 19_000, 21_000), fault('caster', 2, 19_000, 21_000)])
      expect(unexplained(reason)).toEqual([])
    for (const reason of [natsFault([0], 19_000, 21_000), natsFault([1, 2], 19_000, 21_000)])
      expect(unexplained(reason)).toEqual([])
    expect(unexplained(natsFault([1], 19_000, 21_000))).toHaveLength(1)
    expect(unexplained(fault('base', STATION, 19_000, 21_000))).toEqual([])
    expect(unexplained(fault('caster', 1, 19_000, 21_000))).toHaveLength(1)
    expect(unexplained(fault('base', STATION + 1, 19_000, 21_000))).toHaveLength(1)
    expect(unexplained(fault('caster', 0, 22_000, 24_000))).toHaveLength(1)
    expect(unexplained(fault('caster', 0, 10_000, 19_000))).toHaveLength(1)
  })

  it('finds late frames, unless base and rover are on a machine that was frozen', () => {
    const reader = heard(at(0, 0), at(0, 1))
    reader.late.push({ line: 0, ageMs: 4_000, heardAt: 24_000 })
    const wrong = (node: number, ...faults: Fault[]) => accountOf([roverAt(node, reader)], [base], faults).wrong
    const stoodStill = fault('caster', 0, 19_000, 23_000)
    expect(wrong(0)).toEqual([expect.stringContaining('1 frames too old, the first by 4000 ms')])
    expect(wrong(0, stoodStill)).toEqual([])
    expect(wrong(2, stoodStill)).toHaveLength(1)
    expect(wrong(0, fault('caster', 1, 19_000, 23_000))).toHaveLength(1)
    expect(wrong(0, fault('caster', 0, 10_000, 19_000))).toHaveLength(1)
    expect(wrong(2, natsFault([0, 1, 2], 19_000, 25_000))).toHaveLength(1)
  })

  it('accepts no bus fault as a reason if base and rover are on the same machine', () => {
    const beside = [roverAt(0, heard(at(0, 0), at(0, 1), at(0, 3)))]
    expect(accountOf(beside, [base], [natsFault([0, 1, 2], 19_000, 21_000)]).unexplained).toHaveLength(1)
  })
})

describe('two connections of a rover', () => {
  const line = (node: number, since: number, heardAt: number, closedAt: number | null) => ({
    ...{ node, since, closedAt, reader: { heardAt } },
  })
  const doubled = (sittings: object[], ...faults: Fault[]) =>
    doublesOf({ sittings } as unknown as Rover, faults).map(({ ms }) => ms)
  const database = (from: number, to: number): Fault => ({ what: 'it stood still', kind: 'database', from, to })

  it('count as doubled while both receive frames', () => {
    expect(doubled([line(0, 0, 30_000, null), line(1, 20_000, 40_000, null)])).toEqual([10_000])
    expect(doubled([line(0, 0, 20_000, 20_000), line(1, 20_000, 40_000, null)])).toEqual([0])
  })

  it('count as one after the newer has ended', () => {
    expect(doubled([line(0, 0, 90_000, null), line(1, 20_000, 21_000, 21_000)])).toEqual([1_000])
  })

  it('are compared with all later ones, not only the next', () => {
    const three = [line(0, 0, 60_000, null), line(1, 20_000, 21_000, 21_000), line(2, 30_000, 70_000, null)]
    expect(doubled(three)).toEqual([1_000, 30_000, -9_000])
  })

  it('may overlap while the database is unavailable or the older one’s machine is frozen', () => {
    const both = [line(0, 0, 40_000, null), line(1, 20_000, 50_000, null)]
    expect(doubled(both, database(10_000, 38_000))).toEqual([2_000])
    expect(doubled(both, fault('caster', 0, 10_000, 39_000 + SETTLED_MS))).toEqual([1_000])
    expect(doubled(both, fault('caster', 1, 10_000, 39_000))).toEqual([20_000])
    expect(doubled(both, database(41_000, 50_000))).toEqual([20_000])
  })
})
