// Mountpoint names at the caster, and which credentials open them.
import type { MadeMountpoint } from '../network/mountpoints/mountpoint.ts'
import type { Network } from '../network/network.ts'
import type { Group } from '../stations/group.ts'
import type { Station } from '../stations/station.ts'

/** Opens one station; a group of stations plus the network within the group; or, if both are `null`, the network. */
export interface Access {
  readonly stationId: number | null
  readonly groupId: number | null
}

export type Mount =
  | { readonly kind: 'network'; readonly name: string }
  /** The station's own mountpoint, or a derived one if `made` is set. */
  | { readonly kind: 'station'; readonly name: string; readonly station: Station; readonly made: MadeMountpoint | null }

/** Keyed by lowercase name. */
export type Mounts = ReadonlyMap<string, Mount>

/** `stations` must not include archived ones. */
export function mountsOf(
  network: Pick<Network, 'mountpoint'>,
  stations: readonly Station[],
  mountpoints: readonly MadeMountpoint[] = [],
): Mounts {
  const byId = new Map(mountpoints.length > 0 ? stations.map((station) => [station.id, station]) : [])
  const made = mountpoints.flatMap((one): Mount[] => {
    const station = byId.get(one.stationId)
    return station ? [{ kind: 'station', name: one.name, station, made: one }] : []
  })
  const bases = stations.map((station): Mount => ({ kind: 'station', name: station.mountpoint, station, made: null }))
  const all: Mount[] = [...made, ...bases, { kind: 'network', name: network.mountpoint }]
  return new Map(all.map((mount) => [mount.name.toLowerCase(), mount]))
}

export const mountAt = (mounts: Mounts, name: string): Mount | null => mounts.get(name.toLowerCase()) ?? null

/** Target of a mountpoint, regardless of its name. */
export type Led = { readonly kind: 'network' } | { readonly kind: 'station'; readonly station: Pick<Station, 'id'> }

/** Access to a station includes its derived mountpoints. */
export function opens({ stationId, groupId }: Access, mount: Led, groups: ReadonlyMap<number, Group>): boolean {
  const group = groupId === null ? null : groups.get(groupId)
  if (group === undefined) return false
  if (mount.kind === 'network') return stationId === null
  return stationId === mount.station.id || (group?.stationIds.has(mount.station.id) ?? false)
}

/** True if the mountpoint requires no credential. */
export const isOpen = (mount: Mount): boolean =>
  mount.kind === 'station' && (mount.made ? mount.made.isOpen : (mount.station.isOpen ?? false))
