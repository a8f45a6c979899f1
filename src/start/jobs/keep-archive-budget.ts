// Deletes the oldest files of the archive beyond its budget. A file goes before its row: if the job is interrupted, the
// next run finds the row and deletes the file again, which succeeds.
import { ARCHIVE_KINDS, type ArchiveKind, deletedBefore, limitsOf, shortArchive } from '../../domain/archive/budget.ts'
import {
  type ArchiveFile,
  deleteClosedRows,
  deleteDailyRows,
  deleteSegmentRows,
  listDailyBefore,
  listRawBefore,
  readArchiveBudget,
  readDailyUse,
  readRawUse,
  writeArchiveStanding,
} from '../../store/archive/budget.ts'
import type { Database, DatabasePool } from '../../store/kit/database.ts'

const BATCH = 200

export type RemoveArchiveFile = (name: string) => Promise<void>

interface Files {
  readonly list: (db: Database, before: Date, limit: number) => Promise<ArchiveFile[]>
  readonly forget: (db: Database, ids: readonly number[]) => Promise<unknown>
}

const FILES: Readonly<Record<ArchiveKind, Files>> = {
  raw: { list: listRawBefore, forget: deleteSegmentRows },
  daily: { list: listDailyBefore, forget: deleteDailyRows },
}

/** Returns the number of deleted files. Notes the forecast first, so that its alert precedes the deletion. */
export async function keepArchiveBudget(db: DatabasePool, remove: RemoveArchiveFile, now: Date): Promise<number> {
  const budget = await readArchiveBudget(db)
  const uses = { raw: await readRawUse(db), daily: await readDailyUse(db) }
  const used = (kind: ArchiveKind) => uses[kind].reduce((sum, { bytes }) => sum + bytes, 0)
  const keptDays = (kind: ArchiveKind) => shortArchive(uses[kind], limitsOf(budget, kind), now)?.keptDays ?? null
  await writeArchiveStanding(db, {
    ...{ rawUsedBytes: used('raw'), dailyUsedBytes: used('daily') },
    ...{ rawKeptDays: keptDays('raw'), dailyKeptDays: keptDays('daily') },
  })
  let deleted = 0
  for (const kind of ARCHIVE_KINDS) {
    const before = deletedBefore(uses[kind], limitsOf(budget, kind), now)
    if (before === null) continue
    if (kind === 'raw') deleted += await deleteWaiting(db, before, remove)
    deleted += await deleteBefore(db, FILES[kind], before, remove)
  }
  return deleted
}

/**
 * Segments that wait for the storage exceed the budget too, even while the storage is unreachable. Their node deletes
 * its file when it finds no row.
 */
async function deleteWaiting(db: DatabasePool, before: Date, remove: RemoveArchiveFile): Promise<number> {
  const names = await deleteClosedRows(db, before)
  // The storage has a file whose node ended before it could note that.
  for (const name of names) await remove(name)
  return names.length
}

async function deleteBefore(db: DatabasePool, { list, forget }: Files, before: Date, remove: RemoveArchiveFile) {
  for (let deleted = 0; ; ) {
    const files = await list(db, before, BATCH)
    for (const { name } of files) await remove(name)
    if (files.length > 0)
      await forget(
        db,
        files.map(({ id }) => id),
      )
    deleted += files.length
    if (files.length < BATCH) return deleted
  }
}
