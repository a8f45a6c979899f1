// The folder of the daily backups. A machine that has it makes them; another disk may be mounted there.
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { BackupFailure, GoodBackup } from '../../domain/operations/backups.ts'
import { readMadeAt } from '../../operations/backup/frames.ts'
import { PARTIAL } from '../../operations/backup/write.ts'

const NAME = 'backups'
/** With it daily backups are encrypted and contain the encryption key. */
export const PASSPHRASE_FILE = 'backup.passphrase'

export const backupFolder = (dataDir: string): string => join(dataDir, NAME)

/** A file in its place is no folder either, and is reported. */
export const makesDailyBackups = (dataDir: string): boolean => existsSync(backupFolder(dataDir))

/** Returns why nothing can be written there, or `null`. */
export function folderTrouble(folder: string): BackupFailure | null {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { code: 'folder_missing', params: {} }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch {
    return { code: 'folder_not_writable', params: {} }
  }
}

/** Removes what killed processes left of these backups. Call it only while no process can be writing one of them. */
export function removePartials(folder: string, files: ReadonlySet<string>): void {
  for (const name of readdirSync(folder))
    if (name.includes(PARTIAL) && files.has(name.slice(0, name.lastIndexOf(PARTIAL))))
      rmSync(join(folder, name), { force: true })
}

/** Good backups of this machine whose files are gone. */
export const goneFrom = (folder: string, good: readonly GoodBackup[]): GoodBackup[] =>
  good.filter(({ machine, file }) => machine === hostname() && !existsSync(join(folder, file)))

/** Whether the file still is the one that was made: another file may have taken its name. */
export const isStillThere = async (folder: string, { file, startedAt }: GoodBackup): Promise<boolean> =>
  (await readMadeAt(join(folder, file))) === startedAt.toISOString()
