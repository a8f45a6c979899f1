// The observation types of RINEX 2.11, which name the band but not the signal.
import { CONSTELLATIONS, signalCode } from '@vertice/rtcm'
import type { ObservationTypes } from '../types.ts'

/** A pseudorange type and the signals that it can hold, the preferred one first. */
type Pseudorange = readonly [type: string, codes: readonly string[]]

/**
 * By constellation and band. The phase, Doppler and signal strength of a band belong to the first pseudorange type that
 * a satellite has. The reader uses the same order.
 */
const BANDS: Readonly<Record<string, Readonly<Record<string, readonly Pseudorange[]>>>> = {
  G: {
    1: [
      ['C1', ['1C']],
      ['P1', ['1W', '1P']],
    ],
    2: [
      ['P2', ['2W', '2P']],
      ['C2', ['2X', '2L', '2S', '2C']],
    ],
    5: [['C5', ['5X', '5Q', '5I']]],
  },
  R: {
    1: [
      ['C1', ['1C']],
      ['P1', ['1P']],
    ],
    2: [
      ['P2', ['2P']],
      ['C2', ['2C']],
    ],
  },
  E: {
    1: [['C1', ['1X', '1C', '1B']]],
    5: [['C5', ['5X', '5Q', '5I']]],
    6: [['C6', ['6X', '6C', '6B']]],
    7: [['C7', ['7X', '7Q', '7I']]],
    8: [['C8', ['8X', '8Q', '8I']]],
  },
  S: { 1: [['C1', ['1C']]], 5: [['C5', ['5X', '5I', '5Q']]] },
}

/** Where a constellation's signals are among the values of a satellite. */
export interface Band {
  readonly pseudoranges: readonly { readonly column: number; readonly signals: readonly number[] }[]
  /** Columns; -1 if the file has none. */
  readonly phase: number
  readonly doppler: number
  readonly strength: number
}

export interface Version2Types {
  /** Names of the columns, the same for all constellations. */
  readonly names: readonly string[]
  /** By index in `CONSTELLATIONS`; `null` for those that RINEX 2.11 does not have. */
  readonly bands: readonly (readonly Band[] | null)[]
  /** Signals that RINEX 2.11 has no type for, such as `C 2I 6I`. */
  readonly leftOut: readonly string[]
  /** Columns that hold one of several signals, such as `E C1: 1X, 1C`. */
  readonly shared: readonly string[]
}

const ORDER = ['1', '2', '5', '6', '7', '8']

export function version2Types(types: ObservationTypes): Version2Types {
  const kept = types.map((columns) =>
    Object.entries(BANDS[columns?.letter ?? ''] ?? {}).map(([band, pseudoranges]) => ({
      band,
      pseudoranges: pseudoranges
        .map(([type, codes]) => ({ type, codes: codes.filter((code) => columns!.codes.includes(code)) }))
        .filter(({ codes }) => codes.length > 0),
    })),
  )
  const hasDoppler = types.some((columns, index) => columns?.hasDoppler && kept[index]!.length > 0)
  const names = ORDER.flatMap((wanted) => {
    const present = kept.flat().filter(({ band, pseudoranges }) => band === wanted && pseudoranges.length > 0)
    const codes = new Set(present.flatMap(({ pseudoranges }) => pseudoranges.map(({ type }) => type)))
    const carrier = hasDoppler ? ['L', 'D', 'S'] : ['L', 'S']
    return codes.size === 0 ? [] : [...[...codes].toSorted(), ...carrier.map((kind) => `${kind}${wanted}`)]
  })
  const bands = kept.map((own, index) => {
    if (own.length === 0) return null
    return own.map(({ band, pseudoranges }) => ({
      pseudoranges: pseudoranges.map(({ type, codes }) => ({
        column: names.indexOf(type),
        signals: codes.map((code) => signalOf(index, code)),
      })),
      phase: names.indexOf(`L${band}`),
      doppler: names.indexOf(`D${band}`),
      strength: names.indexOf(`S${band}`),
    }))
  })
  return { names, bands, ...remarks(types, kept) }
}

type Kept = readonly {
  readonly pseudoranges: readonly { readonly type: string; readonly codes: readonly string[] }[]
}[]

function remarks(types: ObservationTypes, kept: readonly Kept[]): Pick<Version2Types, 'leftOut' | 'shared'> {
  const leftOut: string[] = []
  const shared: string[] = []
  for (const [index, columns] of types.entries()) {
    if (!columns) continue
    const own = kept[index]!.flatMap(({ pseudoranges }) => pseudoranges)
    const missing = columns.codes.filter((code) => !own.some(({ codes }) => codes.includes(code)))
    if (missing.length > 0) leftOut.push(`${columns.letter} ${missing.join(' ')}`)
    for (const { type, codes } of own)
      if (codes.length > 1) shared.push(`${columns.letter} ${type}: ${codes.join(', ')}`)
  }
  return { leftOut, shared }
}

function signalOf(constellation: number, code: string): number {
  for (let id = 1; id <= 32; id++) if (signalCode(constellation, id) === code) return id
  throw new RangeError(`${CONSTELLATIONS[constellation]} has no signal ${code}`)
}
