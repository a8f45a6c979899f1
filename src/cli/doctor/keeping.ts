// Checks what must not be lost: the encryption keys and a recent backup.

import type { KeyRing } from '../../base/secrets.ts'
import { type BackupFailure, type BackupHistory, overdueBackup } from '../../domain/operations/backups.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { backupFailureText } from '../../words/backups.ts'
import { en } from '../../words/en.ts'
import { about, type Finding } from './finding.ts'

const MOST_DAYS = 7

export interface KeyFacts {
  /** Location of the keys: ENCRYPTION_KEYS, or a file. */
  readonly place: string
  readonly keys: Pick<KeyRing, 'knows'> | null
  readonly trouble: string | null
  /** Ids of the keys that rows are encrypted with. */
  readonly needed: readonly string[]
}

export function keyFindings({ place, keys, trouble, needed }: KeyFacts): Finding[] {
  const { ok, fail } = about('keys')
  if (trouble !== null) return [fail(`${place}: ${trouble}`, 'restore the key that the data was encrypted with')]
  if (keys === null)
    return needed.length === 0
      ? [ok('none yet; the first start creates it')]
      : [fail(`${place} is missing, and the data needs key ${needed.join(', ')}`, 'restore it from a backup')]
  const missing = needed.filter((id) => !keys.knows(id))
  if (missing.length > 0)
    return [fail(`the data needs key ${missing.join(', ')}, which is not in ${place}`, 'add it after the other keys')]
  return [ok(`${place} contains every key in use (${needed.join(', ') || 'none'})`)]
}

export interface DailyBackupFacts {
  readonly folder: string
  /** Whether this machine has the folder, and so makes daily backups. */
  readonly isHere: boolean
  /** Why nothing can be written to the folder; `null` if it can. */
  readonly trouble: BackupFailure | null
  readonly isOnDiskOfData: boolean
  readonly history: BackupHistory
}

/** Returns `null` if no machine makes daily backups. */
export function dailyBackupFinding(facts: DailyBackupFacts, now: Date): Finding | null {
  const { folder, isHere, trouble, isOnDiskOfData, history } = facts
  const { ok, warn, fail } = about('backup')
  if (isHere && trouble)
    return fail(
      `${folder}: ${backupFailureText(en, trouble)}`,
      'give the user of the service write access, or mount the disk',
    )
  const overdue = overdueBackup(history, now)
  if (overdue) {
    const why = overdue.failure && `; the last attempt failed: ${backupFailureText(en, overdue.failure)}`
    return fail(
      `${overdue.newestAt === null ? 'there is no daily backup' : `the latest daily backup is from ${overdue.newestAt.toISOString()}`}${why ?? ''}`,
      'see docs/runbook.md#verticebackuptooold; "vertice backup" makes one now',
    )
  }
  if (history.newest === null) return isHere ? ok(`daily backups go to ${folder}; the first one is due`) : null
  const { startedAt, bytes, machine, file } = history.newest
  const what = `the latest daily backup is from ${startedAt.toISOString()} (${machine}: ${file}, ${bytes} bytes)`
  return isOnDiskOfData
    ? warn(
        `${what}, on the same disk as the data`,
        `copy the backups to another machine, or mount another disk at ${folder}`,
      )
    : ok(what)
}

/** `at` is the time of the last "vertice backup". */
export function backupFinding(at: Date | null, isEmbedded: boolean, now: Date): Finding {
  const { ok, warn } = about('backup')
  const elsewhere = isEmbedded ? '' : ', unless you back up PostgreSQL by other means'
  const todo = `enable daily backups: create the folder "backups" in DATA_DIR (docs/operations/backup.md)${elsewhere}`
  if (at === null) return warn('there is no backup of this database', todo)
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS)
  const what = `the last backup was made ${days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`}`
  return days > MOST_DAYS ? warn(what, todo) : ok(what)
}
