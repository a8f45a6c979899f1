// What nodes say of the BKG casters that they write the files of.
import type { BkgCounts, BkgFailure, BkgState } from '../../domain/bkg/state.ts'
import { type Database, first, statement } from '../kit/database.ts'

/** What the next run of a node has to know of the last one. */
export interface BkgMemory {
  readonly writtenAt: Date | null
  readonly toldAt: Date | null
  readonly toldSecond: number | null
  readonly lagMs: number | null
  readonly cutsDue: readonly string[]
}

export const findBkgMemory = (db: Database, node: string, folder: string) =>
  first<BkgMemory>(
    db,
    statement(
      'bkg-memory',
      `select written_at as "writtenAt", told_at as "toldAt", told_second as "toldSecond", lag_ms as "lagMs", cuts_due as "cutsDue"
       from bkg_casters where node = $1 and folder = $2`,
    ),
    [node, folder],
  )

export interface BkgSaid extends BkgMemory {
  readonly node: string
  readonly folder: string
  readonly behindSince: Date | null
  readonly failure: BkgFailure | null
  readonly counts: BkgCounts
}

export const saveBkgState = (db: Database, said: BkgSaid) =>
  db.query(
    statement(
      'bkg-say',
      `insert into bkg_casters (node, folder, seen_at, written_at, told_at, told_second, behind_since, lag_ms, failure, counts, cuts_due)
       values ($1, $2, now(), $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10::text[])
       on conflict (node) do update set folder = excluded.folder, seen_at = excluded.seen_at, written_at = excluded.written_at,
         told_at = excluded.told_at, told_second = excluded.told_second, behind_since = excluded.behind_since, lag_ms = excluded.lag_ms,
         failure = excluded.failure, counts = excluded.counts, cuts_due = excluded.cuts_due`,
    ),
    [
      said.node,
      said.folder,
      said.writtenAt,
      said.toldAt,
      said.toldSecond,
      said.behindSince,
      said.lagMs,
      said.failure && JSON.stringify(said.failure),
      JSON.stringify(said.counts),
      said.cutsDue,
    ],
  )

/** A node that no longer writes any files says nothing of them. */
export const forgetBkgState = (db: Database, node: string) =>
  db.query(statement('bkg-forget', 'delete from bkg_casters where node = $1'), [node])

/** Of nodes that said something in the last day; one that is gone is told of elsewhere. */
export const listBkgStates = (db: Database) =>
  db.query<BkgState>(
    statement(
      'bkg-states',
      `select node, folder, seen_at as "seenAt", written_at as "writtenAt", told_at as "toldAt", behind_since as "behindSince",
         lag_ms as "lagMs", failure, counts
       from bkg_casters where seen_at > now() - interval '1 day' order by node limit 100`,
    ),
  )
