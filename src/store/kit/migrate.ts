// Applies the numbered SQL files of migrations/ once each, one process at a time.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

const MIGRATION_LOCK = 0x76_65_72_75
/** A migration of a large table takes what it takes. */
const UNBOUNDED_MS = 2_000_000_000
const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

interface Migration {
  readonly number: number
  readonly name: string
}

function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }))
}

/** Returns the names of the files that were applied. Code older than the database refuses to go on. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query({
      text: 'select pg_advisory_lock($1)',
      values: [MIGRATION_LOCK],
      query_timeout: UNBOUNDED_MS,
    } as pg.QueryConfig)
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const known = migrations()
    const { rows } = await client.query<Migration>('select number, name from schema_migrations order by number')
    const newer = rows.find((row) => !known.some((migration) => migration.number === row.number))
    if (newer)
      throw new Error(
        `the database was migrated by a newer release (${newer.name}): update this one before starting it`,
      )

    const missing = known.filter((migration) => !rows.some((row) => row.number === migration.number))
    for (const { number, name } of missing) {
      await client.query('begin')
      await client.query({
        text: readFileSync(`${folder}${name}`, 'utf8'),
        query_timeout: UNBOUNDED_MS,
      } as pg.QueryConfig)
      await client.query('insert into schema_migrations (number, name) values ($1, $2)', [number, name])
      await client.query('commit')
    }
    return missing.map((migration) => migration.name)
  } finally {
    client.release(true) // gives back the lock and the session's settings whatever happened
  }
}

export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ last: number | null }>('select max(number) as last from schema_migrations')
  // A newer release may have gone ahead; migrations are made so that the one before can still serve, or docs/operations.md says otherwise.
  return (rows[0]?.last ?? 0) >= migrations().at(-1)!.number
}
