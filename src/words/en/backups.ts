import type { BackupWords } from '../backups.ts'

export const backups: BackupWords = {
  failures: {
    folder_missing: () => 'the backup folder is missing',
    folder_not_writable: () => 'the service cannot write to the backup folder',
    disk_full: () => 'the disk is full',
    interrupted: () => 'its process was stopped or killed',
    said: ({ said }) => said,
  },
}
