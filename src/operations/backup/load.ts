// Loads a backup into an unused database: migrates it to the backup's version, fills it in one transaction, then
// migrates on.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { isAdoptable } from '../../store/kit/migrations/adopt.ts'
import { migrate } from '../../store/kit/migrations/migrate.ts'
import { type MigrationFile, migrationFiles } from '../../store/kit/migrations/migration-files.ts'
import {
  type BackupConnection,
  intoEmptyTables,
  loadRows,
  rowsOf,
  setSequence,
  withConnection,
} from '../../store/operations/backup/copy.ts'
import { isUntouched, readTables } from '../../store/operations/backup/tables.ts'
import { BackupFileError, type Opening, openFrames } from './frames.ts'
import { type BackupRecord, type Manifest, readRecords, type TableEnd } from './records.ts'
import { RowSum } from './row-sum.ts'
import type { Progress } from './write.ts'

type Records = AsyncGenerator<BackupRecord>

/** Runs `work` on the records of the file; errors in the file include its name. */
export async function withRecords<Result>(
  file: string,
  opening: Opening,
  work: (manifest: Manifest, records: Records) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | null = null
  try {
    await pipeline(
      createReadStream(file),
      (source: AsyncIterable<Buffer>) => openFrames(source, opening),
      createGunzip(),
      async (source: AsyncIterable<Buffer>) => {
        const records = readRecords(source)
        const { value: first } = await records.next()
        if (first?.kind !== 'manifest') throw new BackupFileError('the backup has no manifest')
        result = { value: await work(first.value, records) }
      },
    )
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof BackupFileError || code?.startsWith('Z_')) throw new BackupFileError(`${file}: ${message}`)
    throw error
  }
  return result!.value
}

/** The migration files of the backup's database; another release can lack some. */
export function filesOf({ migrations, release }: Manifest): MigrationFile[] {
  if (isAdoptable(migrations)) return migrationFiles().slice(0, 1)
  return migrations.map(({ number, name, checksum }) => {
    const file = migrationFiles().find((known) => known.number === number && known.name === name)
    if (file?.checksum === checksum) return file
    throw new BackupFileError(
      `release ${release} made the backup, and this release does not have its migration ${name}: restore the backup with the release that applied the migration`,
    )
  })
}

/**
 * Must run as the owner of the tables. `beforeMigration` checks the loaded data before later migrations run. Returns
 * what was loaded, and the tables that the database does not have.
 */
export async function loadBackup(
  connection: BackupConnection,
  manifest: Manifest,
  records: Records,
  progress: Progress,
  beforeMigration: () => Promise<void> = async () => {},
): Promise<{ loaded: TableEnd[]; leftOut: string[] }> {
  await migrateTo(connection, filesOf(manifest))
  const [loaded, leftOut]: [TableEnd[], string[]] = [[], []]
  await withConnection(connection, async (client) => {
    if (!(await isUntouched(client))) throw new Error('the database holds something already: restore into an empty one')
    const known = new Set((await readTables(client)).map(({ name }) => name))
    await intoEmptyTables(client, manifest.tables, async () => {
      for (let next = await records.next(); !next.done; next = await records.next()) {
        const record = next.value
        if (record.kind === 'sequences')
          for (const { name, value, called } of record.value) await setSequence(client, name, value, called)
        if (record.kind !== 'table') continue
        const { table, columns } = record.value
        const reading = new TableReading(records, (rows) => progress(table, rows))
        if (known.has(table)) await loadRows(client, { name: table, columns }, reading.rows())
        else for await (const _ of reading.rows());
        if (known.has(table)) loaded.push(reading.checked())
        else leftOut.push(table)
      }
    })
  })
  await beforeMigration()
  await migrateTo(connection, migrationFiles())
  return { loaded, leftOut }
}

class TableReading {
  readonly #records: Records
  readonly #tell: (rows: number) => void
  readonly #sum = new RowSum()
  #end: TableEnd | null = null

  constructor(records: Records, tell: (rows: number) => void) {
    this.#records = records
    this.#tell = tell
  }

  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: record } = await this.#records.next()
      if (record?.kind === 'end') {
        this.#end = record.value
        return
      }
      if (record?.kind !== 'rows') throw new BackupFileError('the backup is truncated within a table')
      this.#sum.add(record.value)
      this.#tell(this.#sum.rows)
      yield record.value
    }
  }

  checked(): TableEnd {
    const { table, rows, sum } = this.#end!
    if (rows !== this.#sum.rows || sum !== this.#sum.sum)
      throw new BackupFileError(`table ${table} differs from what the backup wrote`)
    return this.#end!
  }
}

async function migrateTo(connection: BackupConnection, files: readonly MigrationFile[]): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => {})
  try {
    await migrate(pool, { files })
  } finally {
    await pool.end()
  }
}

/** Reads everything back and compares. Returns the tables that differ. */
export const differencesTo = (connection: BackupConnection, expected: readonly TableEnd[]): Promise<string[]> =>
  withConnection(connection, async (client) => {
    const different: string[] = []
    for (const table of await readTables(client)) {
      const wanted = expected.find((end) => end.table === table.name)
      const sum = new RowSum()
      for await (const chunk of rowsOf(client, table)) sum.add(chunk)
      if (wanted?.rows !== sum.rows || wanted.sum !== sum.sum) different.push(table.name)
    }
    return different
  })
