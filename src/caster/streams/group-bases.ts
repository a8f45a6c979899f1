// The bases of each group of stations, indexed on first use. A rover of a group follows only these.
import { type Base, Bases } from '../../domain/network/base-following.ts'
import type { Group } from '../../domain/stations/group.ts'

const NO_BASES = new Bases([])

export type Groups = ReadonlyMap<number, Group>

export class GroupBases {
  #groups: Groups = new Map()
  #byId: ReadonlyMap<number, Base> = new Map()
  #made = new Map<number, Bases>()

  get groups(): Groups {
    return this.#groups
  }

  /** Returns whether a group has changed: the book is read again for many reasons. */
  use(groups: Groups): boolean {
    if (groups === this.#groups || areSame(groups, this.#groups)) return false
    this.#groups = groups
    this.#made = new Map()
    return true
  }

  /** Call when a base came online, went offline or moved. */
  see(bases: readonly Base[]): void {
    this.#byId = new Map(bases.map((base) => [base.id, base]))
    this.#made = new Map()
  }

  /** Empty if the group was removed. */
  of(groupId: number): Bases {
    const known = this.#made.get(groupId)
    if (known) return known
    const group = this.#groups.get(groupId)
    if (!group) return NO_BASES
    const made = new Bases(Array.from(group.stationIds, (id) => this.#byId.get(id) ?? []).flat())
    this.#made.set(groupId, made)
    return made
  }
}

function areSame(one: Groups, other: Groups): boolean {
  if (one.size !== other.size) return false
  for (const [id, { name, stationIds }] of one) {
    const before = other.get(id)
    if (before?.name !== name || before.stationIds.size !== stationIds.size) return false
    for (const stationId of stationIds) if (!before.stationIds.has(stationId)) return false
  }
  return true
}
