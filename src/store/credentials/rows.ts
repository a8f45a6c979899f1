import type { Credential, CredentialState } from '../../domain/credentials/credential.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { SharedRound } from '../../running/shared-round.ts'
import { type Database, isDatabaseUnavailable, plannedEachTime, type Statement, statement } from '../database.ts'
import type { NewEvent } from '../webhooks/events.ts'

/** A row with its encrypted secrets. */
export interface StoredCredential extends Credential {
  readonly secret: Buffer
}

export interface NewCredential extends StoredCredential {
  readonly tokenId: number | null
  readonly maxSessions?: number | undefined
  readonly whenFull?: WhenFull | undefined
}

/** Of a StoredCredential. */
export const COLUMNS = `id, owner_id as "ownerId", station_id as "stationId", username, secret, label, customer_name as "customerName",
  customer_email as "customerEmail", issued_at as "issuedAt", starts_at as "startsAt", expires_at as "expiresAt", revoked_at as "revokedAt"`

// One statement for one row or a thousand, with their events: a transaction by itself, in one round trip.
const inserting = (more: string) => `with input as (
     select * from json_to_recordset($1::json) as r (
       id bigint, "ownerId" bigint, "tokenId" bigint, "stationId" bigint, username text, secret text, label text,
       "customerName" text, "customerEmail" text, "issuedAt" timestamptz, "startsAt" timestamptz, "expiresAt" timestamptz,
       "maxSessions" integer, "whenFull" text, "eventId" text, "eventType" text, "eventBody" text,
       "mailKind" text, "mailKey" text, language text, "nextNoticeAt" timestamptz)
   ), made as (
     insert into credentials (id, owner_id, token_id, station_id, username, secret, label, customer_name, customer_email,
       issued_at, starts_at, expires_at, max_sessions, when_full)
     select id, "ownerId", "tokenId", "stationId", username, decode(secret, 'base64'), label,
       "customerName", "customerEmail", "issuedAt", "startsAt", "expiresAt", coalesce("maxSessions", 1), coalesce("whenFull", 'replace') from input
   )${more}
   insert into events (id, owner_id, type, credential_id, created_at, body)
   select "eventId", "ownerId", "eventType", id, "issuedAt", "eventBody" from input`

const insert = statement('credentials-insert', inserting(''))

// Apart, so that those who want no mail, nearly all, pay nothing for it.
const insertWithMails = statement(
  'credentials-insert-mails',
  inserting(`, asked as (
     insert into handovers (credential_id, owner_id, recipient, language, asked_at, next_notice_at)
     select id, "ownerId", "customerEmail", language, "issuedAt", "nextNoticeAt" from input where "mailKind" is not null
   ), mailed as (
     insert into mails (owner_id, kind, key, recipient, data, credential_id, due_at, created_at)
     select "ownerId", "mailKind", "mailKey", "customerEmail", jsonb_build_object('language', language), id, "issuedAt", "issuedAt"
     from input where "mailKind" is not null
   )`),
)

/** The mail with its data to the customer, whose address the credential has. */
export interface NewMail {
  readonly mailKind: string
  readonly mailKey: string
  readonly language: string
  readonly nextNoticeAt: Date | null
}

export interface NewRow {
  readonly credential: NewCredential
  readonly event: NewEvent
  readonly mail?: NewMail | null
}

async function insertCredentials(db: Database, rows: readonly NewRow[]): Promise<void> {
  const input = rows.map(({ credential, event, mail }) => ({
    ...credential,
    ...mail,
    secret: credential.secret.toString('base64'),
    eventId: event.id,
    eventType: event.type,
    eventBody: event.body,
  }))
  await db.query(rows.some(({ mail }) => mail) ? insertWithMails : insert, [JSON.stringify(input)])
}

const nextIds = statement('credential-ids', `select nextval('credentials_id_seq') as id from generate_series(1, $1)`)

