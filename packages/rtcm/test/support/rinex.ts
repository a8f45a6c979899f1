// A parser for the parts of RINEX 3.04 that the tests need.

/** By 'G01', then by 'C1C'. */
export type RinexEpoch = { readonly time: string; readonly satellites: Record<string, Record<string, number>> }

export interface RinexObservations {
  readonly header: Record<string, string>
  readonly epochs: readonly RinexEpoch[]
}

export function parseObservations(text: string): RinexObservations {
  const [head, body] = split(text)
  const header = Object.fromEntries(head.map((line) => [line.slice(60).trim(), line.slice(0, 60)]))
  const types = new Map<string, string[]>()
  for (const line of head.filter((line) => line.includes('SYS / # / OBS TYPES'))) {
    types.set(line[0]!, line.slice(6, 60).trim().split(/\s+/))
  }
  const epochs: { time: string; satellites: Record<string, Record<string, number>> }[] = []
  for (const line of body) {
    if (line.startsWith('>')) {
      epochs.push({ time: line.slice(2, 29).trim(), satellites: {} })
      continue
    }
    const values: Record<string, number> = {}
    for (const [index, type] of types.get(line[0]!)!.entries()) {
      const field = line.slice(3 + 16 * index, 17 + 16 * index).trim()
      if (field) values[type] = Number(field)
    }
    epochs.at(-1)!.satellites[line.slice(0, 3)] = values
  }
  return { header, epochs }
}

/** By satellite: the time in its first line, and the numbers in file order. */
export function parseNavigation(text: string): { satellite: string; time: string; values: number[] }[] {
  const [, body] = split(text)
  const records: { satellite: string; time: string; values: number[] }[] = []
  for (const line of body) {
    const starts = line[0] !== ' '
    if (starts) records.push({ satellite: line.slice(0, 3), time: line.slice(4, 23), values: [] })
    const from = starts ? 23 : 4
    for (let at = from; at + 19 <= line.length; at += 19) {
      records.at(-1)!.values.push(Number(line.slice(at, at + 19).replace('D', 'E')))
    }
  }
  return records
}

function split(text: string): [string[], string[]] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const end = lines.findIndex((line) => line.includes('END OF HEADER'))
  return [lines.slice(0, end), lines.slice(end + 1)]
}
