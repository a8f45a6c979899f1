// Opens the encrypted part of a credential for its owner.
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import type { KeyRing } from '../../secrets.ts'
import type { StoredCredential } from '../../store/credentials/rows.ts'
import { credentialContext } from './issue.ts'

export const revealCredential = (
  keys: KeyRing,
  { id, secret }: Pick<StoredCredential, 'id' | 'secret'>,
): CredentialSecrets => JSON.parse(keys.decrypt(secret, credentialContext(id)))
