// Verifies the audit log and stores the result, which the console shows. It is no audited action: nothing that the log
// describes changes.
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { newestSeal } from '../../store/audit/seals.ts'
import { lastVerification, type StoredVerification, saveVerification } from '../../store/audit/verification.ts'
import type { Database } from '../../store/kit/database.ts'
import { verifyAudit } from './verification.ts'

/** Verification reads the whole log, so requests within this time get the stored result. */
const LEAST_BETWEEN_MS = MINUTE_MS

export async function verifyAndStore(db: Database, now: Date): Promise<StoredVerification> {
  const last = await lastVerification(db)
  if (last && now.getTime() - last.verifiedAt.getTime() < LEAST_BETWEEN_MS) return last
  let faults = 0
  const { seals, rows } = await verifyAudit(db, new Map(), () => {
    faults += 1
  })
  const verification = { verifiedAt: now, seals, rows, faults }
  await saveVerification(db, verification)
  return verification
}

/** Once a day; the first time as soon as something is sealed. */
export async function isVerificationDue(db: Database, now: Date): Promise<boolean> {
  const last = await lastVerification(db)
  return last ? now.getTime() - last.verifiedAt.getTime() >= DAY_MS : (await newestSeal(db)) !== null
}
