// The columns of a credential. Every select, insert and update derives its columns from this table.
import { type Credential, WRITTEN } from '../../domain/credentials/credential.ts'

/** A row with its encrypted secrets. */
export interface StoredCredential extends Credential {
  readonly secret: Buffer
  /** How often the sessions of this credential were ended on purpose; casters compare it. */
  readonly cuts: number
}

/** The SQL type of each property. Its column has the same name in snake case, except for `geofence`. */
const TYPES: Readonly<Record<keyof StoredCredential, string>> = {
  id: 'bigint',
  ownerId: 'bigint',
  stationId: 'bigint',
  groupId: 'bigint',
  username: 'text',
  givenUsername: 'text',
  secret: 'bytea',
  label: 'text',
  customerName: 'text',
  customerEmail: 'text',
  reference: 'text',
  metadata: 'jsonb',
  issuedAt: 'timestamptz',
  startsAt: 'timestamptz',
  expiresAt: 'timestamptz',
  revokedAt: 'timestamptz',
  suspendedAt: 'timestamptz',
  maxSessions: 'integer',
  whenFull: 'text',
  placeLat: 'double precision',
  placeLng: 'double precision',
  geofence: 'jsonb',
  cuts: 'integer',
  isTest: 'boolean',
}

const NAMES = Object.keys(TYPES) as (keyof StoredCredential)[]

const columnOf = (name: string) =>
  name === 'geofence' ? 'fence' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Every column by its SQL name, as input of `listedFrom`. */
export const RAW_COLUMNS = NAMES.map(columnOf).join(', ')

/** Every column of `table` by the name of its property. */
export const storedColumns = (table = 'credentials') =>
  NAMES.map((name) => `${table}.${columnOf(name)} as "${name}"`).join(', ')

/** The same properties as input of `json_to_recordset`, and as values of an insert; bytes travel as base64. */
export const COLUMN_INPUT = NAMES.map((name) => `"${name}" ${TYPES[name] === 'bytea' ? 'text' : TYPES[name]}`).join(
  ', ',
)
export const COLUMN_VALUES = NAMES.map((name) =>
  TYPES[name] === 'bytea' ? `decode("${name}", 'base64')` : `"${name}"`,
).join(', ')

/** What a change can save, besides times and secrets. */
export const CHANGEABLE = [...WRITTEN, 'metadata', 'stationId', 'groupId', 'geofence'] as const
export type Changeable = (typeof CHANGEABLE)[number]

/** Assigns the changeable properties of the JSON object at `place`. */
export const changesFrom = (place: string) =>
  CHANGEABLE.map((name) => `${columnOf(name)} = ${valueIn(place, name)}`).join(', ')

/** JSON null in a jsonb column is stored as null. */
const valueIn = (place: string, name: Changeable) =>
  TYPES[name] === 'jsonb' ? `nullif(${place} -> '${name}', 'null')` : `(${place} ->> '${name}')::${TYPES[name]}`
