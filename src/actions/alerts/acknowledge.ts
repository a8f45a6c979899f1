import { acknowledgeAlerts } from '../../store/alerts/rows.ts'
import { type ActionContext, recordMany } from '../context.ts'

/** Silences alerts until they end. Returns the number that were open and unacknowledged. */
export function acknowledge(context: ActionContext, ids: readonly number[]): Promise<number> {
  return context.db.transaction(async (tx) => {
    const done = await acknowledgeAlerts(tx, ids, context.by.name, context.now)
    await recordMany(
      tx,
      context,
      done.map(({ id, kind, name }) => ({ action: 'alert.acknowledged', details: { alert: id, kind, name } })),
    )
    return done.length
  })
}
