// Requests of the public pages.

import { useQuery } from '@tanstack/react-query'
import type { About, NetworkState as Answer } from '../../../src/http/public/contract.ts'
import { dictionary } from '../language.tsx'
import type { UptimeDay } from '../parts/figures/uptime-bars.tsx'
import { DAY_MS } from '../parts/time-units.ts'
import { en } from '../words/en/shell/public.ts'
import { es } from '../words/es/shell/public.ts'

export const usePublicWords = dictionary(es, en)

export type PublicStation = Omit<Answer['stations'][number], 'days'> & { readonly days: readonly UptimeDay[] }
export type NetworkState = Omit<Answer, 'stations' | 'firstDay'> & { readonly stations: readonly PublicStation[] }

const EVERY_MS = 30_000

async function get<Found>(path: string, signal: AbortSignal): Promise<Found> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  return response.json()
}

export const askAbout = (signal: AbortSignal) => get<About>('/public/about', signal)

export const useAbout = () => useQuery({ queryKey: ['about'], queryFn: ({ signal }) => askAbout(signal) })

export const useNetworkState = () =>
  useQuery({
    queryKey: ['state'],
    queryFn: async ({ signal }) => toState(await get<Answer>('/public/status', signal)),
    refetchInterval: EVERY_MS,
  })

function toState({ stations, firstDay, ...rest }: Answer): NetworkState {
  const first = Date.parse(`${firstDay}T00:00:00Z`)
  const dayAt = (index: number) => new Date(first + index * DAY_MS).toISOString().slice(0, 10)
  return {
    ...rest,
    stations: stations.map((station) => ({
      ...station,
      days: station.days.map(([minutesUp, minutesDown, minutesUnknown], index) => ({
        day: dayAt(index),
        minutesUp,
        minutesDown,
        minutesUnknown,
        // Truncated to two decimals, as everywhere, so that 99.999 is not shown as 100.
        uptimePct:
          minutesUp + minutesDown === 0 ? null : Math.floor((minutesUp * 10_000) / (minutesUp + minutesDown)) / 100,
      })),
    })),
  }
}
