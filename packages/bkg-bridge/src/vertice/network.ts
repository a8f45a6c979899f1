// The mountpoints and groups of the Vértice network, and the rule for which credential opens which mountpoint.

export interface Mountpoint {
  readonly name: string
  /** `null` for a network mountpoint. */
  readonly stationId: number | null
  /** Opens without a credential. */
  readonly isOpen: boolean
}

export interface Network {
  readonly mountpoints: readonly Mountpoint[]
  /** Station ids by group name. */
  readonly groups: ReadonlyMap<string, ReadonlySet<number>>
}

/** A station; or a group of stations; or, with neither, the network mountpoints. */
export interface Access {
  readonly stationId: number | null
  readonly group: string | null
}

/** A group credential opens no network mountpoint: BKG cannot restrict a network stream to a group. */
export function opens({ stationId, group }: Access, mountpoint: Mountpoint, { groups }: Network): boolean {
  if (mountpoint.stationId === null) return stationId === null && group === null
  if (group !== null) return groups.get(group)?.has(mountpoint.stationId) ?? false
  return stationId === mountpoint.stationId
}
