// How many connections the server allows, and how many other clients hold.
import type { DatabasePool } from '../database.ts'

export interface ConnectionRoom {
  /** The lowest limit of server, database and role. */
  readonly most: number
  readonly others: number
}

export async function connectionRoom({ pool }: DatabasePool): Promise<ConnectionRoom> {
  // pg_stat_activity hides most columns of other roles' backends, but not `datid`.
  const { rows } = await pool.query<{ most: number; open: number }>(
    `select least(
       current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - coalesce(current_setting('reserved_connections', true)::integer, 0),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
     ) as most, (select count(*)::integer from pg_stat_activity where datid is not null) as open`,
  )
  const { most, open } = rows[0]!
  return { most, others: Math.max(0, open - pool.totalCount) }
}
