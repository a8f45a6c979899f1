// Mails are written by the statement of what they tell: a part of it, or one of its own.
import { type Database, statement } from '../kit/database.ts'

/** What of the rows stands in which column of a mail. */
interface MailColumns {
  readonly owner: string
  readonly kind: string
  /** Makes two of the same one. */
  readonly key: string
  readonly recipient: string
  /** Facts, as jsonb. */
  readonly data: string
  readonly credential?: string
  readonly at: string
}

/** A mail for each of `rows`. */
export function mailsFrom(
  rows: string,
  { owner, kind, key, recipient, data, credential = 'null', at }: MailColumns,
): string {
  return `insert into mails (owner_id, kind, key, recipient, data, credential_id, due_at, created_at)
   select ${owner}, ${kind}, ${key}, ${recipient}, ${data}, ${credential}, ${at}, ${at} from ${rows}`
}

export interface NewMail {
  /** Null: it concerns nobody's things, but an account of the operator's people. */
  readonly ownerId: number | null
  readonly kind: string
  readonly key: string
  readonly recipient: string
  readonly data: object
  /** Of a customer's mail: what it is about. */
  readonly credentialId?: number
}

const insert = statement(
  'mail-insert',
  `${mailsFrom(
    '(values ($1::bigint, $2, $3, $4, $5::jsonb, $6::bigint, $7::timestamptz)) as mail (owner_id, kind, key, recipient, data, credential_id, at)',
    {
      owner: 'owner_id',
      kind: 'kind',
      key: 'key',
      recipient: 'recipient',
      data: 'data',
      credential: 'credential_id',
      at: 'at',
    },
  )} on conflict (key) do nothing`,
)

/** Another with the same key, and nothing is written. */
export const insertMail = (db: Database, { ownerId, kind, key, recipient, data, credentialId }: NewMail, now: Date) =>
  db.query(insert, [ownerId, kind, key, recipient, JSON.stringify(data), credentialId ?? null, now])
