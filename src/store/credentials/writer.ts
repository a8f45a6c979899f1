// Writes new credentials, with their events and perhaps a mail to the customer: for one row or a thousand.
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { SharedRound } from '../../running/shared-round.ts'
import { type Database, isDatabaseUnavailable, statement } from '../database.ts'
import { mailsFrom } from '../mail/writer.ts'
import { EVENT_INPUT, eventInput, eventsFrom, type NewEvent } from '../webhooks/events.ts'
import type { StoredCredential } from './rows.ts'

export interface NewCredential extends StoredCredential {
  readonly tokenId: number | null
  readonly maxSessions?: number | undefined
  readonly whenFull?: WhenFull | undefined
}

// One statement for one row or a thousand, with their events: a transaction by itself, in one round trip.
const inserting = (more: string) => `with input as (
     select * from json_to_recordset($1::json) as r (
       id bigint, "ownerId" bigint, "tokenId" bigint, "stationId" bigint, username text, secret text, label text,
       "customerName" text, "customerEmail" text, "issuedAt" timestamptz, "startsAt" timestamptz, "expiresAt" timestamptz,
       "maxSessions" integer, "whenFull" text, ${EVENT_INPUT},
       "mailKind" text, "mailKey" text, language text, "nextNoticeAt" timestamptz)
   ), made as (
     insert into credentials (id, owner_id, token_id, station_id, username, secret, label, customer_name, customer_email,
       issued_at, starts_at, expires_at, max_sessions, when_full)
     select id, "ownerId", "tokenId", "stationId", username, decode(secret, 'base64'), label,
       "customerName", "customerEmail", "issuedAt", "startsAt", "expiresAt", coalesce("maxSessions", 1), coalesce("whenFull", 'replace') from input
   )${more}
   ${eventsFrom('input', { owner: '"ownerId"', credential: 'id', at: '"issuedAt"' })}`

const insert = statement('credentials-insert', inserting(''))

// Apart, so that those who want no mail, nearly all, pay nothing for it.
const insertWithMails = statement(
  'credentials-insert-mails',
  inserting(`, asked as (
     insert into handovers (credential_id, owner_id, recipient, language, asked_at, next_notice_at)
     select id, "ownerId", "customerEmail", language, "issuedAt", "nextNoticeAt" from input where "mailKind" is not null
   ), mailed as (
     ${mailsFrom('input where "mailKind" is not null', {
       owner: '"ownerId"',
       kind: '"mailKind"',
       key: '"mailKey"',
       recipient: '"customerEmail"',
       data: `jsonb_build_object('language', language)`,
       credential: 'id',
       at: '"issuedAt"',
     })}
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
    ...eventInput(event),
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
