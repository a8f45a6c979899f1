// Finds and erases the data of a customer, by email address. Rows for statistics and accounting stay, without names.
import type { CredentialTimes } from '../../../domain/credentials/credential.ts'
import type { OrderState } from '../../../domain/orders/order.ts'
import { type Database, only, plannedEachTime, statement } from '../../kit/database.ts'

export interface CustomerCredential extends CredentialTimes {
  readonly id: number
  readonly username: string
}

/** Uses the search words of credentials, which include email addresses, then the index of each owner's addresses. */
export const listCredentialsOf = (db: Database, email: string) =>
  db.query<CustomerCredential>(
    statement(
      'customer-credentials',
      `select c.id, c.username, c.starts_at as "startsAt", c.expires_at as "expiresAt", c.revoked_at as "revokedAt"
       from owners join credential_words w on w.owner_id = owners.id and w.word = left(lower($1), 60) collate "C"
       join credentials c on c.owner_id = w.owner_id and c.customer_email = w.name collate "default"
       where lower(w.name) = lower($1) collate "C" order by c.id`,
    ),
    [email],
  )

export interface CustomerOrder {
  readonly id: number
  readonly state: OrderState
}

export const listOrdersOf = (db: Database, email: string) =>
  db.query<CustomerOrder>(
    statement(
      'customer-orders',
      `select orders.id, orders.state from order_words w join orders on orders.id = -w.recency
       where w.word = left(lower($1), 60) collate "C" and lower(customer_email) = lower($1) order by orders.id`,
    ),
    [email],
  )

/** The customer's address, with the ids and user names of their credentials. */
export interface Whose {
  readonly email: string
  readonly credentials: readonly number[]
  readonly usernames: readonly string[]
}

export interface HeldBeside {
  readonly mails: number
  readonly handovers: number
  /** Stations that this address follows as a host. */
  readonly hosts: number
  readonly sessions: number
  readonly refusals: number
  readonly fileLines: number
  /** Entries of the audit log, of any kind, that contain the address. */
  readonly entries: number
}

// Mails, handovers and file lines have no index by address; these tables hold only the last months.
export const countHeldBeside = (db: Database, { email, credentials, usernames }: Whose) =>
  only<HeldBeside>(
    db,
    plannedEachTime(
      `select (select count(*)::integer from mails where lower(recipient) = lower($1) or credential_id = any ($2::bigint[])) as mails,
         (select count(*)::integer from handovers where lower(recipient) = lower($1) or credential_id = any ($2::bigint[])) as handovers,
         (select count(*)::integer from station_hosts where lower(email) = lower($1)) as hosts,
         (select count(*)::integer from sessions where credential_id = any ($2::bigint[])) as sessions,
         (select count(*)::integer from refusals where username = any ($3::text[])) as refusals,
         (select count(*)::integer from issue_job_rows
          where lower(request->>'customerEmail') = lower($1) or credential_id = any ($2::bigint[])) as "fileLines",
         (select count(*)::integer from audit_log where details->>'to' is not null and lower(details->>'to') = lower($1)
          or action = 'credentials.exported' and lower(details->>'q') = lower($1)) as entries`,
    ),
    [email, credentials, usernames],
  )

export const eraseMailsTo = (tx: Database, email: string) =>
  tx.query(
    statement(
      'customer-mails-erase',
      'with gone as (delete from handovers where lower(recipient) = lower($1)), left_off as (delete from status_subscribers where lower(email) = lower($1)), hosted as (delete from station_hosts where lower(email) = lower($1)) delete from mails where lower(recipient) = lower($1)',
    ),
    [email],
  )

/** Pending lines are still issued, without the customer. */
export const eraseFileLines = (tx: Database, email: string, credentials: readonly number[]) =>
  tx.query(
    statement(
      'customer-file-lines-erase',
      `update issue_job_rows set request = request - '{customerName,customerEmail,label,place}'::text[] || '{"sendEmail": false}', problems = '[]'
       where lower(request->>'customerEmail') = lower($1) or credential_id = any ($2::bigint[])`,
    ),
    [email, credentials],
  )

export interface EventText {
  readonly id: string
  readonly body: string
}

/** Last event id of a page of `size` events after `after`; `null` if fewer remain. */
export async function endOfEventPage(db: Database, after: string, size: number): Promise<string | null> {
  const end = `select id from events where id > $1 order by id offset $2 limit 1`
  const [row] = await db.query<{ id: string }>(statement('events-page-end', end), [after, size - 1])
  return row?.id ?? null
}

export const listEventsAbout = (db: Database, credentials: readonly number[], after: string, upTo: string | null) =>
  db.query<EventText>(
    statement(
      'events-about',
      'select id, body from events where id > $2 and ($3::text is null or id <= $3) and credential_id = any ($1::bigint[])',
    ),
    [credentials, after, upTo],
  )

/**
 * Events of credentials that ended before `endedBefore` and still contain customer data. Quotes are escaped inside JSON
 * strings, so a customer's text cannot match the keys.
 */
export const listForgettableEvents = (db: Database, endedBefore: Date, after: string, upTo: string | null) =>
  db.query<EventText>(
    statement(
      'events-forgettable',
      `select events.id, body from events join credentials on credentials.id = credential_id
       where events.id > $2 and ($3::text is null or events.id <= $3) and least(revoked_at, expires_at) < $1
         and body ~ '"cliente_(nombre|email)":"[^"]|"metadatos":{"'`,
    ),
    [endedBefore, after, upTo],
  )

