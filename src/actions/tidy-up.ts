// Removes what has passed its time.
import type { Database } from '../store/database.ts'
import { deleteDeliveries, failDeliveriesOfDeactivated } from '../store/deliveries.ts'
import { deleteAnswers } from '../store/idempotency.ts'
import { deleteRateWindows } from '../store/rate-windows.ts'
import { ANSWERS_KEPT_MS } from './answer-once.ts'

const BATCH = 500
const DAY_MS = 86_400_000
const DELIVERED_KEPT_MS = 30 * DAY_MS
const FAILED_KEPT_MS = 90 * DAY_MS
const MINUTE_MS = 60_000

export async function tidyUp(db: Database, now: Date): Promise<void> {
  while ((await deleteAnswers(db, new Date(now.getTime() - ANSWERS_KEPT_MS), BATCH)) === BATCH);
  await failDeliveriesOfDeactivated(db, now)
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  while ((await deleteDeliveries(db, ago(DELIVERED_KEPT_MS), ago(FAILED_KEPT_MS), BATCH)) === BATCH);
  await deleteRateWindows(db, Math.floor(now.getTime() / MINUTE_MS) - 1)
}
