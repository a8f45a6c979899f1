// Databases that were made before checksums were recorded. Several migrations were changed before the first release, so what such a
// database really has is held against what the files of its migrations make: once, then its checksums are written down.
import type pg from 'pg'
import { catalogDifferences, readCatalog } from './catalog.ts'
import type { MigrationFile } from './migration-files.ts'

/** Where the files are tried out; nobody ever sees it, the transaction is rolled back. */
const SCRATCH = 'vertice_as_it_should_be'
const MOST_TOLD = 5

export class UnreleasedDatabase extends Error {
  constructor(found: readonly string[]) {
    const more = found.length > MOST_TOLD ? `, and ${found.length - MOST_TOLD} more` : ''
    super(
      `this database was made by a commit from before the first release and does not have what this release needs (${found
        .slice(0, MOST_TOLD)
        .join(
          ', ',
        )}${more}): nothing was changed; make a new one, or repair it by hand, see "Databases from before the first release" in docs/operations.md`,
    )
  }
}

/** `files`: those that the database says it was made with. */
export async function adopt(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
  const found = await readCatalog(client, rows[0]!.schema)
  const differences = catalogDifferences(await catalogOf(client, files), found)
  if (differences.length > 0) throw new UnreleasedDatabase(differences)
  for (const { number, checksum } of files)
    await client.query('update schema_migrations set checksum = $2 where number = $1 and checksum is null', [
      number,
      checksum,
    ])
}

async function catalogOf(client: pg.ClientBase, files: readonly MigrationFile[]) {
  await client.query('begin')
  try {
    await client.query(`create schema ${SCRATCH}`)
    await client.query(`set local search_path = ${SCRATCH}`)
    for (const { sql } of files) await client.query(sql)
    return await readCatalog(client, SCRATCH)
  } finally {
    await client.query('rollback')
  }
}
