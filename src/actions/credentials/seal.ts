// The encrypted part of a credential: its password, and the key of the customer's link.

import { BASE62, type KeyRing, randomCode } from '../../base/secrets.ts'
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import type { StoredCredential } from '../../store/credentials/rows.ts'

const LINK_KEY_LENGTH = 24
const PASSWORD_LENGTH = 16

export const newPassword = (): string => randomCode(PASSWORD_LENGTH)

/** The link names its row, so that finding it needs no index; what opens it is the random part. */
export const newLinkKey = (id: number): string => `${id.toString(36)}-${randomCode(LINK_KEY_LENGTH, BASE62)}`

export const sealCredential = (keys: KeyRing, id: number, secrets: CredentialSecrets): Buffer =>
  keys.encrypt(JSON.stringify(secrets), sealContext(id))

export const openCredential = (
  keys: KeyRing,
  { id, secret }: Pick<StoredCredential, 'id' | 'secret'>,
): CredentialSecrets => JSON.parse(keys.decrypt(secret, sealContext(id)))

/** The associated data of a credential's ciphertext; `store/encryption-keys` knows the same form in SQL. */
const sealContext = (id: number) => `credential:${id}`
