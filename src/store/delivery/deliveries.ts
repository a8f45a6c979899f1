// Mails and notices to customers about their credentials, and the links that show a credential.

import type { CredentialTimes } from '../../domain/credentials/credential.ts'
import type { MailFailure } from '../../domain/delivery/mail/failure.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Language } from '../../domain/people/user.ts'
import { type StoredCredential, storedColumns } from '../credentials/columns.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'
import { DUE_AT, LAST_ERROR, SHOWN_STATE, WITH_HOLDS } from '../mail/held.ts'
import type { MailState } from '../mail/outbox.ts'
import { insertMail, mailsFrom } from '../mail/writer.ts'
import { BRAND_OF_CREDENTIAL } from '../people/owner-brands.ts'

/** Kinds of customer mails; `outbound/delivery/` renders them. */
export const CUSTOMER_MAILS = {
  data: 'credential-data',
  reminder: 'credential-reminder',
  ended: 'credential-ended',
  renewed: 'credential-renewed',
} as const
export type CustomerMailKind = (typeof CUSTOMER_MAILS)[keyof typeof CUSTOMER_MAILS]

export interface LinkedCredential extends StoredCredential {
  readonly linkWithdrawnAt: Date | null
}

/** Columns of the organization's brand; `null` is the network's. */
export interface BrandedCredential extends LinkedCredential {
  readonly brandName: string | null
  readonly brandAccent: string | null
  readonly brandLogoHash: string | null
}

/** Not limited to an owner, because the link authorises: the caller must compare its key before showing anything. */
export const findLinked = (db: Database, ids: readonly number[]) =>
  db.query<BrandedCredential>(
    statement(
      'credentials-linked',
      `select ${storedColumns()}, link_withdrawn_at as "linkWithdrawnAt", brand.* from credentials ${BRAND_OF_CREDENTIAL}
       where id = any ($1::bigint[])`,
    ),
    [ids],
  )

export async function lockLinked(db: Database, scope: OwnerScope, id: number): Promise<LinkedCredential | null> {
  const select = `select ${storedColumns()}, link_withdrawn_at as "linkWithdrawnAt" from credentials
    where id = $1 and ${ownedBy('$2')} for no key update`
  const values = [id, ownerOf(scope)]
  return first<LinkedCredential>(db, statement('credential-linked-lock', select), values)
}

export const withdrawLinkOf = (db: Database, ownerId: number, id: number, now: Date) =>
  db.query(
    statement('link-withdraw', 'update credentials set link_withdrawn_at = $3 where id = $1 and owner_id = $2'),
    [id, ownerId, now],
  )

/** `secret` contains the new key of the link. */
export const renewLinkOf = (db: Database, ownerId: number, id: number, secret: Buffer) =>
  db.query(
    statement(
      'link-renew',
      'update credentials set secret = $3, link_withdrawn_at = null where id = $1 and owner_id = $2',
    ),
    [id, ownerId, secret],
  )

export interface AskedDelivery {
  readonly credentialId: number
  readonly ownerId: number
  readonly recipient: string
  readonly language: Language
  readonly askedAt: Date
  readonly nextNoticeAt: Date | null
}

/** Sending again also moves later notices to the new recipient and language. */
export const saveDelivery = (db: Database, delivery: AskedDelivery) =>
  db.query(
    statement(
      'handover-save',
      `insert into handovers (credential_id, owner_id, recipient, language, asked_at, next_notice_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (credential_id) do update set recipient = excluded.recipient, language = excluded.language,
         next_notice_at = excluded.next_notice_at`,
    ),
    [
      delivery.credentialId,
      delivery.ownerId,
      delivery.recipient,
      delivery.language,
      delivery.askedAt,
      delivery.nextNoticeAt,
    ],
  )

/** Call when the expiry changes: the next run of the notices finds out when one is due. */
export const scheduleNotices = (db: Database, ownerId: number, credentialId: number, now: Date) =>
  db.query(
    statement(
      'handover-next-notice',
      'update handovers set next_notice_at = $3 where credential_id = $1 and owner_id = $2',
    ),
    [credentialId, ownerId, now],
  )

export const moveNotices = (db: Database, ownerId: number, credentialId: number, from: string, to: string) =>
  db.query(
    statement(
      'handover-move',
      'update handovers set recipient = $4 where credential_id = $1 and owner_id = $2 and recipient = $3',
    ),
    [credentialId, ownerId, from, to],
  )

export const endNotices = (db: Database, ownerId: number, credentialId: number, to: string) =>
  db.query(
    statement('handover-end', 'delete from handovers where credential_id = $1 and owner_id = $2 and recipient = $3'),
    [credentialId, ownerId, to],
  )

