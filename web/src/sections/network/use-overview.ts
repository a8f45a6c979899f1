// Loads the overview once; the event stream updates it. Without the stream, it is polled.
import { useAnswer } from '../../service/answers.ts'
import { useLive } from '../../service/live.ts'

const WITHOUT_STREAM_MS = 20_000

export function useOverview() {
  const live = useLive()
  const asked = useAnswer('/network', { refetchInterval: live.connected ? false : WITHOUT_STREAM_MS })
  const told = live.connected ? live.overview : null
  return { live, overview: told ?? asked.data ?? null, error: asked.error, again: asked.refetch }
}