/** Also clears the receivers' responses, which may repeat customer data. */
export const saveEventBodies = (tx: Database, events: readonly EventText[]) =>
  tx.query(
    statement(
      'events-save-bodies',
      `with input as (select * from json_to_recordset($1::json) as r (id text, body text)),
       answers as (
         update delivery_attempts set response = '' where delivery_id in (select deliveries.id from deliveries where event_id in (select id from input))
       )
       update events set body = input.body from input where events.id = input.id`,
    ),
    [JSON.stringify(events)],
  )

/** Erases positions, addresses and agents. The sessions and their durations stay for statistics. */
export const eraseSessions = (tx: Database, credentials: readonly number[], usernames: readonly string[]) =>
  tx.query(
    statement(
      'customer-sessions-erase',
      `with gone as (delete from refusals where username = any ($2::text[]))
       update sessions set address = '', agent = '', lat = null, lng = null, position_at = null, distance_km = null, notes = '[]' where credential_id = any ($1::bigint[])`,
    ),
    [credentials, usernames],
  )

/** Also removes search words that no other credential of the owner uses, and withdraws the credentials' links. */
export async function eraseCredentialTexts(tx: Database, ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    statement(
      'customer-mails-of-credentials-erase',
      `with gone as (delete from handovers where credential_id = any ($1::bigint[])) delete from mails where credential_id = any ($1::bigint[])`,
    ),
    [ids],
  )
  const names = await tx.query<{ ownerId: number; name: string }>(
    statement(
      'customer-names',
      `select distinct owner_id as "ownerId", given.name from credentials cross join lateral (values (customer_name), (label), (customer_email)) as given (name)
       where id = any ($1::bigint[]) and given.name <> ''`,
    ),
    [ids],
  )
  await tx.query(
    statement(
      'customer-texts-erase',
      `update credentials set customer_name = null, customer_email = null, label = null, metadata = null, place_lat = null, place_lng = null, fence = null,
         link_withdrawn_at = coalesce(link_withdrawn_at, $2)
       where id = any ($1::bigint[])`,
    ),
    [ids, now],
  )
  await tx.query(
    statement(
      'customer-names-erase',
      `with unused as (
         select "ownerId", name from json_to_recordset($1::json) as r ("ownerId" bigint, name text) where not exists (
           select from credentials where owner_id = "ownerId" and customer_name = name) and not exists (
           select from credentials where owner_id = "ownerId" and label = name) and not exists (
           select from credentials where owner_id = "ownerId" and customer_email = name)
       ), words as (
         delete from credential_words using unused where owner_id = "ownerId" and credential_words.name = unused.name collate "C"
       )
       delete from credential_names using unused where owner_id = "ownerId" and credential_names.name = unused.name collate "C"`,
    ),
    [JSON.stringify(names)],
  )
}

/**
 * Amounts, dates, states and the provider's reference stay for accounting. `erased` replaces required texts, and a new
 * key invalidates the customer's link.
 */
export const eraseOrderNames = (tx: Database, ids: readonly number[]) =>
  tx.query(
    statement(
      'customer-orders-erase',
      `with words as (delete from order_words where recency in (select -id from unnest($1::bigint[]) as given (id)))
       update orders set customer_name = 'erased', customer_email = '', label = null, client = null, payment_note = null, refund_note = case when refund_note is not null then 'erased' end,
         checkout_id = null, checkout_url = null, place_lat = null, place_lng = null,
         key = replace(gen_random_uuid()::text, '-', '') where id = any ($1::bigint[])`,
    ),
    [ids],
  )

/**
 * Call last: the database erases a name from the audit log only if no other table contains it, and adds an entry that
 * records the erasure. Also covers mails to these addresses and searches for them. Returns the number of entries.
 */
export async function eraseInAudit(
  tx: Database,
  credentials: readonly number[],
  orders: readonly number[],
  addresses: readonly string[],
): Promise<number> {
  const erase = statement('customer-audit-erase', 'select erase_in_audit($1, $2, $3) as entries')
  return (await only<{ entries: number }>(tx, erase, [credentials, orders, addresses])).entries
}

/** One page of all credentials by id. `forget`: ended before `endedBefore` and still names a customer. */
export const listCredentialIds = (db: Database, after: number, limit: number, endedBefore: Date) =>
  db.query<{ id: number; forget: boolean }>(
    statement(
      'credentials-forgettable',
      `select id, coalesce(least(revoked_at, expires_at) < $3, false) and coalesce(customer_name, customer_email) is not null as forget
       from credentials where id > $1 order by id limit $2`,
    ),
    [after, limit, endedBefore],
  )

/** Orders that still name a customer and were cancelled, or whose credential ended, before `endedBefore`. */
export async function listForgettableOrders(db: Database, endedBefore: Date, limit: number): Promise<number[]> {
  const select = `select orders.id from orders left join credentials on credentials.id = credential_id
    where orders.customer_email <> '' and (cancelled_at < $1 or least(credentials.revoked_at, credentials.expires_at) < $1) limit $2`
  const rows = await db.query<{ id: number }>(statement('orders-forgettable', select), [endedBefore, limit])
  return rows.map(({ id }) => id)
}
