// Resolves what a credential or order opens: a station, a group of stations, or the network.
import { type Fault, fault } from '../../../domain/codes/fault.ts'
import type { CredentialRequest } from '../../../domain/credentials/request.ts'
import { type Group, groupNamed } from '../../../domain/stations/group.ts'
import type { Station } from '../../../domain/stations/station.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { holdGroups } from '../../../store/stations/groups.ts'

export type WantedStation = Pick<CredentialRequest, 'stationId' | 'stationCode'>
export type WantedGroup = Pick<CredentialRequest, 'groupId' | 'group'>

type Refuse = (field: keyof WantedStation | keyof WantedGroup, found: Fault) => void

export interface FoundAccess {
  readonly station: Station | null
  readonly group: Group | null
}

/** Without a station and a group, the access is the network. */
export function findAccess(book: StationBook, wanted: WantedStation & WantedGroup, refuse: Refuse): FoundAccess {
  const station = findStation(book, wanted, refuse)
  const group = findGroup(book, wanted, refuse)
  const isBoth =
    (wanted.stationId ?? wanted.stationCode) !== undefined && (wanted.groupId ?? wanted.group) !== undefined
  if (isBoth) refuse('group', fault('station_or_group'))
  return { station, group }
}

export function findStation(
  book: StationBook,
  { stationId, stationCode }: WantedStation,
  refuse: Refuse,
): Station | null {
  const usable = (station: Station | undefined) => (station && !station.archived ? station : null)
  const byId = stationId === undefined ? undefined : usable(book.byId.get(stationId))
  const byCode = stationCode === undefined ? undefined : usable(book.byCode.get(stationCode.toLowerCase()))
  if (byId === null) refuse('stationId', fault('unknown_station_id'))
  if (byCode === null) refuse('stationCode', fault('unknown_station_code'))
  if (byId && byCode && byId !== byCode) refuse('stationCode', fault('other_station', { id: byId.id, code: byId.code }))
  return byId ?? byCode ?? null
}

/** By id, or by name, case-insensitive. */
function findGroup({ groups }: StationBook, { groupId, group: name }: WantedGroup, refuse: Refuse): Group | null {
  if (groupId === undefined && name === undefined) return null
  const found = groupId === undefined ? groupNamed(groups.values(), name!) : (groups.get(groupId) ?? null)
  if (!found) refuse('group', fault('unknown_group'))
  return found
}

/**
 * Locks the groups until the end of the transaction, since the book was read before it. Returns the indexes of groups
 * that no longer exist.
 */
export async function findGone(tx: Database, groupIds: readonly (number | null)[]): Promise<number[]> {
  const wanted = new Set(groupIds.filter((id) => id !== null))
  if (wanted.size === 0) return []
  const held = await holdGroups(tx, [...wanted])
  return groupIds.flatMap((id, index) => (id === null || held.has(id) ? [] : [index]))
}
