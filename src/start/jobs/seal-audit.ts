// Seals the audit log, and logs the newest seal once a day, so that an external copy of the service's log contains the
// seals.
import { AuditSealer } from '../../actions/audit/seal.ts'
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
    const day = now.toISOString().slice(0, 10)
    if (day === toldOn) return
    const newest = await newestSeal(db)
    if (newest) info({ seal: printedSeal(newest) }, 'Newest seal of the audit log')
    toldOn = day
  }
}
