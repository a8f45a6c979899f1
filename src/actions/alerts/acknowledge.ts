import { LONGEST_SNOOZE_DAYS } from '../../domain/alerts/alert.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { acknowledgeAlerts } from '../../store/alerts/rows.ts'
import { type ActionContext, recordMany } from '../context.ts'

/**
 * Silences alerts: until they end, or until a time at which they are open again (a snooze). Returns the number that
 * were open and unacknowledged.
 */
export function acknowledge(context: ActionContext, ids: readonly number[], until: Date | null = null) {
  if (until !== null) check(until, context.now)
  return context.db.transaction(async (tx): Promise<number> => {
    const done = await acknowledgeAlerts(tx, ids, { by: context.by.name, until }, context.now)
    await recordMany(
      tx,
      context,
      done.map(({ id, kind, name }) =>
        until === null
          ? { action: 'alert.acknowledged' as const, details: { alert: id, kind, name } }
          : { action: 'alert.snoozed' as const, details: { alert: id, kind, name, until: until.toISOString() } },
      ),
    )
    return done.length
  })
}

function check(until: Date, now: Date): void {
  if (until <= now) throw invalid(wrong(['until'], 'passed'))
  if (until.getTime() - now.getTime() > LONGEST_SNOOZE_DAYS * DAY_MS)
    throw invalid(wrong(['until'], 'start_too_far', { days: LONGEST_SNOOZE_DAYS }))
}
