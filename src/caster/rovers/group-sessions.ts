// Sessions of credentials that open a group of stations: they end when what they opened is not the group's any more.
import { opens } from '../../domain/sessions/access.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Rover } from './rover.ts'

interface Entry {
  readonly groupId: number
  /** The name under which it came in. */
  readonly mountpoint: string
}

export class GroupSessions {
  readonly #bases: BaseFeeds
  readonly #rovers = new Map<Rover, Entry>()
  #seen: BaseFeeds['groups'] | null = null

  constructor(bases: BaseFeeds) {
    this.#bases = bases
  }

  /** The group may have changed while it came in. */
  add(rover: Rover, groupId: number | null, mountpoint: string): void {
    if (groupId === null) return
    const entry = { groupId, mountpoint }
    this.#rovers.set(rover, entry)
    this.#judge(rover, entry)
  }

  remove(rover: Rover): void {
    this.#rovers.delete(rover)
  }

  /** Cheap while no group has changed. */
  look(): void {
    const { groups } = this.#bases
    if (groups === this.#seen) return
    this.#seen = groups
    for (const [rover, entry] of [...this.#rovers]) this.#judge(rover, entry)
  }

  #judge(rover: Rover, { groupId, mountpoint }: Entry): void {
    const { groups } = this.#bases
    const mount = this.#bases.mountAt(mountpoint)
    // What has another name now, or none, is the concern of whoever changed that.
    if (!mount || opens({ stationId: null, groupId }, mount, groups)) return
    rover.note({ code: 'left_group', params: { mountpoint, group: groups.get(groupId)?.name ?? null } })
    rover.end('changed')
  }
}
