import { KeyError, type KeyRing } from '../../../base/secrets.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listKeyIds, registerKey } from '../../../store/operations/encryption-keys.ts'

/** Fails if a key that rows need is missing, and records the key that new rows will need. */
export async function checkKeys(db: Database, keys: KeyRing): Promise<void> {
  const missing = (await listKeyIds(db)).filter((id) => !keys.knows(id))
  if (missing.length > 0) {
    throw new KeyError(
      `rows are encrypted with key ${missing.join(' and ')}, which is not among the configured keys ` +
        '(ENCRYPTION_KEYS, or the file encryption.key in the data directory): put it back to read them',
    )
  }
  await registerKey(db, keys.current.id)
}
