import { DAY_MS } from '../../parts/time-units.ts'
import type { QueryFor } from '../../service/api.ts'
import type { FilterName } from './filters.tsx'

/** Start of a day in Mexico City, which has had no daylight saving time since 2022. `null` if it is not a day. */
function startOf(day: string | undefined): Date | null {
  const start = new Date(`${day}T00:00:00-06:00`)
  return Number.isNaN(start.getTime()) ? null : start
}

/** Converts days to times; the last day is included. */
export function queryOf(values: Readonly<Partial<Record<FilterName, string>>>): QueryFor<'GET', '/audit'> {
  const { from, to, subjectId, ...rest } = values
  const last = startOf(to)
  return {
    ...rest,
    // An id means nothing without its kind.
    subjectId: rest.subjectKind ? subjectId : undefined,
    from: startOf(from)?.toISOString(),
    to: last && new Date(last.getTime() + DAY_MS).toISOString(),
  }
}
