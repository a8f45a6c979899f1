import { type AlertSettings, alertSettingsFaults } from '../../domain/alerts/settings.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { readAlertSettings, writeAlertSettings } from '../../store/alerts/settings.ts'
import { type ActionContext, record } from '../context.ts'

/** Undefined fields stay unchanged. */
export function setAlerts(context: ActionContext, change: Partial<AlertSettings>): Promise<AlertSettings> {
  const faults = alertSettingsFaults(change)
  if (faults.length > 0) throw invalid(...faults)
  return context.db.transaction(async (tx) => {
    const was = await readAlertSettings(tx)
    const next = { ...was, ...change }
    await writeAlertSettings(tx, next)
    await record(tx, context, { action: 'settings.changed', details: { alerts: change, was } })
    return next
  })
}
