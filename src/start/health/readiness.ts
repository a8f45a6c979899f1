// Checks that the database responds, is migrated, and accepts writes.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull, isReadOnly } from '../../store/kit/connections/unavailable.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { readMigrationState } from '../../store/kit/migrations/migrate.ts'
import type { LockWaits } from '../../store/operations/lock-waits.ts'
import { tryToWrite } from '../../store/operations/write-probe.ts'

const TIMEOUT_MS = 2_000
/** Limits the test writes, no matter how often readiness is checked. */
const WRITES_EVERY_MS = 5_000
const AGAIN_AFTER_MS = 1_000

const SILENT = 'the database does not answer'

export interface DatabaseReadiness {
  /** Why this process cannot work with the database; `null` if it can. */
  readonly reason: string | null
  /** Problems that do not affect readiness. */
  readonly notes: readonly string[]
}

const notReady = (reason: string): DatabaseReadiness => ({ reason, notes: [] })

/** `lockWaits` returns `null` if they could not be read. */
export function readiness(
  db: DatabasePool,
  lockWaits: () => Promise<LockWaits | null>,
): () => Promise<DatabaseReadiness> {
  let written: Promise<string | null> = Promise.resolve(null)
  let goodUntil = Number.NEGATIVE_INFINITY
  const canWrite = () => {
    if (performance.now() < goodUntil) return written
    goodUntil = Number.POSITIVE_INFINITY // concurrent checks share one write
    written = tryToWrite(db).then(() => null, whyNot)
    written.then((reason) => {
      goodUntil = performance.now() + (reason === null ? WRITES_EVERY_MS : AGAIN_AFTER_MS)
    })
    return written
  }
  return async () => {
    if (db.isSilent) return notReady(SILENT)
    const silence = sleep(TIMEOUT_MS, notReady(SILENT), { ref: false })
    const answer = readMigrationState(db.pool).then(
      async ({ isBehind, newer }) => ({
        reason: isBehind ? 'migrations are missing' : await canWrite(),
        notes: [
          ...(newer === null ? [] : [`a newer release has migrated the database (${newer})`]),
          ...lockNotes(await lockWaits()),
        ],
      }),
      () => silence,
    )
    return Promise.race([answer, silence])
  }
}

function whyNot(error: unknown): string {
  if (isReadOnly(error)) return 'the database is read-only'
  return isDiskFull(error) ? 'the disk of the database is full' : SILENT
}

function lockNotes(waits: LockWaits | null): string[] {
  if (!waits || waits.waiting === 0) return []
  const { waiting, longestSeconds, holders } = waits
  return [
    `${waiting} statements wait for a lock, the longest for ${Math.round(longestSeconds)} s; server process ${holders.join(', ')} holds it`,
  ]
}
