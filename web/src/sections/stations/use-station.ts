import { useAnswer, useRenew } from '../../service/answers.ts'
import { at } from '../../service/api.ts'
import { useLive } from '../../service/live.ts'

export const STATIONS_PATH = '/stations'
const EVERY_MS = 15_000

/** A station, with live values from the event stream. */
export function useStation(id: string) {
  const live = useLive()
  const asked = useAnswer(at('/stations/:id', { id }), { refetchInterval: EVERY_MS })
  const now = live.stations?.get(Number(id))
  const { data } = asked
  const isNewer = now && data && (now.measuredAt ?? '') >= (data.station.measuredAt ?? '')
  return {
    data: data && isNewer && !data.station.archived ? { ...data, station: { ...data.station, ...now } } : data,
    error: asked.error,
    refetch: asked.refetch,
  }
}

/** Reloads everything that a change of a station affects. */
export function useRefresh(): () => Promise<void> {
  const renew = useRenew()
  return () => renew('/stations', '/network')
}
