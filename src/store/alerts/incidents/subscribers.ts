// Subscribers of the status page, who receive incidents by mail.
import type { Subscriber } from '../../../domain/alerts/incidents/subscriber.ts'
import type { Language } from '../../../domain/people/user.ts'
import { HOUR_MS } from '../../../domain/time/units.ts'
import { type Database, first, only, statement } from '../../kit/database.ts'
import { insertMail, mailsFrom } from '../../mail/writer.ts'

/** outbound/mail/status.ts renders these mails. */
export const SUBSCRIPTION_MAIL = 'status-subscription'
export const INCIDENT_MAIL = 'status-incident'

const SELECT = 'select id, email, language, key, confirmed_at as "confirmedAt" from status_subscribers'

/** An existing subscriber keeps its key; its language changes only while the address is unconfirmed. */
export async function findOrAddSubscriber(
  db: Database,
  { email, language, key }: { readonly email: string; readonly language: Language; readonly key: string },
  now: Date,
): Promise<Subscriber> {
  const insert = `insert into status_subscribers (email, language, key, created_at) values ($1, $2, $3, $4)
    on conflict (lower(email)) do update set language = case when status_subscribers.confirmed_at is null then excluded.language else status_subscribers.language end
    returning id, email, language, key, confirmed_at as "confirmedAt"`
  return only<Subscriber>(db, statement('subscriber-add', insert), [email, language, key, now])
}

export const findSubscriber = (db: Database, id: number) =>
  first<Subscriber>(db, statement('subscriber', `${SELECT} where id = $1`), [id])

export const findSubscriberByKey = (db: Database, key: string) =>
  first<Subscriber>(db, statement('subscriber-by-key', `${SELECT} where key = $1`), [key])

export const confirmSubscriber = (db: Database, key: string, now: Date) =>
  db.query(
    statement(
      'subscriber-confirm',
      'update status_subscribers set confirmed_at = $2 where key = $1 and confirmed_at is null',
    ),
    [key, now],
  )

export const deleteSubscriber = (db: Database, key: string) =>
  db.query(statement('subscriber-delete', 'delete from status_subscribers where key = $1'), [key])

export const deleteUnconfirmed = (db: Database, before: Date) =>
  db.query(
    statement('subscribers-forget', 'delete from status_subscribers where confirmed_at is null and created_at < $1'),
    [before],
  )

export async function countSubscribers(db: Database): Promise<number> {
  const count = 'select count(*)::integer as count from status_subscribers where confirmed_at is not null'
  return (await only<{ count: number }>(db, statement('subscribers-count', count))).count
}

/** At most one mail per hour and address, so that repeated requests cannot flood a mailbox. */
export const insertSubscriptionMail = (db: Database, { id, email }: Pick<Subscriber, 'id' | 'email'>, now: Date) =>
  insertMail(
    db,
    {
      ownerId: null,
      kind: SUBSCRIPTION_MAIL,
      key: `${SUBSCRIPTION_MAIL}:${id}:${Math.floor(now.getTime() / HOUR_MS)}`,
      recipient: email,
      data: { subscriberId: id },
    },
    now,
  )

export const insertIncidentMails = (db: Database, incidentId: number, noteId: number, now: Date) =>
  db.query(
    statement(
      'incident-mails',
      mailsFrom('status_subscribers where confirmed_at is not null', {
        owner: 'null::bigint',
        kind: `'${INCIDENT_MAIL}'`,
        key: `'${INCIDENT_MAIL}:' || $2::bigint || ':' || id`,
        recipient: 'email',
        data: `jsonb_build_object('incidentId', $1::bigint, 'noteId', $2::bigint, 'subscriberId', id)`,
        at: '$3::timestamptz',
      }),
    ),
    [incidentId, noteId, now],
  )
