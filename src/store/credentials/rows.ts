// Credentials as they are stored, one at a time.
import { CREDENTIAL_TEXTS, type Credential } from '../../domain/credentials/credential.ts'
import { type Database, first, statement } from '../kit/database.ts'

/** A row with its encrypted secrets. */
export interface StoredCredential extends Credential {
  readonly secret: Buffer
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of what the issuer wrote: as they are, by our names for them, and as input. */
export const TEXT_COLUMNS = CREDENTIAL_TEXTS.map(columnOf).join(', ')
export const namedTexts = (table = 'credentials') =>
  CREDENTIAL_TEXTS.map((name) => `${table}.${columnOf(name)} as "${name}"`).join(', ')
export const GIVEN_TEXTS = CREDENTIAL_TEXTS.map((name) => `"${name}"`).join(', ')
export const TEXT_INPUT = CREDENTIAL_TEXTS.map((name) => `"${name}" text`).join(', ')

/** Of a StoredCredential. */
export const COLUMNS = `id, owner_id as "ownerId", station_id as "stationId", group_id as "groupId", username, given_username as "givenUsername", secret, ${namedTexts()}, reference, metadata, issued_at as "issuedAt",
  starts_at as "startsAt", expires_at as "expiresAt", revoked_at as "revokedAt", suspended_at as "suspendedAt", fence, is_test as "isTest"`

// The state depends on the clock, so no index can hold it. But the background notes each expiry soon after it happens
// (expiry_noted_at), which splits the indexes into these three. Whoever uses them checks the times as well: a late job or a
// clock that was set back makes a page slower, never wrong.
export const LIVE = 'revoked_at is null and expiry_noted_at is null'
export const NOTED = 'revoked_at is null and expiry_noted_at is not null'
export const REVOKED = 'revoked_at is not null'

const byId = statement('credential-by-id', `select ${COLUMNS} from credentials where id = $1 and owner_id = $2`)

export const findCredential = (db: Database, ownerId: number, id: number) =>
  first<StoredCredential>(db, byId, [id, ownerId])
