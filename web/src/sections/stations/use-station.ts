import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useLive } from '../../live.ts'
import type { StationAnswer } from './types.ts'

const EVERY_MS = 15_000

/** One station, with the figures of the moment over what was asked for. */
export function useStation(id: string) {
  const live = useLive()
  const asked = useQuery({
    queryKey: ['/stations', id],
    queryFn: ({ signal }) => api.get<StationAnswer>(`/stations/${id}`, {}, signal),
    refetchInterval: EVERY_MS,
  })
  const now = live.stations?.get(Number(id))
  const { data } = asked
  const isNewer = now && data && (now.measuredAt ?? '') >= (data.station.measuredAt ?? '')
  return {
    data: data && isNewer && !data.station.archived ? { ...data, station: { ...data.station, ...now } } : data,
    error: asked.error,
    again: asked.refetch,
  }
}

/** After a change: the lists, and what is open. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['/stations'] }),
      queries.invalidateQueries({ queryKey: ['/network'] }),
    ])
}
