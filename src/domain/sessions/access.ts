// Mountpoint names at the caster, and which credentials open them.
import type { MadeMountpoint } from '../network/mountpoints/mountpoint.ts'
import { defaultNetworkMountpoint, type NetworkMountpoint } from '../network/mountpoints/network-mountpoint.ts'
import type { Group } from '../stations/group.ts'
import type { Station } from '../stations/station.ts'

/** Opens one station; a group of stations plus the network within the group; or, if both are `null`, the network. */
export interface Access {
  readonly stationId: number | null
  readonly groupId: number | null
}

export type Mount =
  | { readonly kind: 'network'; readonly name: string; readonly network: NetworkMountpoint }
  /** The station's own mountpoint, or a derived one if `made` is set. */
  | { readonly kind: 'station'; readonly name: string; readonly station: Station; readonly made: MadeMountpoint | null }

/** Keyed by lowercase name. */
export type Mounts = ReadonlyMap<string, Mount>

/** `stations` must not include archived ones. */
export function mountsOf(
  network: Parameters<typeof defaultNetworkMountpoint>[0],
  stations: readonly Station[],
  mountpoints: readonly MadeMountpoint[] = [],
  networks: readonly NetworkMountpoint[] = [defaultNetworkMountpoint(network)],
): Mounts {
  const byId = new Map(mountpoints.length > 0 ? stations.map((station) => [station.id, station]) : [])
  const made = mountpoints.flatMap((one): Mount[] => {
    const station = byId.get(one.stationId)
    return station ? [{ kind: 'station', name: one.name, station, made: one }] : []
  })
  const bases = stations.map((station): Mount => ({ kind: 'station', name: station.mountpoint, station, made: null }))
  const served = networks.map((one): Mount => ({ kind: 'network', name: one.name, network: one }))
  const all: Mount[] = [...made, ...bases, ...served]
  return new Map(all.map((mount) => [mount.name.toLowerCase(), mount]))
}

export const mountAt = (mounts: Mounts, name: string): Mount | null => mounts.get(name.toLowerCase()) ?? null

export const isNetworkName = (mounts: Mounts, name: string): boolean => mountAt(mounts, name)?.kind === 'network'

/** Target of a mountpoint, regardless of its name. */
export type Led =
  | { readonly kind: 'network'; readonly network: Pick<NetworkMountpoint, 'groupId'> }
  | { readonly kind: 'station'; readonly station: Pick<Station, 'id'> }

/**
 * Access to a station includes its derived mountpoints. A network mountpoint with a group is for credentials of that
 * group and of the whole network.
 */
export function opens({ stationId, groupId }: Access, mount: Led, groups: ReadonlyMap<number, Group>): boolean {
  const group = groupId === null ? null : groups.get(groupId)
  if (group === undefined) return false
  if (mount.kind === 'network')
    return stationId === null && (groupId === null || [null, groupId].includes(mount.network.groupId))
  return stationId === mount.station.id || (group?.stationIds.has(mount.station.id) ?? false)
}

/** True if the mountpoint requires no credential. */
export function isOpen(mount: Mount): boolean {
  if (mount.kind === 'network') return mount.network.isOpen
  return mount.made ? mount.made.isOpen : (mount.station.isOpen ?? false)
}

/** The group whose stations serve a rover on a network mountpoint: that of the mountpoint, or that of the credential. */
export const servingGroup = ({ groupId }: Pick<NetworkMountpoint, 'groupId'>, ownGroupId: number | null) =>
  groupId ?? ownGroupId
