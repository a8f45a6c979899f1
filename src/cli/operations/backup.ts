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
import { readTablesKeptFromUs } from '../../store/operations/backup/tables.ts'
import { CommandFailure, onFoundation, onOff, text, UsageError, verb, whole } from '../kit/command.ts'
import { choosePassphrase, passphraseFrom } from '../kit/passphrase.ts'
import { progressLine } from '../kit/progress.ts'

export const command = verb({
  summary: 'puts every row, as of one moment, into one new file, and tries to restore it',
  more: `Beside a running service; only you can read the file. It is then restored into a scratch database to see that all of it is there. Works for the embedded database and for DATABASE_URL, and takes one of an older release as it is: nothing is migrated.

Unless you say otherwise it asks for a passphrase; the file is encrypted with it and holds the encryption key too, so that file and passphrase are all it takes to restore.

Without FILE it makes the daily backup now: a new file in the folder "backups" of DATA_DIR, then the oldest backups there beyond --keep are deleted. With a passphrase in DATA_DIR/${PASSPHRASE_FILE} the file is encrypted and holds the encryption key; else it is as with --without-key. The service does the same every night on a machine that has the folder.

"vertice restore FILE" brings it back, also into a newer release.`,
  args: ['[FILE]'],
  flags: {
    'passphrase-file': text('PATH', 'does not ask: the passphrase is the first line of PATH ("-": standard input)'),
    'without-key': onOff(
      'not encrypted (unless with --passphrase-file), and without the encryption key: passwords and secrets in it are of no use to anybody without that key, which you must keep elsewhere (encryption.key or ENCRYPTION_KEYS); names, addresses and the audit log are readable',
    ),
    'no-verify': onOff('does not try to restore it; that takes as long again, and once more the room of the database'),
    keep: whole('N', 'without FILE: keeps the newest N daily backups ("vertice network set backup-keep=N")', {
      from: 1,
      to: MAX_BACKUPS_KEPT,
    }),
  },

  async run({ 'passphrase-file': from, 'without-key': withoutKey, 'no-verify': noVerify, keep }, path) {
    const config = readConfig()
    const verified = !noVerify
    if (path === undefined) {
      if (from !== undefined || withoutKey)
        throw new UsageError(`without FILE the passphrase is that of ${join(config.dataDir, PASSPHRASE_FILE)}`)
      return dailyBackup(config, verified, keep)
    }
    if (keep !== undefined) throw new UsageError('--keep: only without FILE; a file that you name is yours to delete')
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
    throw new UsageError(`say which FILE, or make the folder ${folder}: daily backups are made there`)
  const passphrase = storedPassphrase(config.dataDir)
  await onFoundation(async ({ db, clock }) => {
    const make = (file: string, madeAt: Date) =>
      take(db, config, { file, madeAt, passphrase, withKey: passphrase !== null, verified })
    const made = await makeBackupNow({ db, folder, clock, make }, keep)
    if (made === null) throw new CommandFailure('another process makes a daily backup now; nothing was done')
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
  const keptFromUs = await readTablesKeptFromUs(db)
  if (keptFromUs.length > 0) console.error(`somebody else's, not readable, and left out: ${keptFromUs.join(', ')}`)
  if (!withKey)
    console.error('keep the encryption key elsewhere: without it the passwords and secrets in this file are lost')
}

function requireFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${folder}`)
}
