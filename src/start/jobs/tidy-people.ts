// Deletes expired sessions and links of console users. The audit log stays.

import { FORGOTTEN_AFTER_MS } from '../../domain/people/login-throttle.ts'
import { DEVICE_KNOWN_MS } from '../../domain/people/sign-in.ts'
import { REQUESTS_KEPT, REQUESTS_KEPT_MS } from '../../domain/people/tokens/request-log.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { deleteJobs } from '../../store/credentials/jobs.ts'
import type { Database } from '../../store/kit/database.ts'
import { deleteOldDevices } from '../../store/people/sign-in/known-devices.ts'
import { deleteOldLinks } from '../../store/people/sign-in/login-links.ts'
import { deleteOldCounters } from '../../store/people/sign-in/login-throttles.ts'
import { deleteOldStates } from '../../store/people/sign-in/provider-identities.ts'
import { deleteOldSessions } from '../../store/people/sign-in/sign-ins.ts'
import { deleteOldRequests, deleteSurplusRequests } from '../../store/people/tokens/requests.ts'

/** Import files contain customers' names. The issued credentials and their audit entries stay. */
const JOBS_KEPT_MS = 30 * DAY_MS

export async function tidyPeople(db: Database, now: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await deleteOldSessions(db, now)
  await deleteOldLinks(db, now)
  await deleteOldStates(db, now)
  await deleteOldDevices(db, ago(DEVICE_KNOWN_MS))
  await deleteOldCounters(db, ago(FORGOTTEN_AFTER_MS))
  await deleteOldRequests(db, ago(REQUESTS_KEPT_MS))
  await deleteSurplusRequests(db, REQUESTS_KEPT)
  await deleteJobs(db, ago(JOBS_KEPT_MS))
}
