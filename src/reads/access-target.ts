// The mountpoint and group that a credential opens, for explanations.
import type { AccessFacts } from '../domain/credentials/access-findings.ts'
import { networkFor } from '../domain/network/mountpoints/network-mountpoint.ts'
import type { Access } from '../domain/sessions/access.ts'
import type { StationBook } from '../store/current/current.ts'

export type AccessTarget = Pick<AccessFacts, 'mountpoint' | 'group'>

/** `mountpoint` is `null` if the station is archived or the group was deleted. */
export function accessTargetOf({ stationId, groupId }: Access, book: StationBook): AccessTarget {
  const { network, byId, groups, active } = book
  if (stationId !== null) {
    const station = byId.get(stationId)
    return { mountpoint: station && !station.archived ? station.mountpoint : null, group: null }
  }
  if (groupId === null) return { mountpoint: network.mountpoint, group: null }
  const group = groups.get(groupId)
  if (!group) return { mountpoint: null, group: 'gone' }
  const stations = active.filter(({ id }) => group.stationIds.has(id)).length
  return { mountpoint: networkFor(groupId, book).mountpoint, group: { name: group.name, stations } }
}
