// The overview: asked for once, then told by the stream; asked for again now and then while there is no stream.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useLive } from '../../live.ts'
import type { Overview } from '../../network-types.ts'

const WITHOUT_STREAM_MS = 20_000

export function useOverview() {
  const live = useLive()
  const asked = useQuery({
    queryKey: ['/network'],
    queryFn: ({ signal }) => api.get<Overview>('/network', {}, signal),
    refetchInterval: live.connected ? false : WITHOUT_STREAM_MS,
  })
  const told = live.connected ? live.overview : null
  return { live, overview: told ?? asked.data ?? null, error: asked.error, again: asked.refetch }
}
