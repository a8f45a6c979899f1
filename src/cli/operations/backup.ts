import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { tellBackup } from '../../actions/operations/keys/tell-backup.ts'
import { type Config, readConfig } from '../../base/config/config.ts'
import { makeBackup } from '../../operations/backup/make.ts'
import type { Foundation } from '../../start/foundation.ts'
import { version } from '../../start/version.ts'
import { connectionOf } from '../../store/operations/backup/copy.ts'
import { readTablesKeptFromUs } from '../../store/operations/backup/tables.ts'
import { CommandFailure, commandContext, onFoundation, onOff, text, UsageError, verb } from '../kit/command.ts'
import { choosePassphrase, passphraseFrom } from '../kit/passphrase.ts'
import { progressLine } from '../kit/progress.ts'

export const command = verb({
  summary: 'puts every row, as of one moment, into one new file, and tries to restore it',
  more: `Beside a running service; only you can read the file. It is then restored into a scratch database to see that all of it is there. Works for the embedded database and for DATABASE_URL, and takes one of an older release as it is: nothing is migrated.

Unless you say otherwise it asks for a passphrase; the file is encrypted with it and holds the encryption key too, so that file and passphrase are all it takes to restore.

"vertice restore FILE" brings it back, also into a newer release.`,
  args: ['FILE'],
  flags: {
    'passphrase-file': text('PATH', 'does not ask: the passphrase is the first line of PATH ("-": standard input)'),
    'without-key': onOff(
      'not encrypted (unless with --passphrase-file), and without the encryption key: passwords and secrets in it are of no use to anybody without that key, which you must keep elsewhere (encryption.key or ENCRYPTION_KEYS); names, addresses and the audit log are readable',
    ),
    'no-verify': onOff('does not try to restore it; that takes as long again, and once more the room of the database'),
  },

  async run({ 'passphrase-file': from, 'without-key': withoutKey, 'no-verify': noVerify }, path) {
    const file = resolve(path)
    requireFolder(dirname(file))
    const config = readConfig()
    const [verified, withKey] = [!noVerify, !withoutKey]
    const passphrase = from !== undefined ? passphraseFrom(from) : withKey ? await choosePassphrase() : null
    const takeBackup = async ({ db }: Foundation) => {
      const madeAt = new Date()
      const { show, clear } = progressLine()
      const tables = await makeBackup(connectionOf(db), {
        file,
        madeAt,
        release: version,
        keys: withKey ? keysOf(config) : null,
        passphrase,
        verifyIn: verified ? config.dataDir : null,
        progress: (step, table, rows) => show(`${step} ${table}: ${rows}`),
      }).finally(clear)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      await tellBackup(commandContext('backup', { db }), {
        file,
        encrypted: passphrase !== null,
        withKey,
        verified,
        rows,
      })
      console.log(
        `${file}: ${rows} rows of ${tables.length} tables, ${statSync(file).size} bytes, ${passphrase === null ? 'not encrypted' : 'encrypted'}, ${withKey ? 'with' : 'WITHOUT'} the encryption key, ${verified ? 'restored and compared' : 'not verified'}`,
      )
      const keptFromUs = await readTablesKeptFromUs(db)
      if (keptFromUs.length > 0) console.error(`somebody else's, not readable, and left out: ${keptFromUs.join(', ')}`)
      if (!withKey)
        console.error('keep the encryption key elsewhere: without it the passwords and secrets in this file are lost')
    }
    await onFoundation(takeBackup, { pending: 'leave' })
  },
})

function requireFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${folder}`)
}

function keysOf({ encryptionKeys, dataDir }: Config): string {
  if (encryptionKeys) return `${encryptionKeys}\n`
  try {
    return readFileSync(join(dataDir, 'encryption.key'), 'utf8')
  } catch (error) {
    throw new CommandFailure(`cannot read the encryption key: ${(error as Error).message}`)
  }
}
