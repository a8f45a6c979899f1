// Logs backups and restores: a backup contains everything, and a restore changes everything.
import { deleteUnfinishedBackups } from '../../../store/operations/backup/attempts.ts'
import { type ActionContext, record } from '../../context.ts'

interface BackupFacts {
  readonly file: string
  readonly encrypted: boolean
  readonly withKey: boolean
  readonly verified: boolean
  readonly rows: number
}

export const recordBackup = (context: ActionContext, facts: BackupFacts) =>
  record(context.db, context, { action: 'database.backed_up', details: { ...facts } })

export async function recordRestore(
  context: ActionContext,
  facts: { readonly file: string; readonly madeAt: string },
): Promise<void> {
  await deleteUnfinishedBackups(context.db)
  await record(context.db, context, { action: 'database.restored', details: { ...facts } })
}
