import { keepPreviousData } from '@tanstack/react-query'
import { useFilters } from '../../../parts/lists/filters.tsx'
import { MINUTE_MS } from '../../../parts/time-units.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'

export const PERIODS = ['6', '24', '168'] as const
export type Period = (typeof PERIODS)[number]
const EVERY_MS = MINUTE_MS

/** The minutes of a station, for the period in the address. */
export function useSeries(id: number) {
  const filters = useFilters(['hours'])
  const period: Period = PERIODS.find((known) => known === filters.values.hours) ?? '24'
  const { data, error, refetch } = useAnswer(at('/stations/:id/series', { id }), {
    query: { hours: period },
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
  return {
    period,
    choose: (next: string) => filters.set('hours', next === '24' ? null : next),
    series: data,
    error,
    again: refetch,
  }
}
