// The list of stations: they are all in memory, so filtering and paging need no query.
import { wrong } from '../../domain/fault.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'

export interface StationFilter {
  readonly search: string
  /** `unmeasured`: nobody has measured it, whatever was declared. */
  readonly status: StationStatus | 'unmeasured' | null
  readonly archived: boolean
}

/** What somebody types finds it with or without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function matchesFilter(station: Station, { search, status, archived }: StationFilter, now: Date): boolean {
  if (station.archived !== archived) return false
  const unmeasured = station.health === null && station.declaredStatus !== 'maintenance'
  if (status === 'unmeasured' && !unmeasured) return false
  if (status !== null && status !== 'unmeasured' && (unmeasured || statusAt(station, now) !== status)) return false
  if (search === '') return true
  const { code, name, federalState, mountpoint } = station
  return plain(`${code} ${name} ${federalState} ${mountpoint}`).includes(plain(search))
}

/** By code, which is unique and never changes. */
export function pageByCode(stations: readonly Station[], limit: number, cursor: string | undefined) {
  const after = cursor === undefined ? null : codeOf(cursor)
  const rest = after === null ? stations : stations.filter(({ code }) => code > after)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = last && rest.length > limit ? Buffer.from(`after:${last.code}`).toString('base64url') : null
  return { page, nextCursor }
}

function codeOf(cursor: string): string {
  const [, code] = /^after:([A-Za-z0-9_-]{1,32})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!code) throw invalid(wrong(['cursor'], 'not_a_cursor'))
  return code
}
