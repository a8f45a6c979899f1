// The ID token of a session that the provider of single sign-on opened: signing out there is asked with it. It ends with the session.
import { providerTokenContext } from '../../../base/secrets/contexts.ts'
import { KeyError, type KeyRing } from '../../../base/secrets.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findProviderToken, setProviderToken } from '../../../store/people/sign-ins.ts'

export const keepProviderToken = (tx: Database, keys: KeyRing, sessionId: number, idToken: string) =>
  setProviderToken(tx, sessionId, keys.encrypt(idToken, providerTokenContext(sessionId)))

/** Null: there is none, or it was encrypted with a key that is gone. Nobody is kept from signing out for that. */
export async function readProviderToken(db: Database, keys: KeyRing, sessionId: number): Promise<string | null> {
  const sealed = await findProviderToken(db, sessionId)
  try {
    return sealed && keys.decrypt(sealed, providerTokenContext(sessionId))
  } catch (error) {
    if (error instanceof KeyError) return null
    throw error
  }
}
