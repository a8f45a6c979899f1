// Stations that push, as the store knows them.

import type { KeyRing } from '../../src/base/secrets.ts'
import { admitPush } from '../../src/reads/admit-push.ts'
import type { Database } from '../../src/store/kit/database.ts'

/** Which source of the station pushes with this password; null: none. */
export async function sourceWithPassword(db: Database, keys: KeyRing, stationId: number, password: string) {
  const admission = await admitPush(db, keys, stationId, { password, certificate: null }, new Date())
  return admission.refusal === null ? admission.which : null
}
