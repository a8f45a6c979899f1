// ID token of an SSO session, needed to sign out at the provider. Deleted with the session.
import { providerTokenContext } from '../../../base/secrets/contexts.ts'
import { KeyError, type KeyRing } from '../../../base/secrets.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findProviderToken, setProviderToken } from '../../../store/people/sign-in/sign-ins.ts'

export const keepProviderToken = (tx: Database, keys: KeyRing, sessionId: number, idToken: string) =>
  setProviderToken(tx, sessionId, keys.encrypt(idToken, providerTokenContext(sessionId)))

/** `null` if missing or encrypted with a removed key; sign-out must work anyway. */
export async function readProviderToken(db: Database, keys: KeyRing, sessionId: number): Promise<string | null> {
  const sealed = await findProviderToken(db, sessionId)
  try {
    return sealed && keys.decrypt(sealed, providerTokenContext(sessionId))
  } catch (error) {
    if (error instanceof KeyError) return null
    throw error
  }
}
