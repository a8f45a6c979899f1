// The signals of each constellation by their RINEX 3 codes, with their positions in the signal mask (DF395).
import { CONSTELLATIONS, type Constellation } from './head.ts'

/** RTCM 10403.3, tables 3.5-91, 3.5-96, 3.5-99, 3.5-102, 3.5-105, 3.5-108 and their later additions. */
const SIGNALS: Readonly<Record<Constellation, Readonly<Record<string, number>>>> = {
  GPS: {
    ...{ '1C': 2, '1P': 3, '1W': 4, '2C': 8, '2P': 9, '2W': 10, '2S': 15, '2L': 16, '2X': 17 },
    ...{ '5I': 22, '5Q': 23, '5X': 24, '1S': 30, '1L': 31, '1X': 32 },
  },
  GLO: { '1C': 2, '1P': 3, '2C': 8, '2P': 9 },
  GAL: {
    ...{ '1C': 2, '1A': 3, '1B': 4, '1X': 5, '1Z': 6, '6C': 8, '6A': 9, '6B': 10, '6X': 11, '6Z': 12 },
    ...{ '7I': 14, '7Q': 15, '7X': 16, '8I': 18, '8Q': 19, '8X': 20, '5I': 22, '5Q': 23, '5X': 24 },
  },
  SBS: { '1C': 2, '5I': 22, '5Q': 23, '5X': 24 },
  QZS: {
    ...{ '1C': 2, '6S': 9, '6L': 10, '6X': 11, '2S': 15, '2L': 16, '2X': 17 },
    ...{ '5I': 22, '5Q': 23, '5X': 24, '1S': 30, '1L': 31, '1X': 32 },
  },
  BDS: {
    ...{ '2I': 2, '2Q': 3, '2X': 4, '6I': 8, '6Q': 9, '6X': 10, '7I': 14, '7Q': 15, '7X': 16 },
    ...{ '5D': 22, '5P': 23, '5X': 24, '7D': 25, '1D': 30, '1P': 31, '1X': 32 },
  },
  NAV: { '5A': 22 },
}

/** Throws if the constellation has no such signal. */
export function signalId(constellation: Constellation, code: string): number {
  const id = SIGNALS[constellation][code]
  if (id === undefined) throw new RangeError(`${constellation} has no signal ${code}`)
  return id
}

/** Number of frequencies of these signals (DF395): the first character of a RINEX code is its band. */
export function frequenciesIn(constellation: Constellation, mask: number): number {
  const bands = new Set<string>()
  for (const [code, id] of Object.entries(SIGNALS[constellation])) if ((mask >>> (32 - id)) & 1) bands.add(code[0]!)
  return bands.size
}

/** RINEX 3 codes with their positions in the signal mask. */
export const signalsOf = (constellation: Constellation): [code: string, id: number][] =>
  Object.entries(SIGNALS[constellation])

const CODES = CONSTELLATIONS.map((constellation) => {
  const codes: (string | undefined)[] = []
  for (const [code, id] of signalsOf(constellation)) codes[id] = code
  return codes
})

/** The RINEX 3 code of a position in the signal mask; `undefined` if the standard reserves it. */
export const signalCode = (constellation: number, id: number): string | undefined => CODES[constellation]![id]
