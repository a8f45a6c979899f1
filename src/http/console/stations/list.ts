// The list of stations. All stations are in memory, so filtering and paging need no query.

import { mapInTurns } from '../../../base/running/turns.ts'
import { movedBy } from '../../../domain/stations/position.ts'
import type { Station, StationStatus } from '../../../domain/stations/station.ts'
import { figuresAt, isUnmeasured, statusAt } from '../../../domain/stations/status.ts'
import type { STATION_ORDERS } from '../contract/stations/stations.ts'
import { cutAt, placeIn } from '../kit/paging.ts'

interface StationFilter {
  /** `unmeasured`: never measured, whatever was declared; `moved`: the antenna announces another position. */
  readonly status: StationStatus | 'unmeasured' | 'moved' | null
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
  now: Date,
): Promise<Station[]> {
  const wanted = plain(search)
  const found = await mapInTurns(stations, (station) =>
    matches(station, filter, now) && (wanted === '' || searchedIn(station).includes(wanted)) ? [station] : [],
  )
  return found.flat()
}

const searchedIn = ({ code, name, federalState, mountpoint }: Station) =>
  plain(`${code} ${name} ${federalState} ${mountpoint}`)

function matches(station: Station, { status, archived, upstreamId }: StationFilter, now: Date): boolean {
  if (station.archived !== archived) return false
  if (upstreamId !== null && station.upstream?.id !== upstreamId) return false
  if (status === null) return true
  if (status === 'moved') return movedBy(station) !== null
  const unmeasured = isUnmeasured(station, now)
  return status === 'unmeasured' ? unmeasured : !unmeasured && statusAt(station, now) === status
}

type Orders = Record<(typeof STATION_ORDERS)[number], (station: Station, now: Date) => string | number | null>

/** Stations that need attention first. */
const BY_TROUBLE: readonly (StationStatus | 'unmeasured')[] = [
  'offline',
  'degraded',
  'maintenance',
  'unmeasured',
  'online',
]

const ORDERS: Orders = {
  code: ({ code }) => code,
  status: (station, now) => BY_TROUBLE.indexOf(isUnmeasured(station, now) ? 'unmeasured' : statusAt(station, now)),
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
