// Makes one backup file and writes its audit entry, for the command line and the daily backup.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordBackup } from '../../actions/operations/keys/record-backup.ts'
import type { Config } from '../../base/config/config.ts'
import type { Actor } from '../../domain/audit/action.ts'
import { type BackupOrder, makeBackup } from '../../operations/backup/make.ts'
import type { TableEnd } from '../../operations/backup/records.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { connectionOf } from '../../store/operations/backup/copy.ts'
import { version } from '../version.ts'

export interface BackupWish extends Pick<BackupOrder, 'file' | 'madeAt' | 'passphrase'> {
  readonly withKey: boolean
  readonly verified: boolean
  readonly by: Actor
  readonly progress?: BackupOrder['progress']
}

type Place = Pick<Config, 'dataDir' | 'encryptionKeys'>

export async function takeBackup(
  db: DatabasePool,
  config: Place,
  { withKey, verified, by, progress = () => {}, ...wish }: BackupWish,
): Promise<TableEnd[]> {
  const tables = await makeBackup(connectionOf(db), {
    ...wish,
    release: version,
    keys: withKey ? keysOf(config) : null,
    verifyIn: verified ? config.dataDir : null,
    progress,
  })
  const facts = { file: wish.file, encrypted: wish.passphrase !== null, withKey, verified, rows: rowsIn(tables) }
  await recordBackup({ db, now: db.clock.now(), by }, facts)
  return tables
}

export const rowsIn = (tables: readonly TableEnd[]): number => tables.reduce((sum, { rows }) => sum + rows, 0)

function keysOf({ encryptionKeys, dataDir }: Place): string {
  if (encryptionKeys) return `${encryptionKeys}\n`
  try {
    return readFileSync(join(dataDir, 'encryption.key'), 'utf8')
  } catch (error) {
    throw new Error(`cannot read the encryption key: ${(error as Error).message}`)
  }
}
