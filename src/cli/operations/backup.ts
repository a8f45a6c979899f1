import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, readConfig } from '../../base/config/config.ts'
import { command as actor } from '../../domain/audit/action.ts'
import { MAX_BACKUPS_KEPT } from '../../domain/operations/settings.ts'
import { makeBackupNow } from '../../start/backups/daily.ts'
import { backupFolder, makesDailyBackups, PASSPHRASE_FILE } from '../../start/backups/folder.ts'
import { storedPassphrase } from '../../start/backups/passphrase.ts'
import { type BackupWish, rowsIn, takeBackup } from '../../start/backups/take.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { readUnreadableTables } from '../../store/operations/backup/tables.ts'
import { CommandFailure, onFoundation, onOff, text, UsageError, verb, whole } from '../kit/command.ts'
import { choosePassphrase, passphraseFrom } from '../kit/passphrase.ts'
import { progressLine } from '../kit/progress.ts'

export const command = verb({
  summary: 'write a consistent backup to one file and verify it',
  more: `Works while the service is running. Only you can read the file. The backup is verified by restoring it into a scratch database. Works with the embedded database and with DATABASE_URL, also of an older release: nothing is migrated.

By default the command asks for a passphrase. The file is encrypted with it and contains the encryption key, so the file and the passphrase are all you need to restore.

Without FILE, the command makes the daily backup now: it writes a new file to the folder "backups" of DATA_DIR and deletes the oldest backups beyond --keep. With a passphrase in DATA_DIR/${PASSPHRASE_FILE} the file is encrypted and contains the encryption key; otherwise it is written as with --without-key. The service does the same every night on a machine that has the folder.

"vertice restore FILE" restores it, also into a newer release.`,
  args: ['[FILE]'],
  flags: {
    'passphrase-file': text('PATH', 'read the passphrase from the first line of PATH ("-": standard input)'),
    'without-key': onOff(
      'write the file without the encryption key, and unencrypted unless you add --passphrase-file. Passwords and secrets cannot be read without the key, which you must keep elsewhere (encryption.key or ENCRYPTION_KEYS); names, addresses and the audit log are readable',
    ),
    'no-verify': onOff(
      'skip the verification, which takes as long as the backup and as much disk space as the database',
    ),
    keep: whole('N', 'without FILE: keep the newest N daily backups (default: backup-keep of "vertice network set")', {
      from: 1,
      to: MAX_BACKUPS_KEPT,
    }),
  },

  async run({ 'passphrase-file': from, 'without-key': withoutKey, 'no-verify': noVerify, keep }, path) {
    const config = readConfig()
    const verified = !noVerify
    if (path === undefined) {
      if (from !== undefined || withoutKey)
        throw new UsageError(`without FILE, the passphrase is read from ${join(config.dataDir, PASSPHRASE_FILE)}`)
      return dailyBackup(config, verified, keep)
    }
    if (keep !== undefined) throw new UsageError('--keep works only without FILE')
    const file = resolve(path)
    requireFolder(dirname(file))
    const withKey = !withoutKey
    const passphrase = from !== undefined ? passphraseFrom(from) : withKey ? await choosePassphrase() : null
    const madeAt = new Date()
    await onFoundation(({ db }) => take(db, config, { file, madeAt, passphrase, withKey, verified }), {
      pending: 'leave',
    })
  },
})

async function dailyBackup(config: Config, verified: boolean, keep: number | undefined): Promise<void> {
  const folder = backupFolder(config.dataDir)
  if (!makesDailyBackups(config.dataDir))
    throw new UsageError(`FILE is required, or create the folder ${folder} for daily backups`)
  const passphrase = storedPassphrase(config.dataDir)
  await onFoundation(async ({ db, clock }) => {
    const make = (file: string, madeAt: Date) =>
      take(db, config, { file, madeAt, passphrase, withKey: passphrase !== null, verified })
    const made = await makeBackupNow({ db, folder, clock, make }, keep)
    if (made === null) throw new CommandFailure('another process is making the daily backup; nothing was done')
    if (made.removed.length > 0) console.log(`deleted: ${made.removed.join(', ')}`)
  })
}

async function take(db: DatabasePool, config: Config, wish: Omit<BackupWish, 'by' | 'progress'>): Promise<void> {
  const { file, passphrase, withKey, verified } = wish
  const { show, clear } = progressLine()
  const tables = await takeBackup(db, config, {
    ...wish,
    by: actor('backup'),
    progress: (step, table, rows) => show(`${step} ${table}: ${rows}`),
  }).finally(clear)
  console.log(
    `${file}: ${rowsIn(tables)} rows of ${tables.length} tables, ${statSync(file).size} bytes, ${passphrase === null ? 'not encrypted' : 'encrypted'}, ${withKey ? 'with' : 'WITHOUT'} the encryption key, ${verified ? 'restored and compared' : 'not verified'}`,
  )
  const keptFromUs = await readUnreadableTables(db)
  if (keptFromUs.length > 0) console.error(`skipped, because this role cannot read them: ${keptFromUs.join(', ')}`)
  if (!withKey)
    console.error(
      'keep the encryption key elsewhere: without it, the passwords and secrets in this file cannot be read',
    )
}

function requireFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${folder}`)
}
