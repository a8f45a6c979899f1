// Where the observations of a satellite are in its line: the signal of each column, by the types of the header.
import { CONSTELLATIONS, signalCode } from '@vertice/rtcm'

export const LETTERS = 'GRESJCI'
/** A signal: its position in the signal mask (DF395), and the column of its pseudorange; -1 if there is none. */
export interface Slot {
  readonly signal: number
  readonly code: number
}

/** Columns of the phase, the Doppler and the signal strength; -1 if there is none. */
export interface Carrier {
  readonly phase: number
  readonly doppler: number
  readonly strength: number
  /** The slots that they can belong to: the first with a pseudorange in the epoch, otherwise the first. */
  readonly slots: readonly number[]
}

export interface Columns {
  readonly count: number
  readonly slots: readonly Slot[]
  readonly carriers: readonly Carrier[]
  /** Types that no signal of RTCM 3 corresponds to. */
  readonly ignored: readonly string[]
  /** Divisors of the values; `null` if all are 1. */
  readonly scales: readonly number[] | null
}

const SIGNALS = CONSTELLATIONS.map((_, index) => {
  const ids = new Map<string, number>()
  for (let id = 1; id <= 32; id++) {
    const code = signalCode(index, id)
    if (code) ids.set(code, id)
  }
  return ids
})

/** RINEX 3.02 named the signals of B1I after band 1 (RINEX 3.05, table 9, note). */
const renamed = (letter: string, code: string, version: number): string =>
  letter === 'C' && (code === '1I' || code === '1Q' || (code === '1X' && version < 3.03)) ? `2${code[1]}` : code

/** Columns of RINEX 3 and 4, whose types name the signal (C1C, L1C, D1C, S1C). */
export function columnsOf(letter: string, types: readonly string[], version: number): Columns {
  const signals = SIGNALS[LETTERS.indexOf(letter)]!
  const found = new Map<number, { [kind: string]: number }>()
  const ignored: string[] = []
  for (const [column, type] of types.entries()) {
    const signal = signals.get(renamed(letter, type.slice(1), version))
    if (signal === undefined || !'CLDS'.includes(type[0]!)) ignored.push(type)
    else found.set(signal, { ...found.get(signal), [type[0]!]: column })
  }
  const slots = [...found].map(([signal, { C = -1 }]) => ({ signal, code: C }))
  const carriers = [...found.values()].map(({ L = -1, D = -1, S = -1 }, slot) => {
    return { phase: L, doppler: D, strength: S, slots: [slot] }
  })
  return { count: types.length, slots, carriers, ignored, scales: null }
}

/**
 * RINEX 2 does not name the signals. By band: the pseudoranges with their RINEX 3 codes, in the order in which L, D and
 * S belong to them. P1 and P2 of GPS are semi-codeless (W) since 1994; C2, C5 … can come from any component (X).
 */
const BANDS: Readonly<Record<string, Readonly<Record<string, readonly (readonly [type: string, code: string])[]>>>> = {
  G: {
    1: [
      ['C1', '1C'],
      ['P1', '1W'],
    ],
    2: [
      ['P2', '2W'],
      ['C2', '2X'],
    ],
    5: [['C5', '5X']],
  },
  R: {
    1: [
      ['C1', '1C'],
      ['P1', '1P'],
    ],
    2: [
      ['P2', '2P'],
      ['C2', '2C'],
    ],
  },
  E: {
    1: [['C1', '1X']],
    5: [['C5', '5X']],
    6: [['C6', '6X']],
    7: [['C7', '7X']],
    8: [['C8', '8X']],
  },
  S: { 1: [['C1', '1C']], 5: [['C5', '5X']] },
  J: { 1: [['C1', '1C']], 2: [['C2', '2X']], 5: [['C5', '5X']], 6: [['C6', '6X']] },
  C: { 1: [['C1', '2I']], 2: [['C2', '2I']], 6: [['C6', '6I']], 7: [['C7', '7I']] },
  I: {},
}

/** Columns of RINEX 2, whose types name the band only (C1, P1, L1, D1, S1). */
export function columnsOfVersion2(letter: string, types: readonly string[]): Columns {
  const signals = SIGNALS[LETTERS.indexOf(letter)]!
  const slots: Slot[] = []
  const carriers: Carrier[] = []
  const used = new Set<string>()
  const columnOf = (type: string) => {
    used.add(type)
    return types.indexOf(type)
  }
  for (const [band, codes] of Object.entries(BANDS[letter]!)) {
    const all = codes.map(([type, code]) => ({ signal: signals.get(code)!, code: columnOf(type) }))
    const present = all.filter(({ code }) => code >= 0)
    const some = present.length > 0 ? present : all.slice(0, 1)
    const own = some.map((_, index) => slots.length + index)
    slots.push(...some)
    const [phase, doppler, strength] = ['L', 'D', 'S'].map((kind) => columnOf(`${kind}${band}`)) as [
      number,
      number,
      number,
    ]
    carriers.push({ phase, doppler, strength, slots: own })
  }
  const ignored = types.filter((type) => !used.has(type))
  return { count: types.length, slots, carriers, ignored, scales: null }
}
