// Checks push passwords against the store.

import type { KeyRing } from '../../src/base/secrets.ts'
import { admitPush } from '../../src/reads/admit-push.ts'
import type { Database } from '../../src/store/kit/database.ts'

/** The station's source that has this password; `null` if none has. */
export async function sourceWithPassword(db: Database, keys: KeyRing, stationId: number, password: string) {
  const admission = await admitPush(db, keys, stationId, { password, certificate: null }, new Date())
  return admission.refusal === null ? admission.which : null
}
