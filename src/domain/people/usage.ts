// Usage of an owner per month, in the network's time zone.
import { localDay, startOfDay } from '../time/local-time.ts'

export interface MonthUsage {
  /** YYYY-MM. */
  readonly month: string
  readonly issued: number
  readonly connectedMs: number
}

export interface MonthUse extends MonthUsage {
  /** True if the values can no longer change. */
  readonly isFinal: boolean
}

interface Span {
  /** First and last month; undefined means from the first month with usage until now. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Every month of the span since the first one with usage, oldest first. `settledUntil`: usage before this time is final. */
export function usageByMonth(
  counted: readonly MonthUsage[],
  { from = '', to = '9999-12' }: Span,
  settledUntil: Date | null,
  now: Date,
): MonthUse[] {
  const byMonth = new Map(counted.map((one) => [one.month, one]))
  const current = localDay(now).slice(0, 7)
  const last = to < current ? to : current
  const months: MonthUse[] = []
  for (let month = counted[0]?.month; month !== undefined && month <= last; ) {
    const next = monthAfter(month)
    const isFinal = settledUntil !== null && startOfDay(`${next}-01`) <= settledUntil
    if (month >= from) months.push({ ...(byMonth.get(month) ?? { month, issued: 0, connectedMs: 0 }), isFinal })
    month = next
  }
  return months
}

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
