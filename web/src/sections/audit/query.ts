import { DAY_MS } from '../../parts/time-units.ts'
import type { QueryFor } from '../../service/api.ts'
import type { FilterName } from './filters.tsx'

/** When a day begins in Mexico City, which has had no summer time since 2022. Null: no day at all. */
function startOf(day: string | undefined): Date | null {
  const start = new Date(`${day}T00:00:00-06:00`)
  return Number.isNaN(start.getTime()) ? null : start
}

/** What the service is asked: days become moments, and the last day counts whole. */
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
