// Sessions of credentials that open a group of stations: they end when what they opened is not the group's any more.
import { type Led, type Mount, opens } from '../../domain/sessions/access.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Rover } from './rover.ts'

interface Entry {
  readonly groupId: number
  /** The name under which it came in. What that led to counts, which may have another name by now, or none. */
  readonly mountpoint: string
  readonly to: Led
}

export class GroupSessions {
  readonly #bases: BaseFeeds
  readonly #rovers = new Map<Rover, Entry>()
  #seen: BaseFeeds['groups'] | null = null

  constructor(bases: BaseFeeds) {
    this.#bases = bases
  }

  /** The group may have changed while it came in. */
  add(rover: Rover, groupId: number | null, mount: Mount): void {
    if (groupId === null || rover.hasEnded) return
    // Not the station as it was then: a book is read anew, and this one would be kept.
    const to: Led =
      mount.kind === 'network' ? { kind: 'network' } : { kind: 'station', station: { id: mount.station.id } }
    const entry = { groupId, mountpoint: mount.name, to }
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

  #judge(rover: Rover, { groupId, mountpoint, to }: Entry): void {
    const { groups } = this.#bases
    if (opens({ stationId: null, groupId }, to, groups)) return
    rover.note({ code: 'left_group', params: { mountpoint, group: groups.get(groupId)?.name ?? null } })
    rover.end('changed')
  }
}
