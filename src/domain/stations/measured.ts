// The values that a caster measures of each station in each minute. The minute's record, the statements that store and read minutes and
// days, and the charts of the console are derived from this table.

/**
 * `combine` makes one value of several parts. `sum` and `max`: 0 while nothing arrives. `mean`: `null` while unknown; the median of the
 * slices of a minute, and the mean of minutes, with so many `decimals` in charts.
 * `column` belongs to `station_minutes`. `day`: days store the mean too, in `column` of `station_days`, beside `<day>_sum` and
 * `<day>_minutes`.
 */
export const MEASURED = {
  received: { column: 'epochs_received', combine: 'sum' },
  expected: { column: 'epochs_expected', combine: 'sum' },
  latencyMs: { column: 'latency_ms', combine: 'mean', decimals: 0, day: 'latency' },
  satellites: { column: 'satellites', combine: 'mean', decimals: 1, day: 'satellites' },
  gaps: { column: 'gaps', combine: 'sum' },
  longestGapMs: { column: 'longest_gap_ms', combine: 'max' },
  badCrcs: { column: 'bad_crcs', combine: 'sum' },
  bytes: { column: 'bytes', combine: 'sum' },
} as const satisfies Record<string, MeasuredValue>

type MeasuredValue =
  | { readonly column: string; readonly combine: 'sum' | 'max' }
  | { readonly column: string; readonly combine: 'mean'; readonly decimals: number; readonly day?: string }

type Table = typeof MEASURED
type Names = keyof Table
type NamesOfDays = { [Name in Names]: Table[Name] extends { readonly day: string } ? Name : never }[Names]

export type MeasuredValues = {
  readonly [Name in Names]: Table[Name]['combine'] extends 'mean' ? number | null : number
}
/** Epochs appear in charts as a percentage. */
export type ChartValues = Omit<MeasuredValues, 'received' | 'expected'>
export type DayValues = Pick<MeasuredValues, NamesOfDays>

const rows = Object.entries(MEASURED) as [Names, MeasuredValue][]
export const MEASURED_VALUES = rows.map(([name, value]) => ({ name, ...value }))
export const CHART_VALUES = MEASURED_VALUES.filter(({ name }) => name !== 'received' && name !== 'expected')
export const DAY_VALUES = MEASURED_VALUES.flatMap((value) =>
  value.combine === 'mean' && value.day ? { ...value, day: value.day } : [],
)

export const NO_DAY_VALUES = Object.fromEntries(DAY_VALUES.map(({ name }) => [name, null])) as unknown as DayValues

const fromEach = (compute: (value: (typeof MEASURED_VALUES)[number]) => number | null) =>
  Object.fromEntries(MEASURED_VALUES.map((value) => [value.name, compute(value)])) as unknown as MeasuredValues

export const NOTHING_MEASURED = fromEach(({ combine }) => (combine === 'mean' ? null : 0))

/** The values of a minute from those of its slices. */
export const combined = (slices: readonly MeasuredValues[]): MeasuredValues =>
  fromEach(({ name, combine }) => {
    const known = slices.flatMap((slice) => slice[name] ?? [])
    if (combine === 'mean') return median(known)
    return Math.round(combine === 'max' ? Math.max(0, ...known) : known.reduce((total, value) => total + value, 0))
  })

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)]!
}
