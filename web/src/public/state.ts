// What the public pages ask, and what comes.
import { useQuery } from '@tanstack/react-query'
import { dictionary } from '../language.tsx'
import type { Tiles } from '../map/base-map.ts'
import type { DeclaredStatus } from '../network-types.ts'
import type { UptimeDay } from '../parts/figures/uptime-bars.tsx'
import { en } from '../words/en/public.ts'
import { es } from '../words/es/public.ts'

export const usePublicWords = dictionary(es, en)

export interface PublicNetwork {
  readonly name: string
  readonly simulated: boolean
}

export interface About {
  readonly network: PublicNetwork
  readonly map: Tiles
  readonly statusPage: boolean
  /** Anybody may order. */
  readonly shop: boolean
}

export interface PublicStation {
  readonly code: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly status: DeclaredStatus
  /** False: the status is only what the operator says. */
  readonly measured: boolean
  readonly simulated: boolean
  readonly uptimePct: number | null
  readonly days: readonly UptimeDay[]
}

export interface NetworkState {
  readonly network: PublicNetwork
  readonly at: string
  readonly stations: readonly PublicStation[]
}

interface Answer extends Omit<NetworkState, 'stations'> {
  readonly firstDay: string
  readonly stations: readonly (Omit<PublicStation, 'days'> & {
    readonly days: readonly (readonly [up: number, down: number, unknown: number])[]
  })[]
}

const EVERY_MS = 30_000
const DAY_MS = 86_400_000

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
        // As everywhere: cut to two decimals, so that 99.999 does not read as a clean 100.
        uptimePct:
          minutesUp + minutesDown === 0 ? null : Math.floor((minutesUp * 10_000) / (minutesUp + minutesDown)) / 100,
      })),
    })),
  }
}
