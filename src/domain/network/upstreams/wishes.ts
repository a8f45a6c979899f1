// What each stream of a table would be here: which station it is, under which name, and whether it can have that.
import { isMountpoint } from '../../stations/input.ts'
import type { Station } from '../../stations/station.ts'
import type { LeftOutWhy, ReportedStream } from './upstream.ts'

export type Listed = ReportedStream & { readonly mountpoint: string }

export interface Known {
  readonly id: number
  readonly code: string
  /** Archived with its upstream, which is not followed any more: it may come back. */
  readonly isOrphan: boolean
  /** What it is called there, and here. */
  readonly mountpoint: string
  readonly name: string
  readonly listed: boolean
  readonly told: ReportedStream | null
  /** Name that the operator chose, instead of the prefix and its name there. */
  readonly ownName?: string | null
  /** The operator set its position: the table's is ignored. */
  readonly hasOwnPosition?: boolean
}

export interface PlanContext {
  readonly prefix: string
  /** Our own mark, and that of the caster whose table it is. */
  readonly mark: string
  readonly theirs: string | null
  /** Stations of this upstream, and such that were one's before. */
  readonly known: readonly Known[]
  readonly stations: readonly Pick<Station, 'id' | 'code' | 'mountpoint' | 'archived'>[]
  /** Names that are no station's: the network's, in small letters. */
  readonly taken: ReadonlySet<string>
}

const MOST_HOPS = 8

/** A stream of the table, and what it would be here. */
export interface Wish {
  readonly mountpoint: string
  readonly name: string
  readonly told: ReportedStream
  readonly before: Known | undefined
  /** null: its name is free. */
  why: LeftOutWhy | null
}

export function* wishesOf(streams: readonly Listed[], context: PlanContext): Generator<undefined, readonly Wish[]> {
  const { prefix, mark, theirs } = context
  const find = finderOf(context)
  const knownIds = new Set(context.known.map(({ id }) => id))
  const others = context.stations.filter(({ id, archived }) => !archived && !knownIds.has(id))
  const names = new Set(others.map(({ mountpoint }) => mountpoint.toLowerCase()))
  const listedNames = new Set(streams.map(({ mountpoint }) => mountpoint))
  const seen = new Set<string>()
  const wishes: Wish[] = []
  for (const { mountpoint, ...listed } of streams) {
    yield
    const told: ReportedStream = { ...listed, via: theirs === null ? listed.via : [...listed.via, theirs] }
    const before = find(mountpoint)
    const name = before?.ownName ?? `${prefix}${mountpoint}`
    // The one that is known already goes before one that differs by capitals.
    const isSecond = before && before.mountpoint !== mountpoint && listedNames.has(before.mountpoint)
    const wish = (why: LeftOutWhy | null) => wishes.push({ mountpoint, name, told, before, why })
    if (told.via.includes(mark) || told.via.length > MOST_HOPS) wish('ours')
    else if (!isMountpoint(name) || !isMountpoint(mountpoint)) wish('name_form')
    else if (isSecond || seen.has(name.toLowerCase())) wish('twice')
    else if (context.taken.has(name.toLowerCase())) wish('mountpoint_of_network')
    else if (names.has(name.toLowerCase())) wish('mountpoint_of_station')
    else {
      seen.add(name.toLowerCase())
      wish(null)
    }
  }
  leaveKeptNames(wishes, context.known)
  return wishes
}

/** What comes back has the name it had; and a station that is followed now goes before any that was once. */
function finderOf({ prefix, known }: PlanContext): (mountpoint: string) => Known | undefined {
  const findOrphan = byMountpoint(
    known.filter((one) => one.isOrphan && one.name === (one.ownName ?? `${prefix}${one.mountpoint}`)),
  )
  const findFollowed = byMountpoint(known.filter(({ isOrphan }) => !isOrphan))
  return (mountpoint) => findFollowed(mountpoint) ?? findOrphan(mountpoint)
}

/** As it is written, or else in other capitals: casters change them, and it is the same stream. */
function byMountpoint(stations: readonly Known[]): (mountpoint: string) => Known | undefined {
  const exact = new Map(stations.map((one) => [one.mountpoint, one]))
  const alike = new Map(stations.map((one) => [one.mountpoint.toLowerCase(), one]))
  return (mountpoint) => exact.get(mountpoint) ?? alike.get(mountpoint.toLowerCase())
}

/** A station that is offered no more keeps its name. Who wants that is left out, and keeps its own, which another may want. */
function leaveKeptNames(wishes: readonly Wish[], known: readonly Known[]): void {
  const open = wishes.filter(({ why }) => why === null)
  const wanting = new Map(open.map((wish) => [wish.name.toLowerCase(), wish]))
  const wanted = new Set(open.map(({ before }) => before?.id))
  const kept = known.filter(({ id, isOrphan }) => !isOrphan && !wanted.has(id)).map(({ name }) => name.toLowerCase())
  for (const name of kept) {
    const wish = wanting.get(name)
    if (!wish || wish.why !== null) continue
    wish.why = 'mountpoint_of_station'
    if (wish.before && !wish.before.isOrphan) kept.push(wish.before.name.toLowerCase())
  }
}
