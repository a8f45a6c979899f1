// The one question that every request asks: has anything changed that we keep in memory?

import { SharedRound } from '../running/shared-round.ts'
import { type Database, statement } from './database.ts'

export interface Revisions {
  readonly tokens: number
  readonly stations: number
  /** Of days and changes of status. */
  readonly histories: number
}

const read = statement(
  'revisions',
  `select (select revision from revisions where topic = 'tokens') as tokens,
     (select revision from revisions where topic = 'stations') as stations,
     (select revision from revisions where topic = 'histories') as histories`,
)

/** A token revoked anywhere is refused everywhere by the next request, and a busy node asks once for a whole crowd. */
export function revisionReader(db: Database): () => Promise<Revisions> {
  const round = new SharedRound<void, Revisions>(async (callers) => {
    const [revisions] = await db.query<Revisions>(read)
    return callers.map(() => revisions!)
  })
  return () => round.join()
}