async function takeCredentialIds(db: Database, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(nextIds, [count])
  return rows.map((row) => row.id)
}

/** Ids come before the rows, because a secret is encrypted with its row's id as associated data. */
export interface CredentialWriter {
  takeIds(count: number): Promise<number[]>
  insert(rows: readonly NewRow[]): Promise<void>
}

/** For whoever is in a transaction: it uses no other connection (waiting there for one could starve the pool). */
export const writerIn = (tx: Database): CredentialWriter => ({
  takeIds: (count) => takeCredentialIds(tx, count),
  insert: (rows) => insertCredentials(tx, rows),
})

/** Rows beyond this gain nothing from company. */
const FEW_ROWS = 50

/**
 * For callers at the same moment, who share round trips and commits: measured at more than twice the rate of one commit
 * each. Nobody is told of success before the commit, and if a common statement fails, everybody's is tried alone.
 */
export function sharedWriter(db: Database): CredentialWriter {
  const ids = new SharedRound<number, number[]>(async (counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0)
    const taken = await takeCredentialIds(db, total)
    return counts.map((count) => taken.splice(0, count))
  })
  const inserts = new SharedRound<readonly NewRow[], { error?: unknown }>(async (callers) => {
    const alone = (rows: readonly NewRow[]): Promise<{ error?: unknown }> =>
      insertCredentials(db, rows).then(
        () => ({}),
        (error) => ({ error }),
      )
    const together = await alone(callers.flat())
    const worthAnother = together.error && callers.length > 1 && !isDatabaseUnavailable(together.error)
    return worthAnother ? Promise.all(callers.map(alone)) : callers.map(() => together)
  })
  return {
    takeIds: (count) => ids.join(count),
    async insert(rows) {
      if (rows.length > FEW_ROWS) return insertCredentials(db, rows)
      const { error } = await inserts.join(rows)
      if (error) throw error
    },
  }
}

const byId = statement('credential-by-id', `select ${COLUMNS} from credentials where id = $1 and owner_id = $2`)

export async function findCredential(db: Database, ownerId: number, id: number): Promise<StoredCredential | null> {
  const [row] = await db.query<StoredCredential>(byId, [id, ownerId])
  return row ?? null
}

const revoke = statement(
  'credential-revoke',
  `with revoked as (
     update credentials set revoked_at = $3 where id = $1 and owner_id = $2 and revoked_at is null and expiry_noted_at is null and expires_at > $3 returning id, owner_id
   )
   insert into events (id, owner_id, type, credential_id, created_at, body)
   select $4, owner_id, $5, id, $3, $6 from revoked returning id`,
)

/** Revokes it if it is active at `now` and nobody has told its end yet, with its event; false when not. */
export async function markRevoked(
  db: Database,
  ownerId: number,
  id: number,
  now: Date,
  event: NewEvent,
): Promise<boolean> {
  const rows = await db.query(revoke, [id, ownerId, now, event.id, event.type, event.body])
  return rows.length === 1
}

const revokeMany = statement(
  'credentials-revoke',
  `with input as (
     select * from json_to_recordset($1::json) as r (id bigint, "ownerId" bigint, "eventId" text, "eventType" text, "eventBody" text)
   ), revoked as (
     update credentials set revoked_at = $2 from input where credentials.id = input.id and owner_id = "ownerId"
       and revoked_at is null and expiry_noted_at is null and expires_at > $2 returning credentials.id
   )
   insert into events (id, owner_id, type, credential_id, created_at, body)
   select "eventId", "ownerId", "eventType", id, $2, "eventBody" from input where id in (select id from revoked)
   returning credential_id as id`,
)

