// Maps access at another caster to a station, the network or a group of stations here. Creates missing groups.

import { type Fault, fault } from '../../../domain/codes/fault.ts'
import type { ImportedAccess } from '../../../domain/credentials/imported.ts'
import { isOpen, mountAt } from '../../../domain/sessions/access.ts'
import { type Group, groupKey, MAX_GROUP_NAME, nearestGroupName } from '../../../domain/stations/group.ts'
import type { StationBook } from '../../../store/current/current.ts'

export interface NewGroup extends Omit<Group, 'id'> {
  /** `null` until the group is written. */
  id: number | null
}

/** Access of a credential; a new group has no id until it is written. */
export interface Opened {
  readonly stationId: number | null
  readonly group: Group | NewGroup | null
}

export interface AccessOptions {
  /** Meaning of "everything": a group of all current stations, or the network mountpoint alone. */
  readonly everything: 'stations' | 'network'
  /** Handling of mountpoints that do not exist here. */
  readonly unknown: 'error' | 'skip'
}

const ALL_STATIONS = 'Todas las estaciones'
/** Name for groups whose own name has no visible character. */
const NAMELESS = 'Importado'
const keyOf = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b).join(',')

export class Accesses {
  readonly newGroups: NewGroup[] = []
  readonly #book: StationBook
  readonly #options: AccessOptions
  readonly #byName = new Map<string, Group | NewGroup>()
  readonly #bySet = new Map<string, Group | NewGroup>()
  readonly #named: ReadonlySet<string>
  /**
   * Lowercase mountpoints that a user must open there to get the station here: access to a station includes its derived
   * mountpoints.
   */
  readonly #needed = new Map<number, string[]>()
  /** Cache: users of the same groups share their access. */
  readonly #found = new Map<ImportedAccess, Opened | Fault>()

  /** `named`: every mountpoint that the file mentions. */
  constructor(book: StationBook, groups: Iterable<Group>, named: readonly string[], options: AccessOptions) {
    this.#book = book
    this.#options = options
    this.#named = new Set(named.map((name) => name.toLowerCase()))
    for (const group of groups) this.#keep(group)
    for (const [mountName, mount] of book.mounts) {
      if (mount.kind === 'network') continue
      // Mountpoints derived here may not exist there, so they count only if the file names them.
      const isNeeded = this.#named.has(mountName) || (mount.made === null && !isOpen(mount))
      const needed = this.#needed.get(mount.station.id) ?? []
      this.#needed.set(mount.station.id, isNeeded ? [...needed, mountName] : needed)
    }
  }

  of(access: ImportedAccess): Opened | Fault {
    const found = this.#found.get(access) ?? this.#find(access)
    this.#found.set(access, found)
    return found
  }

  #find(access: ImportedAccess): Opened | Fault {
    const { byCode, active } = this.#book
    if (access.kind === 'network') return { stationId: null, group: null }
    if (access.kind === 'station') {
      const station = byCode.get(access.code.toLowerCase())
      return station && !station.archived ? { stationId: station.id, group: null } : fault('unknown_station_code')
    }
    if (access.kind === 'group') {
      const group = this.#byName.get(groupKey(access.name))
      return group ? { stationId: null, group } : fault('unknown_group')
    }
    if (access.kind === 'mountpoints') return this.#ofMountpoints(access)
    if (this.#options.everything === 'network') return { stationId: null, group: null }
    return this.#ofStations(new Set(active.map(({ id }) => id)), false, access.name || ALL_STATIONS)
  }

  #ofMountpoints({ mountpoints, others, name }: ImportedAccess & { kind: 'mountpoints' }): Opened | Fault {
    const ids = new Set<number>()
    const opened = new Set(mountpoints.map((mountpoint) => mountpoint.toLowerCase()))
    const closedOf = (stationId: number) =>
      this.#needed.get(stationId)?.find((needed) => !opened.has(needed) && (!others || this.#named.has(needed)))
    const known: string[] = []
    let isNetwork = false
    for (const mountpoint of mountpoints) {
      const mount = mountAt(this.#book.mounts, mountpoint)
      if (!mount && this.#options.unknown === 'error') return fault('unknown_mountpoint', { name: mountpoint })
      if (mount) known.push(mount.name)
      if (mount?.kind === 'network') isNetwork = true
      if (mount?.kind !== 'station') continue
      const closed = closedOf(mount.station.id)
      if (closed !== undefined)
        return fault('part_of_station', { name: mount.name, closed: mountAt(this.#book.mounts, closed)!.name })
      ids.add(mount.station.id)
    }
    if (others) for (const { id } of this.#book.active) if (closedOf(id) === undefined) ids.add(id)
    return this.#ofStations(ids, isNetwork, name ?? known.join('+'))
  }

  #ofStations(ids: ReadonlySet<number>, isNetwork: boolean, name: string): Opened | Fault {
    if (ids.size === 0) return isNetwork ? { stationId: null, group: null } : fault('opens_nothing')
    if (ids.size === 1 && !isNetwork) return { stationId: [...ids][0]!, group: null }
    const known = this.#bySet.get(keyOf(ids))
    if (known) return { stationId: null, group: known }
    const group: NewGroup = { id: null, name: this.#freeName(name), stationIds: ids }
    this.newGroups.push(group)
    this.#keep(group)
    return { stationId: null, group }
  }

  #keep(group: Group | NewGroup): void {
    this.#byName.set(groupKey(group.name), group)
    const key = keyOf(group.stationIds)
    if (!this.#bySet.has(key)) this.#bySet.set(key, group)
  }

  #freeName(wanted: string): string {
    const name = nearestGroupName(wanted) || NAMELESS
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` ${number}`
      const tried = `${nearestGroupName(name, MAX_GROUP_NAME - suffix.length)}${suffix}`
      if (!this.#byName.has(groupKey(tried))) return tried
    }
  }
}
