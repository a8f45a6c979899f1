import { resolve } from 'node:path'
import { recordRestore } from '../../actions/operations/keys/record-backup.ts'
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
  summary: 'restore a file of "vertice backup"; stop the service on the target first',
  more: `Restores backups of this release or an older one. The data is loaded into a separate place and verified before it replaces anything, so a failed restore changes nothing.

Without DATABASE_URL, the target is the embedded database in DATA_DIR, which must not exist yet. If the backup contains the encryption key, it is restored too; otherwise put encryption.key into DATA_DIR (or set ENCRYPTION_KEYS) first.

With DATABASE_URL (and DATABASE_OWNER_URL, if you have two roles) the target is that database, which must be empty; ENCRYPTION_KEYS must be set.`,
  args: ['FILE'],
  flags: {
    replace: onOff(
      'move an existing database and its key to postgres.before-…; delete that when you no longer need it',
    ),
    'skip-ids': whole(
      'N',
      'skip the next N ids, so that ids assigned after the backup are not assigned again (docs/recovery.md)',
      { from: 1, to: 1_000_000_000 },
    ),
    'passphrase-file': text(
      'PATH',
      'read the passphrase from the first line of PATH ("-": standard input) instead of asking',
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
        await recordRestore(commandContext('restore', { db }), { file, madeAt })
      },
    }
    // Exit normally on a signal, so that the temporary database is removed with the process.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
    const external = config.databaseOwnerUrl ?? config.databaseUrl
    if (external && !config.encryptionKeys) throw new ConfigError('ENCRYPTION_KEYS: required with DATABASE_URL')
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
      `restored ${rows} rows of ${restored.loaded.length} tables, as of ${restored.madeAt}, to ${external ? 'the database at DATABASE_URL' : config.dataDir}`,
    )
    if (!isEncrypted)
      console.log(
        'the file was not encrypted, so its origin is not verified. For a backup made with a passphrase, use --passphrase-file: a replaced file is then rejected',
      )
    for (const path of restored.movedTo) console.log(`the previous data is in ${path}`)
    if (restored.leftOut.length > 0)
      console.error(`skipped, because they are not part of Vértice: ${restored.leftOut.join(', ')}`)
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
