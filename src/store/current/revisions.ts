// The one question that every request asks: has anything changed that we keep in memory?

import { SharedRound } from '../../base/running/shared-round.ts'
import { type Database, only, statement } from '../kit/database.ts'

export interface Revisions {
  readonly tokens: number
  /** Of stations, the network and whether its engine answers. */
  readonly stations: number
  /** Of what was measured. */
  readonly health: number
  /** Of days and changes of status. */
  readonly histories: number
  /** Of what operators set. */
  readonly settings: number
}

const of = (topic: string) => `(select revision from revisions where topic = '${topic}')`

const read = statement(
  'revisions',
  `select ${of('tokens')} as tokens, ${of('stations')} as stations, ${of('health')} as health,
     ${of('histories')} as histories, ${of('settings')} as settings`,
)

/** A token revoked anywhere is refused everywhere by the next request, and a busy node asks once for a whole crowd. */
export function revisionReader(db: Database): () => Promise<Revisions> {
  const round = new SharedRound<void, Revisions>(async (callers) => {
    const revisions = await only<Revisions>(db, read)
    return callers.map(() => revisions)
  })
  return () => round.join()
}
