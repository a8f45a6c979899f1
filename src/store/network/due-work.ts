// Which background work is due. One statement answers for every job that must react within a second.
import { inView, LIVE } from '../credentials/states.ts'
import { type Database, only, statement } from '../kit/database.ts'

export interface DueWork {
  /** A credential has expired, and its event has not been emitted. */
  readonly expiry: boolean
  /** A batch job is running. */
  readonly issuing: boolean
  /** A webhook delivery is pending, now or later. */
  readonly webhooks: boolean
  /** A chat message is pending, now or later. */
  readonly chats: boolean
  /** The sourcetable of an upstream caster is due. */
  readonly upstreams: boolean
}

export const findDueWork = (db: Database, now: Date): Promise<DueWork> =>
  only<DueWork>(
    db,
    statement(
      'due-work',
      `select
         exists (
           select from owners cross join lateral (
             select from credentials where owner_id = owners.id and ${LIVE} and ${inView('expired', '$1')} limit 1
           ) as ended
         ) as expiry,
         exists (select from issue_jobs where state = 'running') as issuing,
         exists (select from deliveries where state = 'pending') as webhooks,
         exists (select from chat_messages where state = 'pending') as chats,
         exists (select from upstream_tables where due_at <= $1) as upstreams`,
    ),
    [now],
  )
