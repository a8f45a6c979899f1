// Creates one data directory with a migrated database per test run. Tests copy it, which takes 0.15 s; `initdb` and the
// migrations take 2.5 s.
import { execFileSync } from 'node:child_process'
import { openDatabase } from '../../src/store/kit/database.ts'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { migrate } from '../../src/store/kit/migrations/migrate.ts'

export const SERVICE_ROLE = 'vertice_service'

/**
 * Leaves the server stopped. Its copies run with `fsync` and `full_page_writes` off, because test data need not survive a
 * power failure. Tests that kill the database server start from an empty directory, so that the server runs with the
 * product's settings.
 */
export async function makeDataTemplate(dataDir: string): Promise<void> {
  const embedded = await openEmbeddedPostgres(dataDir)
  const { pool, close } = openDatabase(embedded.owner)
  for (const setting of ['fsync', 'full_page_writes']) await pool.query(`alter system set ${setting} = off`)
  await migrate(pool, { service: { role: SERVICE_ROLE, make: true } })
  await close()
  await embedded.close()
}

/** Uses `cp` because Node's copy does not keep owners and modes, which PostgreSQL checks. */
export function copyDataDir(from: string, to: string): void {
  const sharing = process.platform === 'linux' ? ['--reflink=auto'] : []
  execFileSync('cp', ['-a', ...sharing, `${from}/.`, to])
}
