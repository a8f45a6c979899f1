// Compares two RINEX navigation files of the same recording, field by field.
import { parseNavigation } from '../../../packages/rtcm/test/support/rinex.ts'

/** RTCM 3 does not contain the time of transmission. */
const TRANSMISSION = 27
/** convbin writes twelve digits. */
const sameField = (one: number, other: number) => Math.abs(one - other) <= 1.01e-11 * Math.abs(other)

export interface NavigationComparison {
  readonly compared: number
  readonly differences: readonly string[]
}

/** Blank fields, and the fifth line of GLONASS, are 0 or missing in the file of convbin. */
export function compareNavigation(here: string, there: string): NavigationComparison {
  const [own, other] = [recordsOf(here), recordsOf(there)]
  const differences = [...own.keys()].filter((name) => !other.has(name)).map((name) => `${name} only here`)
  let compared = 0
  for (const [name, values] of other) {
    const mine = own.get(name)
    if (mine) compared++
    else differences.push(`${name} only in convbin`)
    for (const [place, value] of mine ? values.entries() : []) {
      const is = mine![place] ?? 0
      if (place !== TRANSMISSION && !sameField(is, value)) differences.push(`${name} field ${place}: ${is} ${value}`)
    }
  }
  return { compared, differences }
}

function recordsOf(text: string): Map<string, readonly number[]> {
  if (text === '') return new Map()
  // Blank fields at the end of a line keep their place.
  const padded = text.replace(/^.*\S.*$/gm, (line) => line.padEnd(80))
  return new Map(
    parseNavigation(padded).map(({ satellite, time, values }) => {
      const issue = satellite.startsWith('R') ? '' : values[3]
      const source = satellite.startsWith('E') ? values[20] : ''
      return [`${satellite} ${time} ${issue} ${source}`, values]
    }),
  )
}
