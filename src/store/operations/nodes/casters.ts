// The casters that accept connections.
import { type Database, only, statement } from '../../kit/database.ts'
import { isAlive } from './rows.ts'

export interface TakingCasters {
  readonly casters: number
  /** This node is the first in an order all nodes agree on, and does the work that only one caster must do. */
  readonly isFirst: boolean
}

export const acceptingCasters = (db: Database, node: string) =>
  only<TakingCasters>(
    db,
    statement(
      'casters-taking',
      `select count(*)::int as casters, coalesce(min(id) >= $1, true) as "isFirst"
       from nodes where 'caster' = any (roles) and draining_since is null and ${isAlive('nodes')}`,
    ),
    [node],
  )
