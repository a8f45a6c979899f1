// Makes the daily backup on machines with a backup folder. Every worker runs this; one of them makes the backup.
import type { Logger } from 'pino'
import type { Config } from '../../base/config/config.ts'
import { wakeableLoop } from '../../base/running/wakeable-loop.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { backupProcess } from './backup-process.ts'
import { BackupError, makeBackupIfDue } from './daily.ts'
import { backupFolder, makesDailyBackups } from './folder.ts'

export interface ScheduleDependencies {
  readonly db: DatabasePool
  readonly clock: () => Date
  readonly config: Config
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Returns a function that stops: a running backup is aborted and recorded as interrupted. */
export function startDailyBackups({ db, clock, config, log }: ScheduleDependencies): () => Promise<void> {
  const stopping = new AbortController()
  const folder = backupFolder(config.dataDir)
  const make = (file: string, madeAt: Date) => backupProcess({ config, file, madeAt }, stopping.signal)
  const check = async () => {
    if (!makesDailyBackups(config.dataDir)) return
    try {
      const made = await makeBackupIfDue({ db, folder, clock, make })
      if (made) log.info({ ...made, folder }, 'Daily backup completed')
    } catch (err) {
      if (!(err instanceof BackupError)) throw err
      log.warn({ err, folder }, 'The daily backup failed; will retry in an hour')
    }
  }
  const loop = wakeableLoop(check, {
    everyMs: config.backupCheckEveryMs,
    warn: (err) => log.warn({ err }, 'Could not check whether a backup is due; will retry in a minute'),
  })
  return async () => {
    stopping.abort()
    await loop.stop()
  }
}
