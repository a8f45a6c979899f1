import type { BackupFailure, BackupFailureParams } from '../domain/operations/backups.ts'
import { say, type WordsFor } from './say.ts'

export interface BackupWords {
  readonly failures: WordsFor<BackupFailureParams>
}

export const backupFailureText = ({ backups }: { readonly backups: BackupWords }, failure: BackupFailure): string =>
  say(backups.failures, failure)
