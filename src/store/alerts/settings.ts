import type { AlertSettings } from '../../domain/alerts/settings.ts'
import { type Database, only, statement } from '../kit/database.ts'

const read = statement(
  'alert-settings',
  `select recipients, muted, delay_minutes as "delayMinutes", quiet_minutes as "quietMinutes", language,
     disk_free_percent as "diskFreePercent", certificate_days as "certificateDays" from alert_settings`,
)

export const readAlertSettings = (db: Database): Promise<AlertSettings> => only<AlertSettings>(db, read)

export const writeAlertSettings = (db: Database, settings: AlertSettings) =>
  db.query(
    statement(
      'alert-settings-update',
      `update alert_settings set recipients = $1, muted = $2, delay_minutes = $3, quiet_minutes = $4, language = $5, disk_free_percent = $6,
         certificate_days = $7`,
    ),
    [
      settings.recipients,
      settings.muted,
      settings.delayMinutes,
      settings.quietMinutes,
      settings.language,
      settings.diskFreePercent,
      settings.certificateDays,
    ],
  )
