// The encrypted part of a credential: its password, and the key of the customer's link.
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import { BASE62, type KeyRing, randomCode } from '../secrets.ts'
import { credentialContext } from './contexts.ts'

const LINK_KEY_LENGTH = 24
const PASSWORD_LENGTH = 16

export const newPassword = (): string => randomCode(PASSWORD_LENGTH)

/** Contains the row's id, so the lookup needs no index; the random part is the secret. */
export const newLinkKey = (id: number): string => `${id.toString(36)}-${randomCode(LINK_KEY_LENGTH, BASE62)}`

export const sealCredential = (keys: KeyRing, id: number, secrets: CredentialSecrets): Buffer =>
  keys.encrypt(JSON.stringify(secrets), credentialContext(id))

export const openCredential = (
  keys: KeyRing,
  { id, secret }: { readonly id: number; readonly secret: Buffer },
): CredentialSecrets => JSON.parse(keys.decrypt(secret, credentialContext(id)))