export async function findAskedDelivery(
  db: Database,
  ownerId: number,
  credentialId: number,
): Promise<AskedDelivery | null> {
  const select = `select credential_id as "credentialId", owner_id as "ownerId", recipient, language, asked_at as "askedAt",
    next_notice_at as "nextNoticeAt" from handovers where credential_id = $1 and owner_id = $2`
  return first<AskedDelivery>(db, statement('handover', select), [credentialId, ownerId])
}

export type DueDelivery = AskedDelivery & CredentialTimes & { readonly nextNoticeAt: Date }

/** Locks the rows with a due notice for this transaction; skips locked rows. */
export const lockDueDeliveries = (db: Database, now: Date, limit: number) =>
  db.query<DueDelivery>(
    statement(
      'handovers-due',
      `select credential_id as "credentialId", h.owner_id as "ownerId", recipient, language, asked_at as "askedAt",
         next_notice_at as "nextNoticeAt", starts_at as "startsAt", expires_at as "expiresAt", revoked_at as "revokedAt"
       from handovers h join credentials c on c.id = credential_id
       where next_notice_at <= $1 order by next_notice_at limit $2 for update of h skip locked`,
    ),
    [now, limit],
  )

export interface Notice {
  readonly credentialId: number
  readonly ownerId: number
  readonly recipient: string
  readonly language: Language
  /** `null` if nothing is sent this time. */
  readonly kind: CustomerMailKind | null
  /** Deduplicates: each notice is sent once, whichever node writes it. */
  readonly key: string
  readonly nextNoticeAt: Date | null
}

const note = statement(
  'handovers-note',
  `with input as (
     select * from json_to_recordset($1::json) as r ("credentialId" bigint, "ownerId" bigint, recipient text, language text, kind text, key text,
       "nextNoticeAt" timestamptz)
   ), noted as (
     update handovers set next_notice_at = "nextNoticeAt" from input where credential_id = "credentialId"
   )
   ${mailsFrom('input where kind is not null', {
     owner: '"ownerId"',
     kind: 'kind',
     key: 'key',
     recipient: 'recipient',
     data: `jsonb_build_object('language', language)`,
     credential: '"credentialId"',
     at: '$2',
   })} on conflict (key) do nothing`,
)

export const writeNotices = (db: Database, notices: readonly Notice[], now: Date) =>
  db.query(note, [JSON.stringify(notices), now])

export interface NewDataMail extends Omit<AskedDelivery, 'askedAt' | 'nextNoticeAt'> {
  readonly key: string
}

export const insertDataMail = (db: Database, { language, ...mail }: NewDataMail, now: Date) =>
  insertMail(db, { ...mail, kind: CUSTOMER_MAILS.data, data: { language } }, now)

/** Confirms a paid renewal to the customer, once per order. */
export const insertRenewedMail = (
  db: Database,
  { language, orderId, ...mail }: Omit<NewDataMail, 'key'> & { readonly orderId: number },
  now: Date,
) => {
  const kind = CUSTOMER_MAILS.renewed
  return insertMail(db, { ...mail, kind, key: `${kind}:${mail.credentialId}:${orderId}`, data: { language } }, now)
}

export interface MailOutcome {
  readonly id: number
  readonly kind: string
  readonly recipient: string
  readonly state: MailState
  readonly attempts: number
  readonly createdAt: Date
  readonly sentAt: Date | null
  /** Time of the next attempt, or of the current one; `null` if there are no more. */
  readonly dueAt: Date | null
  readonly lastError: MailFailure | null
}

const OUTCOME = `m.id, kind, recipient, ${SHOWN_STATE} as state, attempts, created_at as "createdAt", sent_at as "sentAt",
  case when state = 'pending' then ${DUE_AT} end as "dueAt", ${LAST_ERROR} as "lastError"`

/** All mails of the owner to this address, newest first. */
export const listMailsTo = (db: Database, ownerId: number, address: string, limit: number) =>
  db.query<MailOutcome>(
    statement(
      'mails-to-customer',
      `select ${OUTCOME} from mails m ${WITH_HOLDS} where m.owner_id = $1 and lower(recipient) = lower($2) order by m.id desc limit $3`,
    ),
    [ownerId, address, limit],
  )

export const listMailsOf = (db: Database, ownerId: number, credentialId: number, limit: number) =>
  db.query<MailOutcome>(
    statement(
      'mails-of-credential',
      `select ${OUTCOME} from mails m ${WITH_HOLDS} where credential_id = $1 and m.owner_id = $2 order by m.id desc limit $3`,
    ),
    [credentialId, ownerId, limit],
  )
