// Metrics that a caster measures per station. Minute and day records, live values, their SQL and the console's fields
// are derived from this table.

/**
 * `combine`: how several parts become one value. `sum` and `max` are 0 while nothing arrives. `mean` is `null` while
 * unknown: the median of a minute's slices, the mean of minutes, with `decimals` in charts.
 * `column`: column of `station_minutes`.
 * `live`: `station_health` has the column too, nullable, with the value of the last minute. `combined` is computed from
 * the slices with `combine`, `own` by `StationWindow.live`.
 * `day`: `station_days` has the column too, with the day's mean, plus `<day>_sum` and `<day>_minutes` to compute it.
 */
export const MEASURED = {
  received: { column: 'epochs_received', combine: 'sum' },
  expected: { column: 'epochs_expected', combine: 'sum' },
  latencyMs: { column: 'latency_ms', combine: 'mean', decimals: 0, live: 'own', day: 'latency' },
  satellites: { column: 'satellites', combine: 'mean', decimals: 1, live: 'own', day: 'satellites' },
  gaps: { column: 'gaps', combine: 'sum' },
  longestGapMs: { column: 'longest_gap_ms', combine: 'max' },
  badCrcs: { column: 'bad_crcs', combine: 'sum' },
  bytes: { column: 'bytes', combine: 'sum' },
} as const satisfies Record<string, MeasuredValue>

type MeasuredValue = { readonly column: string; readonly live?: 'combined' | 'own' } & (
  | { readonly combine: 'sum' | 'max' }
  | { readonly combine: 'mean'; readonly decimals: number; readonly day?: string }
)

type Table = typeof MEASURED
type Name = keyof Table
type NamesWith<Flag extends 'live' | 'day'> = {
  [Key in Name]: Table[Key] extends Record<Flag, unknown> ? Key : never
}[Name]

export type MeasuredValues = {
  readonly [Key in Name]: Table[Key]['combine'] extends 'mean' ? number | null : number
}
/** Charts show epochs as a percentage. */
export type ChartValues = Omit<MeasuredValues, 'received' | 'expected'>
export type DayValues = Pick<MeasuredValues, NamesWith<'day'>>
/** `null` or undefined if unknown, for example because a node of the previous release measures the station. */
export type LiveValues = { readonly [Key in NamesWith<'live'>]?: number | null }

const rows = Object.entries(MEASURED) as [Name, MeasuredValue][]
export const MEASURED_VALUES = rows.map(([name, value]) => ({ name, ...value }))
export const CHART_VALUES = MEASURED_VALUES.filter(({ name }) => name !== 'received' && name !== 'expected')
export const DAY_VALUES = MEASURED_VALUES.flatMap((value) =>
  value.combine === 'mean' && value.day ? { ...value, day: value.day } : [],
)
export const LIVE_VALUES = MEASURED_VALUES.flatMap((value) =>
  value.live ? { ...value, name: value.name as NamesWith<'live'> } : [],
)

const fromEach = <Of extends { readonly name: Name }, Values>(
  values: readonly Of[],
  compute: (value: Of) => number | null,
) => Object.fromEntries(values.map((value) => [value.name, compute(value)])) as unknown as Values

export const NO_DAY_VALUES: DayValues = fromEach(DAY_VALUES, () => null)
export const NOTHING_MEASURED: MeasuredValues = fromEach(MEASURED_VALUES, ({ combine }) =>
  combine === 'mean' ? null : 0,
)

/** All live values; `null` if unknown. */
export const liveValues = (known: LiveValues | null): Required<LiveValues> =>
  fromEach(LIVE_VALUES, ({ name }) => known?.[name] ?? null)

/** Combines slices into the values of a minute. */
export const combined = (slices: readonly MeasuredValues[]): MeasuredValues =>
  fromEach(MEASURED_VALUES, (value) => combinedValue(value, slices))

const COMBINED_LIVE_VALUES = LIVE_VALUES.filter(({ live }) => live === 'combined')
export const combinedLive = (slices: readonly MeasuredValues[]): LiveValues =>
  fromEach(COMBINED_LIVE_VALUES, (value) => combinedValue(value, slices))

function combinedValue(
  { name, combine }: Pick<(typeof MEASURED_VALUES)[number], 'name' | 'combine'>,
  slices: readonly MeasuredValues[],
) {
  const known = slices.flatMap((slice) => slice[name] ?? [])
  if (combine === 'mean') return median(known)
  return Math.round(combine === 'max' ? Math.max(0, ...known) : known.reduce((total, value) => total + value, 0))
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)]!
}
