// Requests the positions and the quality of a station from the archive. A worker computes them.
import { randomCode } from '../../base/secrets.ts'
import { type IntegrityRun, MOST_PENDING_RUNS, runFaults } from '../../domain/archive/integrity/run.ts'
import { allInvalid, Refusal } from '../../domain/codes/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import { GrowingIds } from '../../domain/webhooks/events.ts'
import { countPendingRuns, insertIntegrityRun } from '../../store/archive/integrity-runs.ts'
import { type ActionContext, record } from '../context.ts'

const runIds = new GrowingIds('int', randomCode)

export function requestRun(
  context: ActionContext,
  { id: stationId, code }: Pick<Station, 'id' | 'code'>,
  window: Pick<IntegrityRun, 'from' | 'to'>,
): Promise<IntegrityRun> {
  const { now, by } = context
  const faults = runFaults(window, now)
  if (faults.length > 0) throw allInvalid(faults)
  return context.db.transaction(async (tx) => {
    if ((await countPendingRuns(tx)) >= MOST_PENDING_RUNS)
      throw new Refusal('runs_limit_reached', { most: MOST_PENDING_RUNS })
    const run = await insertIntegrityRun(tx, {
      ...{ id: runIds.next(now), stationId, userId: by.userId, createdAt: now },
      ...{ from: window.from, to: window.to },
    })
    await record(tx, context, {
      action: 'integrity.requested',
      subject: { kind: 'station', id: stationId },
      details: { code, from: window.from.toISOString(), to: window.to.toISOString() },
    })
    return run
  })
}
