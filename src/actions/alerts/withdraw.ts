import { withdrawAcknowledgements } from '../../store/alerts/rows.ts'
import { type ActionContext, recordMany } from '../context.ts'

/** Undoes an acknowledgement, so that the alerts can be mailed again. */
export function withdraw(context: ActionContext, ids: readonly number[]): Promise<number> {
  return context.db.transaction(async (tx) => {
    const done = await withdrawAcknowledgements(tx, ids)
    await recordMany(
      tx,
      context,
      done.map(({ id, kind, name }) => ({ action: 'alert.unacknowledged', details: { alert: id, kind, name } })),
    )
    return done.length
  })
}
