// The daily backup: one for the whole network, recorded from start to end. Older files are deleted only after it
// succeeded.
import { existsSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type BackupFailure, backupFileName, beyondKept, isBackupDue } from '../../domain/operations/backups.ts'
import { DEFAULT_BACKUPS_KEPT, MAX_BACKUPS_KEPT } from '../../domain/operations/settings.ts'
import { SECOND_MS } from '../../domain/time/units.ts'
import { isDiskFull } from '../../store/kit/connections/unavailable.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { readOperatorSettings } from '../../store/network/operator-settings.ts'
import {
  endBackup,
  insertBackup,
  listBackupAttempts,
  listGoodBackups,
  listMadeBackups,
  listUnfinishedBackups,
  noteBackupsRemoved,
  readBackupHistory,
  withBackupLock,
} from '../../store/operations/backup/attempts.ts'
import { connectionOf } from '../../store/operations/backup/copy.ts'
import { folderTrouble, goneFrom, isStillThere, removePartials } from './folder.ts'

export interface DailyBackupServices {
  readonly db: DatabasePool
  readonly folder: string
  readonly clock: () => Date
  /** Writes and verifies the file; resolves when it is complete. */
  make(file: string, madeAt: Date): Promise<unknown>
}

export interface MadeBackup {
  readonly file: string
  readonly bytes: number
  /** Deleted older files. */
  readonly removed: readonly string[]
}

/** No backup was made; the attempt is recorded. */
export class BackupError extends Error {
  readonly failure: BackupFailure

  constructor(failure: BackupFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** Returns `null` if no backup is due, or if another process makes it. */
export async function makeBackupIfDue(services: DailyBackupServices): Promise<MadeBackup | null> {
  const { db, folder, clock } = services
  const isDue = async () => isBackupDue(await readBackupHistory(db), clock())
  await noteGone(db, folder, clock())
  if (!(await isDue())) return null
  // Checked again under the lock: another node can have made the backup meanwhile.
  return withBackupLock(connectionOf(db), async () => ((await isDue()) ? make(services) : null))
}

/** Makes a backup even if none is due; `null` if another process is making one. `keep` overrides the setting. */
export const makeBackupNow = (services: DailyBackupServices, keep?: number): Promise<MadeBackup | null> =>
  withBackupLock(connectionOf(services.db), () => make(services, keep))

async function make(services: DailyBackupServices, keep?: number): Promise<MadeBackup> {
  const { db, folder, clock } = services
  await settleUnfinished(services)
  const startedAt = freeTime(folder, clock())
  const file = backupFileName(startedAt)
  const id = await insertBackup(db, hostname(), file, startedAt)
  const path = join(folder, file)
  try {
    const trouble = folderTrouble(folder)
    if (trouble) throw new BackupError(trouble, `cannot write to ${folder}`)
    await services.make(path, startedAt)
  } catch (error) {
    const failure = failureOf(error)
    // A killed process could not remove its own partial file.
    if (folderTrouble(folder) === null) removePartials(folder, new Set([file]))
    await endBackup(db, id, { failure }, clock())
    throw error instanceof BackupError ? error : new BackupError(failure, (error as Error).message, error)
  }
  const bytes = statSync(path).size
  await endBackup(db, id, { bytes }, clock())
  return { file, bytes, removed: await prune(services, keep) }
}

/** File names contain the time in whole seconds. If the name is taken, the backup is dated one second later. */
function freeTime(folder: string, at: Date): Date {
  return existsSync(join(folder, backupFileName(at))) ? freeTime(folder, new Date(at.getTime() + SECOND_MS)) : at
}

/** Number of newest attempts whose partial files are removed; older attempts cannot have left any. */
const ATTEMPTS_SEARCHED = 1_000

/** A file gets its name when it is complete and verified, so an attempt whose file exists succeeded. */
async function settleUnfinished({ db, folder, clock }: DailyBackupServices): Promise<void> {
  if (folderTrouble(folder) === null) {
    const attempts = await listBackupAttempts(db, ATTEMPTS_SEARCHED)
    removePartials(folder, new Set(attempts.map(({ file }) => file)))
  }
  for (const { id, file } of await listUnfinishedBackups(db)) {
    const path = join(folder, file)
    const outcome = existsSync(path)
      ? { bytes: statSync(path).size }
      : { failure: { code: 'interrupted', params: {} } as const }
    await endBackup(db, id, outcome, clock())
  }
}

/** If a backup file has disappeared, the next backup is due. */
async function noteGone(db: DatabasePool, folder: string, now: Date): Promise<void> {
  const gone = goneFrom(folder, await listGoodBackups(db, MAX_BACKUPS_KEPT))
  if (gone.length > 0)
    await noteBackupsRemoved(
      db,
      gone.map(({ id }) => id),
      now,
    )
}

async function prune({ db, folder, clock }: DailyBackupServices, keep?: number): Promise<string[]> {
  const most = keep ?? (await readOperatorSettings(db)).backupKeep ?? DEFAULT_BACKUPS_KEPT
  const there = []
  for (const backup of await listMadeBackups(db, 2 * MAX_BACKUPS_KEPT))
    if (await isStillThere(folder, backup)) there.push(backup)
  const removed = beyondKept(there, most)
  for (const { file } of removed) rmSync(join(folder, file), { force: true })
  if (removed.length > 0)
    await noteBackupsRemoved(
      db,
      removed.map(({ id }) => id),
      clock(),
    )
  return removed.map(({ file }) => file)
}

function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupError) return error.failure
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error)) return { code: 'disk_full', params: {} }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return { code: 'folder_not_writable', params: {} }
  return { code: 'said', params: { said: message } }
}
