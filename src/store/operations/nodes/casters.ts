// The casters among the nodes, as far as they take anything.
import { type Database, only, statement } from '../../kit/database.ts'
import { isAlive } from './rows.ts'

export interface TakingCasters {
  readonly casters: number
  /** The first of them, in an order that all agree on: it does what one of them has to do. */
  readonly isFirst: boolean
}

/** Those that live and are not being drained. */
export const takingCasters = (db: Database, node: string) =>
  only<TakingCasters>(
    db,
    statement(
      'casters-taking',
      `select count(*)::int as casters, coalesce(min(id) >= $1, true) as "isFirst"
       from nodes where 'caster' = any (roles) and draining_since is null and ${isAlive('nodes')}`,
    ),
    [node],
  )
