// The list of stations: they are all in memory, so filtering and paging need no query.
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import { mapInTurns } from '../../running/turns.ts'
import { cutAt, placeIn } from '../lists/paging.ts'

interface StationFilter {
  /** `unmeasured`: nobody has measured it, whatever was declared. */
  readonly status: StationStatus | 'unmeasured' | null
  readonly archived: boolean
}

/** What somebody types finds it with or without accents. */
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

function matches(station: Station, { status, archived }: StationFilter, now: Date): boolean {
  if (station.archived !== archived) return false
  const unmeasured = station.health === null && station.declaredStatus !== 'maintenance'
  if (status === 'unmeasured' && !unmeasured) return false
  return status === null || status === 'unmeasured' || (!unmeasured && statusAt(station, now) === status)
}

/** By code, which is unique and never changes. */
export function pageByCode(stations: readonly Station[], limit: number, cursor: string | undefined) {
  const [after] = placeIn(cursor, /^after:([A-Za-z0-9_-]{1,32})$/) ?? []
  const rest = after === undefined ? stations : stations.filter(({ code }) => code > after)
  return cutAt(rest, limit, ({ code }) => `after:${code}`)
}
