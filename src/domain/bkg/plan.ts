// What the three files have to say, so that a BKG caster lets in whom we would let in. Each credential is a group of its own, because the caster
// limits the connections of a group; mountpoints that nobody may open are listed with a group of nobody, because what is not listed is open.
import type { OnBase } from '../credentials/fence.ts'
import { type Access, isOpen, type Mount, opens } from '../sessions/access.ts'
import type { Group } from '../stations/group.ts'
import { LONGEST_LIST_LINE, type Steps } from './lines.ts'
import { groupLine, isName, mountLine, uncarried, userLine } from './print.ts'
import type { BkgCounts, LeftOutReason } from './state.ts'

/** A credential that is in force. */
export interface Served extends Access {
  readonly id: number
  readonly username: string
  readonly password: string
  readonly maxSessions: number
  /** It has a fence, and what becomes on a base of whoever is outside. */
  readonly fence: OnBase | null
}

/** What the operator's own lines are about, by the names that stand in them: none of ours touches it. */
export interface OperatorsLines {
  readonly users: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  /** With their slashes, and the words that stand for mountpoints. */
  readonly mounts: ReadonlySet<string>
}

export interface Offered {
  readonly mounts: readonly Mount[]
  readonly groups: ReadonlyMap<number, Group>
  /** Mountpoints that were once among our lines: they stay closed until the operator takes their line out. */
  readonly formerly: readonly string[]
}

export interface Plan {
  readonly users: readonly string[]
  readonly groups: readonly string[]
  readonly mounts: readonly string[]
  readonly counts: BkgCounts
  /** Whether a mountpoint has a line of ours. */
  isOurs(mountpoint: string): boolean
  /** Whether our lines let this user in there. */
  lets(username: string, mountpoint: string): boolean
}

interface Opened {
  readonly names: ReadonlySet<string>
  /** There would be more without its fence. */
  readonly isFenced: boolean
}

/** Nobody is in it. */
export const NOBODY = 'v.nobody'
/** Short, since the line of a mountpoint has room for a hundred thousand bytes; and never another credential's. */
export const groupNameOf = (id: number): string => `v.${id.toString(36)}`

/** What needs no login has no line: what is not listed is open there. */
export const hasLine = (mount: Mount): boolean => isName(`/${mount.name}`) && !isOpen(mount)

/** What the network is within a group only we can tell: there it would be all of it. */
export const opensThere = (access: Access, mount: Mount, groups: Offered['groups']): boolean =>
  (mount.kind !== 'network' || access.groupId === null) && opens(access, mount, groups)

export function* planOf(served: Iterable<Served>, offered: Offered, theirs: OperatorsLines): Steps<Plan> {
  const isTheirs = (mountpoint: string) => theirs.mounts.has(`/${mountpoint}`)
  const leftOut: Record<LeftOutReason, number> = { username: 0, password: 0, taken: 0, line_full: 0, fence: 0 }
  const open = new Set(offered.mounts.filter(isOpen).map(({ name }) => name))
  const mounts = offered.mounts.filter(hasLine)
  const lines = new Map(mounts.filter(({ name }) => !isTheirs(name)).map(({ name }) => [name, new MountLine(name)]))
  for (const name of offered.formerly)
    if (!lines.has(name) && !isTheirs(name) && !open.has(name)) lines.set(name, new MountLine(name))

  const users: string[] = []
  const groups: string[] = [groupLine({ name: NOBODY, users: [], limit: null, limitByAddress: null })]
  const opened = new Map<string, Opened>()
  const letIn = new Map<string, ReadonlySet<string>>()
  for (const one of served) {
    yield
    const { names, isFenced } = openedBy(one)
    if (isFenced) leftOut.fence += 1
    if (names.size === 0) continue
    const group = groupNameOf(one.id)
    const isTaken = theirs.users.has(one.username) || theirs.groups.has(group)
    const reason = uncarried({ name: one.username, password: one.password }) ?? (isTaken ? 'taken' : null)
    if (reason) {
      leftOut[reason] += 1
      continue
    }
    const fitting = [...names].filter((name) => lines.get(name)!.add(group))
    if (fitting.length < names.size) leftOut.line_full += 1
    if (fitting.length === 0) continue
    users.push(userLine({ name: one.username, password: one.password }))
    groups.push(groupLine({ name: group, users: [one.username], limit: one.maxSessions, limitByAddress: null }))
    letIn.set(one.username, fitting.length === names.size ? names : new Set(fitting))
  }
  return {
    ...{ users, groups },
    mounts: Array.from(lines.values(), (line) => line.text),
    counts: {
      users: users.length,
      mountpoints: lines.size,
      mountpointsTaken: mounts.filter(({ name }) => isTheirs(name)).length,
      allLine: theirs.mounts.has('all'),
      leftOut,
    },
    isOurs: (mountpoint) => lines.has(mountpoint),
    lets: (username, mountpoint) => letIn.get(username)?.has(mountpoint) ?? false,
  }

  /** The same for all that have the same access. */
  function openedBy(access: Access & Pick<Served, 'fence'>): Opened {
    const key = `${access.stationId} ${access.groupId} ${access.fence}`
    const known = opened.get(key)
    if (known) return known
    const found = mounts.filter((mount) => lines.has(mount.name) && opensThere(access, mount, offered.groups))
    // The caster knows no fences: where whoever is outside gets nothing of us, they would get all of it there.
    const carried = found.filter(({ kind }) => access.fence === null || (kind !== 'network' && access.fence !== 'cut'))
    const made = { names: new Set(carried.map(({ name }) => name)), isFenced: carried.length < found.length }
    opened.set(key, made)
    return made
  }
}

/** Groups are added while they fit. */
class MountLine {
  readonly #name: string
  readonly #groups: string[] = []
  #bytes: number

  constructor(name: string) {
    this.#name = name
    this.#bytes = name.length + 2
  }

  add(group: string): boolean {
    const bytes = this.#bytes + group.length + 1
    if (bytes > LONGEST_LIST_LINE) return false
    this.#bytes = bytes
    this.#groups.push(group)
    return true
  }

  get text(): string {
    const groups = this.#groups.length === 0 ? [NOBODY] : this.#groups
    return mountLine({ mountpoint: this.#name, keyword: null, groups })
  }
}
