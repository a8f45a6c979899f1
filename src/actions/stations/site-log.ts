import { periodErrors } from '../../domain/archive/equipment.ts'
import type { SiteFacts } from '../../domain/archive/site.ts'
import { siteErrors } from '../../domain/archive/site-input.ts'
import { hasConflict, type ImportPlan, isEmptyPlan, planImport, type SiteLog } from '../../domain/archive/site-log.ts'
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import {
  insertEquipment,
  listEquipment,
  readSiteFacts,
  updateEquipment,
  writeSiteFacts,
} from '../../store/stations/equipment.ts'
import { type ActionContext, record } from '../context.ts'
import { settleAntenna, toldPeriod } from './equipment.ts'
import { lockActiveStation, type StationRef } from './find.ts'

/** Applies the plan of a site log, all or nothing. Throws if a line is wrong or conflicts with the record. */
export function importSiteLog(context: ActionContext, which: StationRef, log: SiteLog): Promise<ImportPlan> {
  return context.db.transaction(async (tx) => {
    const { id, code } = await lockActiveStation(tx, which)
    const known = await readSiteFacts(tx, id)
    const plan = planImport(log, await listEquipment(tx, id), known, { code })
    const errors = planErrors(plan, { ...known, ...log.facts }, context.now)
    if (errors.length > 0 || hasConflict(plan)) throw new Refusal('file_not_readable', {}, errors)
    if (isEmptyPlan(plan)) return plan
    // Removals first: at most one receiver and one antenna are installed at any moment.
    const changes = plan.periods.toSorted(
      (a, b) => Number(a.period.removedAt === null) - Number(b.period.removedAt === null),
    )
    for (const { outcome, period, before } of changes) {
      if (outcome === 'changed' && before) await updateEquipment(tx, before.id, period, 'operator')
      if (outcome === 'new') await insertEquipment(tx, id, period, 'operator')
    }
    if (plan.facts.length > 0) await writeSiteFacts(tx, id, { ...known, ...log.facts })
    await settleAntenna(tx, id)
    const applied = plan.periods.filter(({ outcome }) => outcome !== 'same')
    const details = {
      code,
      periods: applied.map(({ outcome, period }) => ({ outcome, ...toldPeriod(period) })),
      fields: plan.facts.map(({ field }) => field),
    }
    await record(tx, context, { action: 'station.site_log_imported', subject: { kind: 'station', id }, details })
    return plan
  })
}

/** Paths are the line and the field. */
export function planErrors({ periods }: ImportPlan, facts: SiteFacts, now: Date): FieldFault[] {
  return [
    ...periods.flatMap(({ line, period }) =>
      periodErrors(period, now).map((error) => ({ ...error, path: [line, ...error.path] })),
    ),
    ...periods.flatMap(({ line, outcome, before }) =>
      outcome === 'conflict' && before
        ? wrong([line, 'installedAt'], 'equipment_overlaps', {
            type: before.type,
            from: before.installedAt.toISOString(),
            until: before.removedAt?.toISOString() ?? null,
          })
        : [],
    ),
    ...siteErrors(facts),
  ]
}
