// The list of stations. All stations are in memory, so filtering and paging need no query.

import { mapInTurns } from '../../../base/running/turns.ts'
import { SHOWN_STATUSES, type ShownStatus, shownStatusAt } from '../../../domain/stations/shown-status.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { figuresAt } from '../../../domain/stations/status.ts'
import type { STATION_ORDERS } from '../contract/stations/stations.ts'
import { cutAt, placeIn } from '../kit/paging.ts'

interface StationFilter {
  readonly archived: boolean
  /** Only stations of this upstream caster; `null` means all. */
  readonly upstreamId: number | null
}

/** Makes the search ignore accents and case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export async function findStations(
  stations: readonly Station[],
  search: string,
  filter: StationFilter,
): Promise<Station[]> {
  const wanted = plain(search)
  const found = await mapInTurns(stations, (station) =>
    matches(station, filter) && (wanted === '' || searchedIn(station).includes(wanted)) ? [station] : [],
  )
  return found.flat()
}

const searchedIn = ({ code, name, federalState, mountpoint }: Station) =>
  plain(`${code} ${name} ${federalState} ${mountpoint}`)

const matches = (station: Station, { archived, upstreamId }: StationFilter): boolean =>
  station.archived === archived && (upstreamId === null || station.upstream?.id === upstreamId)

/** Each station counts once. */
export function countsOf(stations: readonly Station[], now: Date): Record<ShownStatus, number> {
  const counts = { offline: 0, moved: 0, degraded: 0, maintenance: 0, unmeasured: 0, online: 0 }
  for (const station of stations) counts[shownStatusAt(station, now)] += 1
  return counts
}

type Orders = Record<(typeof STATION_ORDERS)[number], (station: Station, now: Date) => string | number | null>

const ORDERS: Orders = {
  code: ({ code }) => code,
  status: (station, now) => SHOWN_STATUSES.indexOf(shownStatusAt(station, now)),
  name: ({ name }) => plain(name),
  state: ({ federalState }) => plain(federalState) || null,
  mountpoint: ({ mountpoint }) => plain(mountpoint),
  health: (station, now) => figuresAt(station, now)?.healthPct ?? null,
  latency: (station, now) => figuresAt(station, now)?.latencyMs ?? null,
  satellites: (station, now) => figuresAt(station, now)?.satellites ?? null,
  measured: ({ health }) => health?.measuredAt.getTime() ?? null,
}

/** `-health` sorts descending. Stations without the value come last in both directions; ties are ordered by code. */
export function stationsInOrder(stations: readonly Station[], sort: string | undefined, now: Date): readonly Station[] {
  if (sort === undefined) return stations
  const down = sort.startsWith('-') ? -1 : 1
  const figureOf = ORDERS[sort.replace('-', '') as keyof Orders]
  return stations
    .map((station) => ({ station, value: figureOf(station, now) }))
    .sort((one, other) => {
      if (one.value === other.value) return one.station.code < other.station.code ? -1 : 1
      if (one.value === null || other.value === null) return one.value === null ? 1 : -1
      return one.value < other.value ? -down : down
    })
    .map(({ station }) => station)
}

/** Continues after the station with the cursor's code, in any order. If that station is gone, continues by code. */
export function pageByCode(stations: readonly Station[], limit: number, cursor: string | undefined) {
  const [after] = placeIn(cursor, /^after:([A-Za-z0-9_-]{1,32})$/) ?? []
  const place = after === undefined ? -1 : stations.findIndex(({ code }) => code === after)
  const isGone = after !== undefined && place < 0
  const rest = isGone ? stations.filter(({ code }) => code > after) : stations.slice(place + 1)
  return cutAt(rest, limit, ({ code }) => `after:${code}`)
}
