// Writes new credentials with their events and, optionally, mails to customers: one row or a thousand.

import { SharedRound } from '../../base/running/shared-round.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { isDatabaseUnavailable } from '../kit/connections/unavailable.ts'
import { type Database, isUniqueViolation, statement } from '../kit/database.ts'
import { mailsFrom } from '../mail/writer.ts'
import { EVENT_INPUT, eventInput, eventsFrom, type NewEvent } from '../webhooks/events.ts'
import { COLUMN_INPUT, COLUMN_VALUES, RAW_COLUMNS, type StoredCredential } from './columns.ts'

export interface NewCredential extends StoredCredential {
  /** Set if issued through the API; with `requestId` and `address` it is the audit trail (store/audit/issued.ts). */
  readonly tokenId: number | null
  readonly requestId?: string | null
  readonly address?: string | null
}

// One statement writes one row or a thousand, with their events: a transaction of its own in one round trip.
// `untaken`: skips rows whose user name or reference is taken, with their events and mails, and returns their ids;
// a failed statement would abort the surrounding transaction.
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

// Separate statements, so that credentials without mails (nearly all) do not pay for mails.
const insert = statement('credentials-insert', inserting({ untaken: false, mails: false }))
const insertWithMails = statement('credentials-insert-mails', inserting({ untaken: false, mails: true }))
const insertUntaken = statement('credentials-insert-untaken', inserting({ untaken: true, mails: false }))
const insertUntakenWithMails = statement('credentials-insert-untaken-mails', inserting({ untaken: true, mails: true }))

/** Mail that delivers the credential to the customer's address. */
export interface NewMail {
  readonly mailKind: string
  readonly mailKey: string
  readonly language: string
  readonly nextNoticeAt: Date | null
}

export interface RowInput {
  readonly id: number
  readonly json: string
  readonly isMailed: boolean
}

/** Serialised row by row, so only the text is kept in memory. `event` is `null` if no event is emitted. */
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

/** Writes all rows, or none if a user name or reference is taken. */
const insertAll = (db: Database, rows: readonly RowInput[]) =>
  db.query(withMails(rows) ? insertWithMails : insert, [inputOf(rows)])

const nextIds = statement('credential-ids', `select nextval('credentials_id_seq') as id from generate_series(1, $1)`)

export async function takeCredentialIds(db: Database, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(nextIds, [count])
  return rows.map((row) => row.id)
}

/** Ids are reserved first, because a secret is encrypted with its row's id as associated data. */
export interface CredentialWriter {
  takeIds(count: number): Promise<number[]>
  /** Returns the ids of the rows that were not written because a user name or reference is taken. */
  insert(rows: readonly RowInput[]): Promise<ReadonlySet<number>>
}

/** For use inside a transaction: takes no second connection, because waiting for one could starve the pool. */
export const writerIn = (tx: Database): CredentialWriter => ({
  takeIds: (count) => takeCredentialIds(tx, count),
  insert: (rows) => insertUntakenOf(tx, rows),
})

export const insertUntakenOf = async (tx: Database, rows: readonly RowInput[]): Promise<ReadonlySet<number>> =>
  idsOf(await tx.query<{ id: number }>(withMails(rows) ? insertUntakenWithMails : insertUntaken, [inputOf(rows)]))

/** Larger inserts gain nothing from sharing a statement. */
const FEW_ROWS = 50
const NONE: ReadonlySet<number> = new Set()
const TAKEN = ['credentials_username', 'credentials_reference']

/**
 * Concurrent callers share round trips and commits: measured at more than twice the rate of one commit each. Success is
 * reported only after the commit. If a shared statement fails, each caller's rows are retried alone.
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
