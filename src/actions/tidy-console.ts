// Removes what of getting in has passed its time. The audit log stays.
import { DEVICE_KNOWN_MS, IDLE_MS } from '../domain/console-session.ts'
import { FORGOTTEN_AFTER_MS } from '../domain/login-throttle.ts'
import { deleteOldSessions } from '../store/console-sessions.ts'
import type { Database } from '../store/database.ts'
import { deleteJobs } from '../store/issue-jobs.ts'
import { deleteOldDevices } from '../store/known-devices.ts'
import { deleteOldLinks } from '../store/login-links.ts'
import { deleteOldCounters } from '../store/login-throttles.ts'

/** Their files hold customers' names; what was issued stays, and the audit log tells of it. */
const JOBS_KEPT_MS = 30 * 86_400_000

export async function tidyConsole(db: Database, now: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await deleteOldSessions(db, ago(IDLE_MS))
  await deleteOldLinks(db, now)
  await deleteOldDevices(db, ago(DEVICE_KNOWN_MS))
  await deleteOldCounters(db, ago(FORGOTTEN_AFTER_MS))
  await deleteJobs(db, ago(JOBS_KEPT_MS))
}
