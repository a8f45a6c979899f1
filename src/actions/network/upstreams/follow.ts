// Applies an upstream sourcetable to the stations here, in one transaction; writes only what changed.

import { inTurns } from '../../../base/running/turns.ts'
import { system } from '../../../domain/audit/action.ts'
import type { SourceAddress } from '../../../domain/network/source-address.ts'
import { type Plan, type Planned, planOf } from '../../../domain/network/upstreams/plan.ts'
import {
  byWhatHelps,
  countLeftOut,
  type LeftOut,
  type ReportedStream,
  type TableTrouble,
} from '../../../domain/network/upstreams/upstream.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listMountpoints } from '../../../store/network/mountpoints.ts'
import {
  findUpstream,
  linkStations,
  listStationsOf,
  markListed,
  noteUpstreamTable,
  readMark,
  readSealedUpstream,
  type SealedUpstream,
  type UpstreamCaster,
} from '../../../store/network/upstreams/rows.ts'
import {
  insertStations,
  insertStatusChanges,
  listStations,
  lockStations,
  parkMountpoints,
  updateStations,
} from '../../../store/stations/rows.ts'
import { record } from '../../context.ts'
import { networkNames } from '../mountpoints/names.ts'

/** Rows per statement. */
const PIECE = 500
/** Max stored names; longer lists do not help the operator. */
const MOST_LEFT_OUT = 200
const ASK_AGAIN_MS = 300_000
const ASK_AWAY_AGAIN_MS = 15_000

export interface FoundTable {
  readonly streams: readonly (ReportedStream & { readonly mountpoint: string })[]
  readonly mark: string | null
  /** Number of listed streams; `beyond` has the first names above the limit. */
  readonly listed: number
  readonly beyond: readonly string[]
}

export type TableOrTrouble = FoundTable | { readonly trouble: TableTrouble }
export type ReadTableOf = (from: Omit<SourceAddress, 'mountpoint'>) => Promise<TableOrTrouble>

interface Followed {
  readonly added: number
  readonly changed: number
  readonly relisted: number
  readonly unlisted: number
  readonly leftOut: number
}

/** `wasAway`: the previous fetch failed. */
export type Outcome = { readonly wasAway: boolean } & (
  | { readonly followed: Followed }
  | { readonly trouble: TableTrouble }
)

/** `asked`: the upstream as fetched. Returns `null` if it was removed or changed since; a change makes it due again. */
export function takeAnswer(
  { db, now }: { readonly db: Database; readonly now: Date },
  asked: SealedUpstream,
  told: TableOrTrouble,
): Promise<Outcome | null> {
  return db.transaction(async (tx) => {
    await lockStations(tx)
    const upstream = await findUpstream(tx, asked)
    if (!upstream || !isSameCaster(asked, await readSealedUpstream(tx, asked.id))) return null
    const wasAway = upstream.awaySince !== null
    const mark = await readMark(tx)
    const answer = 'mark' in told && told.mark === mark ? { trouble: OURSELVES } : told
    if (!('trouble' in answer)) return { wasAway, followed: await follow(tx, upstream, answer, mark, now) }
    const { trouble } = answer
    const dueAt = new Date(now.getTime() + ASK_AWAY_AGAIN_MS)
    await noteUpstreamTable(tx, asked.id, { at: now, dueAt, error: trouble })
    return { wasAway, trouble }
  })
}

const OURSELVES: TableTrouble = { code: 'ourselves', params: {} }

/** Compares the login too: a rejected old password says nothing about the current one. */
const isSameCaster = (one: SealedUpstream, other: SealedUpstream | null) =>
  one.url === other?.url && (one.login && other.login ? one.login.equals(other.login) : one.login === other.login)

async function follow(
  tx: Database,
  { id, name, prefix }: UpstreamCaster,
  table: FoundTable,
  mark: string,
  now: Date,
): Promise<Followed> {
  const plan = await makePlan(tx, { id, prefix }, table, mark)
  const added = await write(tx, id, plan, now)
  const followed: Followed = {
    added,
    changed: plan.save.length - added,
    relisted: plan.relist.length,
    unlisted: plan.unlist.length,
    leftOut: countLeftOut({ listed: table.listed, offered: plan.offered.length }),
  }
  const dueAt = new Date(now.getTime() + ASK_AGAIN_MS)
  const leftOut = plan.leftOut.slice(0, MOST_LEFT_OUT)
  await noteUpstreamTable(tx, id, { at: now, dueAt, error: null, listed: table.listed, leftOut })
  const isNews = plan.save.length + plan.relist.length + plan.unlist.length > 0
  if (isNews) {
    const subject = { kind: 'upstream', id } as const
    const details = { name, ...followed }
    await record(tx, { by: system('upstreams'), now }, { action: 'upstream.followed', subject, details })
  }
  return followed
}

/** Plan for a sourcetable; `id` is `null` if the upstream is not saved yet. */
export async function makePlan(
  db: Database,
  { id, prefix }: { readonly id: number | null; readonly prefix: string },
  { streams, mark: theirs, beyond }: FoundTable,
  mark: string,
): Promise<Plan> {
  const stations = await listStations(db)
  const known = (await listStationsOf(db, id)).map(({ upstreamId, settings, ...one }) => ({
    ...one,
    ...{ isOrphan: upstreamId === null, ownName: settings.name ?? null, hasOwnPosition: settings.position != null },
  }))
  const made = (await listMountpoints(db)).map(({ name }) => name)
  const taken = new Set([...(await networkNames(db)), ...made].map((name) => name.toLowerCase()))
  const plan = await inTurns(planOf(streams, { prefix, mark, theirs, known, stations, taken }))
  const tooMany = beyond.map((mountpoint): LeftOut => ({ mountpoint, why: 'too_many' }))
  return { ...plan, leftOut: [...plan.leftOut, ...tooMany].sort(byWhatHelps) }
}

async function write(tx: Database, upstreamId: number, { save, relist, unlist }: Plan, now: Date): Promise<number> {
  const news = save.filter(({ id }) => id === null)
  const known = save.filter((one): one is Planned & { id: number } => one.id !== null)
  const knownIds = known.map(({ id }) => id)
  if (known.length > PIECE) await parkMountpoints(tx, knownIds) // a name may move between pieces
  for (const piece of piecesOf(known)) {
    await updateStations(
      tx,
      piece.map(({ id, input }) => ({ ...input, id, mountpoint: input.mountpoint! })),
    )
    await linkStations(tx, upstreamId, piece.map(linkOf))
  }
  for (const piece of piecesOf(news)) {
    const ids = await insertStations(
      tx,
      piece.map(({ input }) => input),
    )
    await linkStations(
      tx,
      upstreamId,
      piece.map((one, index) => linkOf({ ...one, id: ids[index]! })),
    )
    await insertStatusChanges(
      tx,
      ids.map((stationId) => ({ stationId, status: 'online', measured: false })),
      now,
    )
  }
  if (relist.length > 0) await markListed(tx, relist, true)
  if (unlist.length > 0) await markListed(tx, unlist, false)
  return news.length
}

const linkOf = ({ id, mountpoint, told }: Pick<Planned, 'mountpoint' | 'told'> & { readonly id: number }) => ({
  id,
  mountpoint,
  told,
})

function* piecesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += PIECE) yield items.slice(at, at + PIECE)
}