/** By the same rule as one, with their events; returns the ids of those that were revoked now. */
export async function markManyRevoked(
  db: Database,
  rows: readonly { credential: Credential; event: NewEvent }[],
  now: Date,
): Promise<Set<number>> {
  const input = rows.map(({ credential: { id, ownerId }, event }) => ({
    id,
    ownerId,
    eventId: event.id,
    eventType: event.type,
    eventBody: event.body,
  }))
  const revoked = await db.query<{ id: number }>(revokeMany, [JSON.stringify(input), now])
  return new Set(revoked.map(({ id }) => id))
}

// The state depends on the clock, so no index can hold it. But the background notes each expiry soon after it happens
// (expiry_noted_at), and the two index ranges "noted" and "not noted yet" are each in the right order but for a few
// stragglers, which a second, short branch adds or an `expires_at` condition takes away. Both branches check the times
// themselves: a late job or a clock that was set back makes a page slower, never wrong.
const LIVE = 'revoked_at is null and expiry_noted_at is null'
const NOTED = 'revoked_at is null and expiry_noted_at is not null'
const REVOKED = 'revoked_at is not null'

// Written so that only the index of that kind gives the order (the primary key, which would walk past everybody's rows and
// all of the other kinds, does not: the order begins with the owner).
const kind = (condition: string) =>
  `(select ${COLUMNS} from credentials where (owner_id, id) < ($1, $2) and owner_id >= $1 and ${condition} order by owner_id desc, id desc limit $3)`

// "+ 0" leaves the planner only the indexes by time for the few: it cannot know that what is not noted yet has hardly ever
// ended, and would walk through all of an owner's rows for it.
const stragglers = (condition: string) =>
  `(select ${COLUMNS} from credentials where owner_id + 0 = $1 and id + 0 < $2 and ${condition} order by id + 0 desc limit $3)`

const page = (...branches: string[]) =>
  plannedEachTime(`select * from (${branches.join(' union all ')}) as page order by id desc limit $3`)

const pages: Record<CredentialState | 'any', Statement> = {
  any: page(kind(LIVE), kind(NOTED), kind(REVOKED)),
  active: page(kind(`${LIVE} and expires_at > $4`), stragglers(`${NOTED} and expires_at > $4`)),
  expired: page(kind(`${NOTED} and expires_at <= $4`), stragglers(`${LIVE} and expires_at <= $4`)),
  revoked: page(kind(REVOKED)),
}

export interface PageRequest {
  /** Ids below this one; undefined: from the newest. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first by id. */
export function listCredentials(
  db: Database,
  ownerId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest,
  state: CredentialState | 'any',
  now: Date,
): Promise<StoredCredential[]> {
  const values = [ownerId, before, limit]
  return db.query<StoredCredential>(pages[state], state === 'active' || state === 'expired' ? [...values, now] : values)
}

/** Ended, not revoked and not noted yet; locked for this transaction and passed over by others. */
export const lockEndedCredentials = (db: Database, now: Date, limit: number) =>
  db.query<StoredCredential>(
    statement(
      'credentials-ended',
      `select ${COLUMNS} from credentials where ${LIVE} and expires_at <= $1 order by expires_at limit $2 for update skip locked`,
    ),
    [now, limit],
  )

const note = statement(
  'credentials-note-expiry',
  `with input as (
     select * from json_to_recordset($1::json) as r (id bigint, "ownerId" bigint, "eventId" text, "eventType" text, "eventBody" text)
   ), noted as (
     update credentials set expiry_noted_at = $2 from input where credentials.id = input.id
   )
   insert into events (id, owner_id, type, credential_id, created_at, body)
   select "eventId", "ownerId", "eventType", id, $2, "eventBody" from input`,
)

export async function noteExpiries(
  db: Database,
  rows: readonly { credential: Credential; event: NewEvent }[],
  now: Date,
): Promise<void> {
  const input = rows.map(({ credential, event }) => ({
    id: credential.id,
    ownerId: credential.ownerId,
    eventId: event.id,
    eventType: event.type,
    eventBody: event.body,
  }))
  await db.query(note, [JSON.stringify(input), now])
}
