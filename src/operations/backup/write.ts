// Writes a backup file: under a partial name until it is complete, and readable only by its owner from the first byte
// on.
import { createWriteStream, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { isAlive } from '../../store/kit/embedded/server.ts'
import { type BackupConnection, beginSnapshot, rowsOf, withConnection } from '../../store/operations/backup/copy.ts'
import { readKeyIds, readMigrations, readSequences, readTables } from '../../store/operations/backup/tables.ts'
import { closeFrames } from './frames.ts'
import { type BackupRecord, type TableEnd, writeRecords } from './records.ts'
import { RowSum } from './row-sum.ts'

export interface BackupContent {
  readonly madeAt: Date
  readonly release: string
  /** Encryption keys to include; `null` if they are stored elsewhere. */
  readonly keys: string | null
  /** `null` for a file that is not encrypted. */
  readonly passphrase: string | null
}

/** `rows` is the number of rows of the table so far. */
export type Progress = (table: string, rows: number) => void

/** Suffix of an incomplete file; the process id follows it. */
export const PARTIAL = '.partial-'

/** Also removes partial files of the same backup that killed processes left. */
export function partialName(file: string): string {
  for (const name of readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}${PARTIAL}`))) {
    const pid = Number(name.slice(name.lastIndexOf('-') + 1))
    if (!isAlive(pid) || pid === process.pid) rmSync(join(dirname(file), name), { force: true })
  }
  return `${file}${PARTIAL}${process.pid}`
}

/** Returns the number of rows per table. */
export async function writeBackup(
  connection: BackupConnection,
  partial: string,
  content: BackupContent,
  progress: Progress,
): Promise<TableEnd[]> {
  const ends: TableEnd[] = []
  await withConnection(connection, (client) =>
    pipeline(
      writeRecords(recordsOf(client, content, ends, progress)),
      createGzip({ level: 3 }),
      (packed: AsyncIterable<Buffer>) => closeFrames(packed, content.passphrase, content.madeAt),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  )
  return ends
}

async function* recordsOf(
  client: pg.Client,
  { madeAt, release, keys }: BackupContent,
  ends: TableEnd[],
  progress: Progress,
): AsyncGenerator<BackupRecord> {
  await beginSnapshot(client)
  const tables = await readTables(client)
  const [migrations, keyIds] = [await readMigrations(client), await readKeyIds(client)]
  const names = tables.map(({ name }) => name)
  yield {
    kind: 'manifest',
    value: { madeAt: madeAt.toISOString(), release, migrations, keyIds, keys, tables: names },
  }
  for (const table of tables) {
    yield { kind: 'table', value: { table: table.name, columns: table.columns } }
    const sum = new RowSum()
    for await (const chunk of rowsOf(client, table)) {
      sum.add(chunk)
      progress(table.name, sum.rows)
      yield { kind: 'rows', value: chunk }
    }
    const end = { table: table.name, rows: sum.rows, sum: sum.sum }
    ends.push(end)
    yield { kind: 'end', value: end }
  }
  // Sequences are not part of a snapshot: read after the rows, they are never behind them.
  yield { kind: 'sequences', value: await readSequences(client) }
}
