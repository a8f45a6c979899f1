// The process that makes a backup. It ends with the process that started it. However it ends, its partial file and
// scratch database are removed.
import { setPriority } from 'node:os'
import { system } from '../../domain/audit/action.ts'
import { readMigrationState } from '../../store/kit/migrations/migrate.ts'
import { layFoundation } from '../foundation.ts'
import type { BackupProcessFailure, BackupProcessOrder } from './backup-process.ts'
import { storedPassphrase } from './passphrase.ts'
import { takeBackup } from './take.ts'

/** A low priority that still makes progress on a busy machine; rovers come first. */
const PRIORITY = 10
const CONNECTIONS = 2

async function make({ config, file, madeAt }: BackupProcessOrder): Promise<void> {
  const { db, close } = await layFoundation(config, undefined, { isMigrated: true, connections: CONNECTIONS })
  try {
    const passphrase = storedPassphrase(config.dataDir)
    const by = system('daily backup')
    // A release that was rolled back cannot restore a backup of the newer database, so it cannot verify one either.
    const verified = (await readMigrationState(db.pool)).newer === null
    await takeBackup(db, config, { file, madeAt, passphrase, withKey: passphrase !== null, verified, by })
  } finally {
    await close()
  }
}

process.once('message', (order: BackupProcessOrder) => {
  try {
    setPriority(PRIORITY)
  } catch {
    // Where lowering the priority is not allowed, the backup runs at the priority of the service.
  }
  make(order).then(
    () => process.exit(0),
    (error) => {
      const { message, code } = error as NodeJS.ErrnoException
      process.send?.({ message, code } satisfies BackupProcessFailure, () => process.exit(1))
    },
  )
})
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', () => process.exit(1))
// Ctrl-C reaches every process of the terminal; the service decides when this one stops.
process.on('SIGINT', () => {})
