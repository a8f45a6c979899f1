// SQL that queues mails, as part of the statement that causes them or as a statement of its own.
import { type Database, statement } from '../kit/database.ts'

/** SQL expressions over the rows, one per column of a mail. */
interface MailColumns {
  readonly owner: string
  readonly kind: string
  /** Deduplicates mails. */
  readonly key: string
  readonly recipient: string
  readonly data: string
  readonly credential?: string
  readonly at: string
}

export function mailsFrom(
  rows: string,
  { owner, kind, key, recipient, data, credential = 'null', at }: MailColumns,
): string {
  return `insert into mails (owner_id, kind, key, recipient, data, credential_id, due_at, created_at)
   select ${owner}, ${kind}, ${key}, ${recipient}, ${data}, ${credential}, ${at}, ${at} from ${rows}`
}

export interface NewMail {
  /** `null` for mails about the operator's own user accounts. */
  readonly ownerId: number | null
  readonly kind: string
  readonly key: string
  readonly recipient: string
  readonly data: object
  /** Set for customers' mails. */
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

/** Writes nothing if a mail with the same key exists. */
export const insertMail = (db: Database, { ownerId, kind, key, recipient, data, credentialId }: NewMail, now: Date) =>
  db.query(insert, [ownerId, kind, key, recipient, JSON.stringify(data), credentialId ?? null, now])
