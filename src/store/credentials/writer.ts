// Writes new credentials, with their events and perhaps a mail to the customer: for one row or a thousand.

import { SharedRound } from '../../base/running/shared-round.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { isDatabaseUnavailable } from '../kit/connections/unavailable.ts'
import { type Database, isUniqueViolation, statement } from '../kit/database.ts'
import { mailsFrom } from '../mail/writer.ts'
import { EVENT_INPUT, eventInput, eventsFrom, type NewEvent } from '../webhooks/events.ts'
import { COLUMN_INPUT, COLUMN_VALUES, RAW_COLUMNS, type StoredCredential } from './columns.ts'

export interface NewCredential extends StoredCredential {
  /** Of a program: with it, by which request and from where, which is its trace (store/audit/issued.ts). */
  readonly tokenId: number | null
  readonly requestId?: string | null
  readonly address?: string | null
}

// One statement for one row or a thousand, with their events: a transaction by itself, in one round trip. `untaken`: those whose user name
// or reference is taken are left out with all that is theirs, and named; a statement that failed would take the transaction around it along.
const inserting = ({ untaken, mails }: { untaken: boolean; mails: boolean }) => {
  const made = untaken ? 'input where id in (select id from made)' : 'input where true'
  const events = eventsFrom(`${made} and "eventId" is not null`, {
    owner: '"ownerId"',
    credential: 'id',
    at: '"issuedAt"',
  })
  return `with input as (
     select * from json_to_recordset($1::json) as r (
       ${COLUMN_INPUT}, "tokenId" bigint, "requestId" text, address text, ${EVENT_INPUT},
       "mailKind" text, "mailKey" text, language text, "nextNoticeAt" timestamptz)
   ), made as (
     insert into credentials (${RAW_COLUMNS}, token_id, request_id, address)
     select ${COLUMN_VALUES}, "tokenId", "requestId", address from input
     ${untaken ? 'on conflict do nothing returning id' : ''}
   )${mails ? insertingMails(made) : ''}
   ${untaken ? `, told as (${events}) select id from input where id not in (select id from made)` : events}`
}

const insertingMails = (made: string) => `, asked as (
     insert into handovers (credential_id, owner_id, recipient, language, asked_at, next_notice_at)
     select id, "ownerId", "customerEmail", language, "issuedAt", "nextNoticeAt" from ${made} and "mailKind" is not null
   ), mailed as (
     ${mailsFrom(`${made} and "mailKind" is not null`, {
       owner: '"ownerId"',
       kind: '"mailKind"',
       key: '"mailKey"',
       recipient: '"customerEmail"',
       data: `jsonb_build_object('language', language)`,
       credential: 'id',
       at: '"issuedAt"',
     })}
   )`

// Those with mails apart, so that who wants none, nearly all, pay nothing for it.
const insert = statement('credentials-insert', inserting({ untaken: false, mails: false }))
const insertWithMails = statement('credentials-insert-mails', inserting({ untaken: false, mails: true }))
const insertUntaken = statement('credentials-insert-untaken', inserting({ untaken: true, mails: false }))
const insertUntakenWithMails = statement('credentials-insert-untaken-mails', inserting({ untaken: true, mails: true }))

/** The mail with its data to the customer, whose address the credential has. */
export interface NewMail {
  readonly mailKind: string
  readonly mailKey: string
  readonly language: string
  readonly nextNoticeAt: Date | null
}

/** A row as the statement takes it. */
export interface RowInput {
  readonly id: number
  readonly json: string
  readonly isMailed: boolean
}

/** Made with the row, one by one: of a thousand it takes as long as making them, and a text is all that has to be kept. No event: nobody is told. */
export const rowInput = (credential: NewCredential, event: NewEvent | null, mail: NewMail | null): RowInput => ({
  id: credential.id,
  json: JSON.stringify({
    ...credential,
    ...mail,
    secret: credential.secret.toString('base64'),
    issuedAt: isoTime(credential.issuedAt),
    startsAt: isoTime(credential.startsAt),
    expiresAt: isoTime(credential.expiresAt),
    ...(event && eventInput(event)),
  }),
  isMailed: mail !== null,
})

const inputOf = (rows: readonly RowInput[]): string => `[${rows.map(({ json }) => json).join(',')}]`
const withMails = (rows: readonly RowInput[]) => rows.some(({ isMailed }) => isMailed)
const idsOf = (rows: readonly { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))

/** All or, when a user name or a reference is taken, none. */
const insertAll = (db: Database, rows: readonly RowInput[]) =>
  db.query(withMails(rows) ? insertWithMails : insert, [inputOf(rows)])

const nextIds = statement('credential-ids', `select nextval('credentials_id_seq') as id from generate_series(1, $1)`)

export async function takeCredentialIds(db: Database, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(nextIds, [count])
  return rows.map((row) => row.id)
}

/** Ids come before the rows, because a secret is encrypted with its row's id as associated data. */
export interface CredentialWriter {
  takeIds(count: number): Promise<number[]>
  /** Returns the ids of those that were not written, because their user name or their reference is taken, or that of one beside them. */
  insert(rows: readonly RowInput[]): Promise<ReadonlySet<number>>
}

/** For whoever is in a transaction: it uses no other connection (waiting there for one could starve the pool). */
export const writerIn = (tx: Database): CredentialWriter => ({
  takeIds: (count) => takeCredentialIds(tx, count),
  insert: (rows) => insertUntakenOf(tx, rows),
})

/** Returns the ids of those that were not written, as a writer does. */
export const insertUntakenOf = async (tx: Database, rows: readonly RowInput[]): Promise<ReadonlySet<number>> =>
  idsOf(await tx.query<{ id: number }>(withMails(rows) ? insertUntakenWithMails : insertUntaken, [inputOf(rows)]))

/** Rows beyond this gain nothing from company. */
const FEW_ROWS = 50
const NONE: ReadonlySet<number> = new Set()
const TAKEN = ['credentials_username', 'credentials_reference']

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
  const alone = (rows: readonly RowInput[]): Promise<{ error?: unknown }> =>
    insertAll(db, rows).then(
      () => ({}),
      (error) => ({ error }),
    )
  const inserts = new SharedRound<readonly RowInput[], { error?: unknown }>(async (callers) => {
    const together = await alone(callers.flat())
    const worthAnother = together.error && callers.length > 1 && !isDatabaseUnavailable(together.error)
    return worthAnother ? Promise.all(callers.map(alone)) : callers.map(() => together)
  })
  return {
    takeIds: (count) => ids.join(count),
    async insert(rows) {
      const { error } = rows.length > FEW_ROWS ? await alone(rows) : await inserts.join(rows)
      if (TAKEN.some((index) => isUniqueViolation(error, index))) return idsOf(rows)
      if (error) throw error
      return NONE
    },
  }
}
