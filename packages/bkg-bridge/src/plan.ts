// The lines that make a BKG caster accept the same users as Vértice. Each credential gets a group of its own, because
// the caster limits connections per group. A mountpoint that no user may open gets a line with an empty group, because
// the caster opens a mountpoint without a line to every client.
import { isName, MAX_LIST_LINE_BYTES, misread } from './files/lines.ts'
import { type Access, type Mountpoint, type Network, opens } from './vertice/network.ts'

/** A credential in force. */
export interface Served extends Access {
  readonly id: number
  readonly username: string
  readonly password: string
  /** Action for a rover outside the credential's geofence on a base: reported or cut. `null` without a geofence. */
  readonly geofence: 'report' | 'cut' | null
}

/** The names in the operator's own lines, which the managed section never repeats. */
export interface OperatorsLines {
  readonly users: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  /** Mountpoints with their slash, and the keywords `all` and `default`. */
  readonly mounts: ReadonlySet<string>
}

export const LEFT_OUT_REASONS = ['username', 'password', 'taken', 'line_full', 'geofence'] as const
/**
 * Why a credential is not in the files, or not on all of its mountpoints. `taken`: the operator's own lines use its
 * name. `line_full`: the line of its mountpoint has no room. `geofence`: the caster would serve rovers outside the
 * geofence.
 */
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

export interface Plan {
  readonly users: readonly string[]
  readonly groups: readonly string[]
  readonly mounts: readonly string[]
  /** Number of mountpoints with a line of the operator's own. */
  readonly mountpointsTaken: number
  /** The operator has a line `all:`, so the caster ignores every other line. */
  readonly hasAllLine: boolean
  /** User names by reason. */
  readonly leftOut: Readonly<Record<LeftOutReason, readonly string[]>>
  /** Whether a mountpoint has a line in the managed section. */
  manages(mountpoint: string): boolean
  /** Whether the managed section lets this user open this mountpoint. */
  allows(username: string, mountpoint: string): boolean
}

export interface PlanInput {
  readonly served: Iterable<Served>
  readonly network: Network
  /** Mountpoints of the present managed section: they stay closed until the operator deletes their line. */
  readonly formerly: readonly string[]
  readonly theirs: OperatorsLines
  /** Max connections per credential. */
  readonly sessions: number
}

interface Opened {
  readonly names: readonly string[]
  /** The geofence closes some of the credential's mountpoints. */
  readonly isReduced: boolean
}

const EMPTY_GROUP = 'v.nobody'
/** Short, since the line of a mountpoint holds at most 100,000 bytes. */
const groupOf = (id: number) => `v.${id.toString(36)}`

export function planOf({ served, network, formerly, theirs, sessions }: PlanInput): Plan {
  const isTheirs = (name: string) => theirs.mounts.has(`/${name}`)
  const closed = network.mountpoints.filter(({ name, isOpen }) => !isOpen && isName(`/${name}`))
  const managed = closed.filter(({ name }) => !isTheirs(name))
  const lines = new Map(managed.map(({ name }) => [name, new MountLine(name)]))
  const open = new Set(network.mountpoints.flatMap(({ name, isOpen }) => (isOpen ? name : [])))
  for (const name of formerly)
    if (!lines.has(name) && !isTheirs(name) && !open.has(name)) lines.set(name, new MountLine(name))

  const users: string[] = []
  const groups = [`${EMPTY_GROUP}:`]
  const leftOut: Record<LeftOutReason, string[]> = {
    username: [],
    password: [],
    taken: [],
    line_full: [],
    geofence: [],
  }
  const opened = new Map<string, Opened>()
  const allowed = new Map<string, ReadonlySet<string>>()
  for (const one of served) {
    const { names, isReduced } = openedBy(one)
    if (isReduced) leftOut.geofence.push(one.username)
    if (names.length === 0) continue
    const group = groupOf(one.id)
    const isTaken = theirs.users.has(one.username) || theirs.groups.has(group)
    const reason = misread(one.username, one.password) ?? (isTaken ? 'taken' : null)
    if (reason) {
      leftOut[reason].push(one.username)
      continue
    }
    const fitting = names.filter((name) => lines.get(name)!.add(group))
    if (fitting.length < names.length) leftOut.line_full.push(one.username)
    if (fitting.length === 0) continue
    users.push(`${one.username}:${one.password}`)
    groups.push(`${group}:${one.username}:${sessions}`)
    allowed.set(one.username, new Set(fitting))
  }
  return {
    ...{ users, groups, leftOut },
    mounts: Array.from(lines.values(), (line) => line.text),
    mountpointsTaken: closed.length - managed.length,
    hasAllLine: theirs.mounts.has('all'),
    manages: (mountpoint) => lines.has(mountpoint),
    allows: (username, mountpoint) => allowed.get(username)?.has(mountpoint) ?? false,
  }

  /** Cached: most credentials share their access with many others. */
  function openedBy({ stationId, group, geofence }: Served): Opened {
    const key = `${stationId} ${geofence} ${group}`
    const known = opened.get(key)
    if (known) return known
    const all = managed.filter((mountpoint) => opens({ stationId, group }, mountpoint, network))
    const kept = all.filter((mountpoint) => isServable(geofence, mountpoint))
    const made = { names: kept.map(({ name }) => name), isReduced: kept.length < all.length }
    opened.set(key, made)
    return made
  }
}

/** The BKG caster cannot apply a geofence. So it serves a credential with one only on bases that would only report. */
const isServable = (geofence: Served['geofence'], { stationId }: Mountpoint) =>
  geofence === null || (stationId !== null && geofence === 'report')

/** A line of `clientmounts.aut`, up to the longest that the caster reads. */
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
    if (bytes > MAX_LIST_LINE_BYTES) return false
    this.#bytes = bytes
    this.#groups.push(group)
    return true
  }

  get text(): string {
    return `/${this.#name}:${this.#groups.length === 0 ? EMPTY_GROUP : this.#groups.join(',')}`
  }
}
