import type { BackupWords } from '../backups.ts'

export const backups: BackupWords = {
  failures: {
    folder_missing: () => 'falta la carpeta de respaldos',
    folder_not_writable: () => 'el servicio no puede escribir en la carpeta de respaldos',
    disk_full: () => 'el disco está lleno',
    interrupted: () => 'su proceso se detuvo o fue terminado',
    said: ({ said }) => said,
  },
}
