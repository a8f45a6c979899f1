// Daily backups: when one is due, which files are kept, and when the newest is too old. Times come from the database's
// clock.
import type { Coded, Nothing, Said } from '../codes/coded.ts'
import { localDay, startOfDay } from '../time/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units.ts'

export interface BackupFailureParams {
  folder_missing: Nothing
  folder_not_writable: Nothing
  disk_full: Nothing
  /** The process was stopped or killed. */
  interrupted: Nothing
  /** Error text of the program that failed. */
  said: Said
}

export type BackupFailure = Coded<BackupFailureParams>

export interface BackupAttempt {
  readonly id: number
  readonly startedAt: Date
  /** `null` while the attempt runs, or if its process was killed. */
  readonly endedAt: Date | null
  readonly machine: string
  readonly file: string
  /** `null` unless the attempt succeeded. */
  readonly bytes: number | null
  readonly failure: BackupFailure | null
}

export const BACKUP_STATES = ['made', 'failed', 'in_progress'] as const
export type BackupState = (typeof BACKUP_STATES)[number]

export function backupState({ endedAt, failure }: Pick<BackupAttempt, 'endedAt' | 'failure'>): BackupState {
  if (failure !== null) return 'failed'
  return endedAt === null ? 'in_progress' : 'made'
}

/** A successful backup whose file still exists. */
export type GoodBackup = Pick<BackupAttempt, 'id' | 'startedAt' | 'machine' | 'file'> & { readonly bytes: number }

export interface BackupHistory {
  readonly newest: GoodBackup | null
  readonly last: BackupAttempt | null
  readonly firstAt: Date | null
}

/** At night, in the network's time zone. */
const HOUR_OF_DAY = 3
/** Delay after a failed or killed attempt. Prevents a restart loop if the backup itself kills its process. */
const RETRY_AFTER_MS = HOUR_MS
/** A backup from further in the future was made while the clock was wrong. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

/** A backup that was missed while the machine was off is due immediately. */
export function isBackupDue({ newest, last }: Pick<BackupHistory, 'newest' | 'last'>, now: Date): boolean {
  const sinceLastMs = last === null ? Infinity : now.getTime() - last.startedAt.getTime()
  if (sinceLastMs >= -CLOCK_TOLERANCE_MS && sinceLastMs < RETRY_AFTER_MS) return false
  if (newest === null) return true
  const isOfTheFuture = newest.startedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS
  return isOfTheFuture || newest.startedAt < lastSlot(now)
}

/** Last scheduled start of a daily backup. */
const lastSlot = (now: Date): Date => {
  const offsetMs = HOUR_OF_DAY * HOUR_MS
  return new Date(startOfDay(localDay(new Date(now.getTime() - offsetMs))).getTime() + offsetMs)
}

/** A day, and time for a few attempts. */
const TOO_OLD_MS = 26 * HOUR_MS
/** Time for a few attempts before the first good backup. */
const NEVER_MADE_MS = 2 * HOUR_MS
/** Daily backups count as disabled if none was attempted for this long. */
const IN_USE_MS = 30 * DAY_MS

export interface OverdueBackup {
  /** Start of the newest good backup; `null` if there is none. */
  readonly newestAt: Date | null
  /** Why the last attempt failed; `null` if it did not, or still runs. */
  readonly failure: BackupFailure | null
}

/** Returns `null` if the newest backup is young enough, or if no daily backups are made. */
export function overdueBackup({ newest, last, firstAt }: BackupHistory, now: Date): OverdueBackup | null {
  if (last === null || firstAt === null || now.getTime() - last.startedAt.getTime() > IN_USE_MS) return null
  const ageMs = now.getTime() - (newest?.startedAt ?? firstAt).getTime()
  if (ageMs <= (newest === null ? NEVER_MADE_MS : TOO_OLD_MS)) return null
  return { newestAt: newest?.startedAt ?? null, failure: last.failure }
}

/** To the second, and without characters that shells or file systems treat specially. */
export const backupFileName = (at: Date): string => `vertice-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.vbk`

/** Returns the backups that are older than the newest `keep`. The newest backup is never returned. */
export const beyondKept = <Backup extends Pick<GoodBackup, 'id'>>(there: readonly Backup[], keep: number): Backup[] =>
  there.toSorted((one, other) => other.id - one.id).slice(Math.max(1, keep))
