// Makes a backup: writes a partial file, verifies it by restoring it, and only then gives it its name.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BackupConnection } from '../../store/operations/backup/copy.ts'
import { differencesTo, loadBackup, withRecords } from './load.ts'
import type { TableEnd } from './records.ts'
import { inScratch } from './scratch.ts'
import { type BackupContent, type Progress, partialName, writeBackup } from './write.ts'

export interface BackupOrder extends BackupContent {
  readonly file: string
  /** Folder for the scratch database that verifies the backup; `null` to skip the verification. */
  readonly verifyIn: string | null
  progress(step: 'writing' | 'verifying', table: string, rows: number): void
}

/** The file gets its final name only after everything has succeeded. */
export async function makeBackup(connection: BackupConnection, order: BackupOrder): Promise<TableEnd[]> {
  const { file, verifyIn } = order
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name or remove the file`)
  const partial = partialName(file)
  const atExit = () => rmSync(partial, { force: true })
  process.once('exit', atExit)
  try {
    const ends = await writeBackup(connection, partial, order, (table, rows) => order.progress('writing', table, rows))
    if (verifyIn !== null)
      await verify(partial, order.passphrase, verifyIn, ends, (table, rows) => order.progress('verifying', table, rows))
    renameSync(partial, file)
    flushFolder(dirname(file))
    return ends
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? Object.assign(new Error(`${dirname(file)}: the disk is full; no backup was made`), { code: 'ENOSPC' })
      : error
  } finally {
    process.off('exit', atExit)
    rmSync(partial, { force: true })
  }
}

const verify = (
  file: string,
  passphrase: string | null,
  dataDir: string,
  ends: readonly TableEnd[],
  progress: Progress,
) =>
  inScratch(dataDir, async ({ owner }) => {
    const compare = async () => {
      const different = await differencesTo(owner, ends)
      if (different.length > 0)
        throw new Error(`restored, it was not what it should be: ${different.join(', ')}; no backup was made`)
    }
    await withRecords(
      file,
      { passphrase: async () => passphrase ?? '', mustBeEncrypted: passphrase !== null },
      (manifest, records) => loadBackup(owner, manifest, records, progress, compare),
    )
  })

function flushFolder(folder: string): void {
  const open = openSync(folder, 'r')
  fsyncSync(open)
  closeSync(open)
}
