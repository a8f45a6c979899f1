// The folder of the daily backups. A machine that has this folder makes them; it can be a mount point of another disk.
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { BackupFailure, GoodBackup } from '../../domain/operations/backups.ts'
import { readMadeAt } from '../../operations/backup/frames.ts'
import { PARTIAL } from '../../operations/backup/write.ts'

const NAME = 'backups'
/** If this file exists, daily backups are encrypted and contain the encryption key. */
export const PASSPHRASE_FILE = 'backup.passphrase'

export const backupFolder = (dataDir: string): string => join(dataDir, NAME)

/** Also true for a file of that name, which `folderTrouble` then reports. */
export const makesDailyBackups = (dataDir: string): boolean => existsSync(backupFolder(dataDir))

/** Returns why the folder is not writable, or `null`. */
export function folderTrouble(folder: string): BackupFailure | null {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { code: 'folder_missing', params: {} }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch {
    return { code: 'folder_not_writable', params: {} }
  }
}

/** Removes partial files of these backups. Call it only while no process can be writing one of them. */
export function removePartials(folder: string, files: ReadonlySet<string>): void {
  for (const name of readdirSync(folder))
    if (name.includes(PARTIAL) && files.has(name.slice(0, name.lastIndexOf(PARTIAL))))
      rmSync(join(folder, name), { force: true })
}

/** Good backups of this machine whose files are missing. */
export const goneFrom = (folder: string, good: readonly GoodBackup[]): GoodBackup[] =>
  good.filter(({ machine, file }) => machine === hostname() && !existsSync(join(folder, file)))

/** False if another file has taken the backup's name. */
export const isStillThere = async (folder: string, { file, startedAt }: GoodBackup): Promise<boolean> =>
  (await readMadeAt(join(folder, file))) === startedAt.toISOString()
