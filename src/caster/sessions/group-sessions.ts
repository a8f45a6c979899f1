// Sessions of credentials for a group of stations: they end when their station leaves the group.
import { type Led, type Mount, opens } from '../../domain/sessions/access.ts'
import type { CasterComponent } from '../component.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'

interface Entry {
  readonly groupId: number
  /** The name that the rover requested. Only the station counts, which may have another name by now. */
  readonly mountpoint: string
  readonly to: Led
}

/** Whether a network mountpoint is for the group is checked where the mountpoint can change: network-rovers.ts. */
const ANY_NETWORK: Led = { kind: 'network', network: { groupId: null } }

export class GroupSessions implements CasterComponent {
  readonly #bases: BaseFeeds
  readonly #rovers = new Map<Rover, Entry>()
  #seen: BaseFeeds['groups'] | null = null

  constructor(bases: BaseFeeds) {
    this.#bases = bases
  }

  /** The group may have changed during the admission. */
  add(rover: Rover, groupId: number | null, mount: Mount): void {
    if (groupId === null || rover.hasEnded) return
    // Only the id: the station object would otherwise stay in memory.
    const to: Led = mount.kind === 'network' ? ANY_NETWORK : { kind: 'station', station: { id: mount.station.id } }
    const entry = { groupId, mountpoint: mount.name, to }
    this.#rovers.set(rover, entry)
    this.#judge(rover, entry)
  }

  roverEnded(rover: Rover): void {
    this.#rovers.delete(rover)
  }

  /** Cheap while no group has changed. */
  tick(): void {
    const { groups } = this.#bases
    if (groups === this.#seen) return
    this.#seen = groups
    for (const [rover, entry] of [...this.#rovers]) this.#judge(rover, entry)
  }

  #judge(rover: Rover, { groupId, mountpoint, to }: Entry): void {
    const { groups } = this.#bases
    if (opens({ stationId: null, groupId }, to, groups)) return
    rover.note({ code: 'left_group', params: { mountpoint, group: groups.get(groupId)?.name ?? null } })
    rover.end('changed')
  }
}
