import { type ArchiveBudget, budgetFaults } from '../../domain/archive/budget.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { readArchiveBudget, writeArchiveBudget } from '../../store/archive/budget.ts'
import { type ActionContext, record } from '../context.ts'

/** Undefined fields stay unchanged; `null` removes a limit. */
export function setArchiveBudget(context: ActionContext, change: Partial<ArchiveBudget>): Promise<ArchiveBudget> {
  const faults = budgetFaults(change)
  if (faults.length > 0) throw invalid(...faults)
  return context.db.transaction(async (tx) => {
    const was = await readArchiveBudget(tx)
    const next = { ...was, ...change }
    await writeArchiveBudget(tx, next)
    await record(tx, context, { action: 'settings.changed', details: { archive: change, was } })
    return next
  })
}
