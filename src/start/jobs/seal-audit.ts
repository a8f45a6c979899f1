// Seals the audit log. Once a day it verifies the log and logs the newest seal, so that an external copy of the
// service's log contains the seals.
import { AuditSealer } from '../../actions/audit/seal.ts'
import { isVerificationDue, verifyAndStore } from '../../actions/audit/verify.ts'
import { printedSeal } from '../../domain/audit/seal.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { newestSeal } from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'

const GATHERED_MS = MINUTE_MS

export function auditSealing(
  db: Database,
  clock: () => Date,
  info: (facts: object, message: string) => void,
): () => Promise<void> {
  const sealer = new AuditSealer(db, GATHERED_MS)
  let toldOn: string | null = null
  return async () => {
    const now = clock()
    await sealer.run(now)
    if (await isVerificationDue(db, now)) {
      const { faults } = await verifyAndStore(db, now)
      if (faults > 0) info({ faults }, 'The audit log does not match its seals; run "vertice audit verify"')
    }
    const day = now.toISOString().slice(0, 10)
    if (day === toldOn) return
    const newest = await newestSeal(db)
    if (newest) info({ seal: printedSeal(newest) }, 'Newest seal of the audit log')
    toldOn = day
  }
}
