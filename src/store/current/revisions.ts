// Revision numbers, read by every request to check whether the in-memory cache is still valid.

import { SharedRound } from '../../base/running/shared-round.ts'
import { type Database, only, statement } from '../kit/database.ts'

export interface Revisions {
  readonly tokens: number
  /** Stations, network, and whether the VRS engine answers. */
  readonly stations: number
  readonly health: number
  /** Daily totals and status changes. */
  readonly histories: number
  readonly settings: number
}

const of = (topic: string) => `(select revision from revisions where topic = '${topic}')`

/** One row, for statements that return the revisions beside their own rows and so save the caller a query. */
export const REVISIONS = `select ${of('tokens')} as tokens, ${of('stations')} as stations, ${of('health')} as health,
  ${of('histories')} as histories, ${of('settings')} as settings`

const read = statement('revisions', REVISIONS)

/** A token revoked on any node is rejected by the next request everywhere. Concurrent requests share one query. */
export function revisionReader(db: Database): () => Promise<Revisions> {
  const round = new SharedRound<void, Revisions>(async (callers) => {
    const revisions = await only<Revisions>(db, read)
    return callers.map(() => revisions)
  })
  return () => round.join()
}
