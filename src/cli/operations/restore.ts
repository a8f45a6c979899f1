import { resolve } from 'node:path'
import { tellRestore } from '../../actions/operations/keys/tell-backup.ts'
import { ConfigError, readConfig } from '../../base/config/config.ts'
import { BackupFileError } from '../../operations/backup/frames.ts'
import { type Restored, type RestoreOrder, restoreEmbedded, restoreInto } from '../../operations/backup/restore.ts'
import { readDatabaseUrl } from '../../store/kit/connections/hosts.ts'
import { checkServer, openDatabase } from '../../store/kit/database.ts'
import { skipIds } from '../../store/operations/backup/copy.ts'
import { CommandFailure, commandContext, onOff, text, verb, whole } from '../kit/command.ts'
import { askPassphrase, passphraseFrom } from '../kit/passphrase.ts'
import { progressLine } from '../kit/progress.ts'

export const command = verb({
  summary: 'brings back what "vertice backup" wrote, while no service runs on the target',
  more: `Of this release or an older one. Everything is loaded aside and compared with what the file says, and only then takes its place: a restore that fails changes nothing.

Without DATABASE_URL the target is the embedded database under DATA_DIR, which must not be there yet. A backup with the encryption key brings it along. For one without, put encryption.key into DATA_DIR (or set ENCRYPTION_KEYS) first.

With DATABASE_URL (and DATABASE_OWNER_URL, if you have two roles) the target is that database, which must be empty; ENCRYPTION_KEYS must be set.`,
  args: ['FILE'],
  flags: {
    replace: onOff(
      'moves a database that is there (and its key) aside, to postgres.before-…; delete that when you are sure',
    ),
    'skip-ids': whole(
      'N',
      'leaves out the next N ids, so that ids which were given after the backup are not given again (docs/recovery.md)',
      { from: 1, to: 1_000_000_000 },
    ),
    'passphrase-file': text(
      'PATH',
      'the passphrase of an encrypted backup is the first line of PATH ("-": standard input); else it is asked for',
    ),
  },

  async run({ 'passphrase-file': from, 'skip-ids': skipped, replace }, path) {
    const file = resolve(path)
    const config = readConfig()
    const { show, clear } = progressLine()
    let isEncrypted = false
    const order: RestoreOrder = {
      file,
      opening: {
        passphrase: async () => {
          isEncrypted = true
          return from === undefined ? askPassphrase('passphrase of the backup: ') : passphraseFrom(from)
        },
        mustBeEncrypted: from !== undefined,
      },
      progress: (table, rows) => show(`loading ${table}: ${rows}`),
      async finish(db, { madeAt }) {
        await checkServer(db) // also reads the database's clock, which the audit entry uses
        if (skipped !== undefined) await skipIds(db, skipped)
        await tellRestore(commandContext('restore', { db }), { file, madeAt })
      },
    }
    // Exit normally on a signal, so that the temporary database is removed with the process.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
    const external = config.databaseOwnerUrl ?? config.databaseUrl
    if (external && !config.encryptionKeys) throw new ConfigError('ENCRYPTION_KEYS: needed with DATABASE_URL')
    const restored = await (external
      ? intoExternal(external, config.encryptionKeys!, order)
      : restoreEmbedded(config.dataDir, config.encryptionKeys, replace, order)
    )
      .finally(clear)
      .catch((error) => {
        throw error instanceof BackupFileError ? new CommandFailure(`nothing was restored: ${error.message}`) : error
      })
    const rows = restored.loaded.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${rows} rows of ${restored.loaded.length} tables, as of ${restored.madeAt}, are in ${external ? 'the database at DATABASE_URL' : config.dataDir}`,
    )
    if (!isEncrypted)
      console.log(
        'the file was not encrypted, so nothing proves who wrote it: for one that you made with a passphrase give --passphrase-file, and another in its place is refused',
      )
    for (const path of restored.movedTo) console.log(`what was there before is in ${path}`)
    if (restored.leftOut.length > 0) console.error(`not part of Vértice, and left out: ${restored.leftOut.join(', ')}`)
  },
})

async function intoExternal(url: string, keys: string, order: RestoreOrder): Promise<Restored> {
  const target = openDatabase(readDatabaseUrl(url), 1)
  try {
    return await restoreInto(target, keys, order)
  } finally {
    await target.close()
  }
}
