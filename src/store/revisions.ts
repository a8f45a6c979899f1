// The one question that every request asks: has anything changed that we keep in memory?
import { type Database, statement } from './database.ts'
import { SharedRound } from './shared-round.ts'

export interface Revisions {
  readonly tokens: number
  readonly stations: number
}

const read = statement('revisions', 'select topic, revision from revisions')

/** A token revoked anywhere is refused everywhere by the next request, and a busy node asks once for a whole crowd. */
export function revisionReader(db: Database): () => Promise<Revisions> {
  const round = new SharedRound<void, Revisions>(async (callers) => {
    const rows = await db.query<{ topic: keyof Revisions; revision: number }>(read)
    const of = (topic: keyof Revisions) => rows.find((row) => row.topic === topic)?.revision ?? 0
    const revisions = { tokens: of('tokens'), stations: of('stations') }
    return callers.map(() => revisions)
  })
  return () => round.join()
}
