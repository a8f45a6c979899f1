import type { Station } from '../../domain/stations/station.ts'
import { deleteDailyRows, deleteSegmentRows } from '../../store/archive/budget.ts'
import { countWithin, listDailyWithin, listSegmentsWithin } from '../../store/archive/overview.ts'
import { countLostSegments, listLostSegments } from '../../store/archive/recording.ts'
import { type ActionContext, record } from '../context.ts'

const BATCH = 200

export interface RemovedWindow {
  readonly station: Pick<Station, 'id' | 'code'>
  readonly from: Date
  readonly to: Date
}

/**
 * Deletes the index rows of segments on the disk of machines that no longer run. If such a machine returns, it deletes
 * its files. `station`: `null` for all.
 */
export async function removeLost(context: ActionContext, station: RemovedWindow['station'] | null): Promise<number> {
  return context.db.transaction(async (tx) => {
    const lost = await countLostSegments(tx, station?.id ?? null)
    if (lost.segments === 0) return 0
    await record(tx, context, {
      action: 'archive.removed',
      ...(station && { subject: { kind: 'station', id: station.id } }),
      details: { ...(station && { code: station.code }), lost: true, ...lost },
    })
    for (let removed = 0; ; ) {
      const some = await listLostSegments(tx, station?.id ?? null, 0, BATCH)
      if (some.length === 0) return removed
      const ids = some.map(({ id }) => id)
      await deleteSegmentRows(tx, ids)
      removed += ids.length
    }
  })
}

/**
 * Deletes the whole hours and days of a station in the window. The audit entry is written first. A file goes before its
 * row, so that an interrupted removal can be repeated.
 */
export async function removeArchived(
  context: ActionContext,
  { station, from, to }: RemovedWindow,
  removeFile: (name: string) => Promise<void>,
): Promise<{ readonly segments: number; readonly dailyFiles: number }> {
  const { db } = context
  const counted = await db.transaction(async (tx) => {
    const found = await countWithin(tx, station.id, from, to)
    await record(tx, context, {
      action: 'archive.removed',
      subject: { kind: 'station', id: station.id },
      details: { code: station.code, from: from.toISOString(), to: to.toISOString(), ...found },
    })
    return found
  })
  for (const [list, forget] of [
    [listSegmentsWithin, deleteSegmentRows],
    [listDailyWithin, deleteDailyRows],
  ] as const)
    for (;;) {
      const files = await list(db, station.id, from, to, BATCH)
      if (files.length === 0) break
      for (const { name } of files) await removeFile(name)
      const ids = files.map(({ id }) => id)
      await forget(db, ids)
    }
  return counted
}
