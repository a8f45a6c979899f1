// Counts the usage of each owner by month. Any worker can run this; a lock on the progress row allows one at a time.
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.ts'
import type { Database, Transaction } from '../../store/kit/database.ts'
import * as usage from '../../store/sessions/usage.ts'

const EVERY_MS = 10 * MINUTE_MS
/** How long after its end a session is settled. Until then a caster that was presumed dead can correct the end. */
const SETTLED_AFTER_MS = DAY_MS
/** Time span of ended sessions that one statement settles. */
const STEP_MS = DAY_MS
const CREDENTIALS_A_STEP = 10_000

/** Returns the time up to which sessions are settled; later ones must not be deleted. `null` if none is settled yet. */
export async function countUsage(db: Database, now: Date): Promise<Date | null> {
  const progress = await usage.readUsageProgress(db)
  if (progress?.countedAt && Math.abs(now.getTime() - progress.countedAt.getTime()) < EVERY_MS)
    return progress.sessionsUntil
  const reported = (await usage.oldestReport(db))?.getTime() ?? Number.POSITIVE_INFINITY
  const settleUntil = new Date(Math.min(now.getTime() - SETTLED_AFTER_MS, reported))
  while (await alone(db, (tx, { sessionsUntil }) => settleStep(tx, sessionsUntil, settleUntil)));
  const settle = (tx: Transaction) => usage.settleCredentials(tx, settleUntil, CREDENTIALS_A_STEP)
  while ((await alone(db, settle)) === CREDENTIALS_A_STEP);
  await alone(db, (tx) => usage.countRecent(tx, now))
  return (await usage.readUsageProgress(db))?.sessionsUntil ?? null
}

/** Returns `null` if another node is counting. */
const alone = <Result>(
  db: Database,
  work: (tx: Transaction, progress: usage.UsageProgress) => Promise<Result>,
): Promise<Result | null> =>
  db.transaction(async (tx) => {
    const progress = await usage.lockUsageProgress(tx)
    return progress && (await work(tx, progress))
  })

/** Returns true if more is left to settle. */
async function settleStep(tx: Transaction, since: Date | null, last: Date): Promise<boolean> {
  if (since && since >= last) return false
  const start = since?.getTime() ?? Math.min((await firstEnd(tx)) - 1, last.getTime())
  const until = new Date(Math.min(start + STEP_MS, last.getTime()))
  await usage.settleSessions(tx, new Date(start), until)
  return until < last
}

const firstEnd = async (tx: Transaction) => (await usage.firstSessionEnd(tx))?.getTime() ?? Number.POSITIVE_INFINITY
