// Maps each stream of an upstream sourcetable to a station and name here, and checks whether the name is free.
import { isMountpoint } from '../../stations/input.ts'
import type { Station } from '../../stations/station.ts'
import type { LeftOutWhy, ReportedStream } from './upstream.ts'

export type Listed = ReportedStream & { readonly mountpoint: string }

export interface Known {
  readonly id: number
  readonly code: string
  /** Archived because its upstream was removed; may be restored. */
  readonly isOrphan: boolean
  /** Name at the upstream caster; `name` is the one here. */
  readonly mountpoint: string
  readonly name: string
  readonly listed: boolean
  readonly told: ReportedStream | null
  /** Name chosen by the operator; replaces the prefix and upstream name. */
  readonly ownName?: string | null
  /** The operator set the position; the table's is ignored. */
  readonly hasOwnPosition?: boolean
}

export interface PlanContext {
  readonly prefix: string
  /** Our own mark; `theirs` is that of the upstream caster. */
  readonly mark: string
  readonly theirs: string | null
  /** Stations of this upstream, and orphans of removed upstreams. */
  readonly known: readonly Known[]
  readonly stations: readonly Pick<Station, 'id' | 'code' | 'mountpoint' | 'archived'>[]
  /** Lowercase names taken by the network. */
  readonly taken: ReadonlySet<string>
}

const MOST_HOPS = 8

export interface PlannedStream {
  readonly mountpoint: string
  readonly name: string
  readonly told: ReportedStream
  readonly before: Known | undefined
  /** `null` if the stream can be offered. */
  why: LeftOutWhy | null
}

export function* plannedStreamsOf(
  streams: readonly Listed[],
  context: PlanContext,
): Generator<undefined, readonly PlannedStream[]> {
  const { prefix, mark, theirs } = context
  const find = finderOf(context)
  const knownIds = new Set(context.known.map(({ id }) => id))
  const others = context.stations.filter(({ id, archived }) => !archived && !knownIds.has(id))
  const names = new Set(others.map(({ mountpoint }) => mountpoint.toLowerCase()))
  const listedNames = new Set(streams.map(({ mountpoint }) => mountpoint))
  const seen = new Set<string>()
  const planned: PlannedStream[] = []
  for (const { mountpoint, ...listed } of streams) {
    yield
    const told: ReportedStream = { ...listed, via: theirs === null ? listed.via : [...listed.via, theirs] }
    const before = find(mountpoint)
    const name = before?.ownName ?? `${prefix}${mountpoint}`
    // An exact match takes precedence over a name that differs only in case.
    const isSecond = before && before.mountpoint !== mountpoint && listedNames.has(before.mountpoint)
    const add = (why: LeftOutWhy | null) => planned.push({ mountpoint, name, told, before, why })
    if (told.via.includes(mark) || told.via.length > MOST_HOPS) add('ours')
    else if (!isMountpoint(name) || !isMountpoint(mountpoint)) add('name_form')
    else if (isSecond || seen.has(name.toLowerCase())) add('twice')
    else if (context.taken.has(name.toLowerCase())) add('mountpoint_of_network')
    else if (names.has(name.toLowerCase())) add('mountpoint_of_station')
    else {
      seen.add(name.toLowerCase())
      add(null)
    }
  }
  leaveKeptNames(planned, context.known)
  return planned
}

/** A restored station keeps its name. Followed stations take precedence over orphans. */
function finderOf({ prefix, known }: PlanContext): (mountpoint: string) => Known | undefined {
  const findOrphan = byMountpoint(
    known.filter((one) => one.isOrphan && one.name === (one.ownName ?? `${prefix}${one.mountpoint}`)),
  )
  const findFollowed = byMountpoint(known.filter(({ isOrphan }) => !isOrphan))
  return (mountpoint) => findFollowed(mountpoint) ?? findOrphan(mountpoint)
}

/** Falls back to a case-insensitive match: casters change the case of the same stream. */
function byMountpoint(stations: readonly Known[]): (mountpoint: string) => Known | undefined {
  const exact = new Map(stations.map((one) => [one.mountpoint, one]))
  const alike = new Map(stations.map((one) => [one.mountpoint.toLowerCase(), one]))
  return (mountpoint) => exact.get(mountpoint) ?? alike.get(mountpoint.toLowerCase())
}

/**
 * Stations that are no longer offered keep their names. A stream that wants such a name is left out; it keeps its own
 * name, which may in turn block another stream.
 */
function leaveKeptNames(planned: readonly PlannedStream[], known: readonly Known[]): void {
  const open = planned.filter(({ why }) => why === null)
  const wanting = new Map(open.map((stream) => [stream.name.toLowerCase(), stream]))
  const wanted = new Set(open.map(({ before }) => before?.id))
  const kept = known.filter(({ id, isOrphan }) => !isOrphan && !wanted.has(id)).map(({ name }) => name.toLowerCase())
  for (const name of kept) {
    const stream = wanting.get(name)
    if (!stream || stream.why !== null) continue
    stream.why = 'mountpoint_of_station'
    if (stream.before && !stream.before.isOrphan) kept.push(stream.before.name.toLowerCase())
  }
}
