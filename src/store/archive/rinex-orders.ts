// Orders of RINEX files. A worker takes a due order on a lease, as with mails.
import type { RinexFailure, RinexFile, RinexGap, RinexOrder, RinexState } from '../../domain/archive/rinex-order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { Listing, ownedBy, ownerOf } from '../kit/listing.ts'
import { ofOrganisation } from '../people/test-spaces.ts'
import { eventsFrom, type NewEvent } from '../webhooks/events.ts'

export const RINEX_ORDERS_DUE = 'rinex_orders'

interface Row extends Omit<RinexOrder, 'gaps'> {
  readonly gaps: readonly { readonly from: string; readonly to: string }[]
}

/** `$1` is the present time: files that are no longer kept make the order expired. */
const columns = (
  now: string,
) => `id, owner_id as "ownerId", station_id as "stationId", from_at as "from", to_at as "to", hours, interval_s as "intervalS",
  version, constellations, navigation, hatanaka,
  case when state = 'ready' and expires_at <= ${now}::timestamptz then 'expired' else state end as state,
  attempts as attempt, progress_pct as "progressPct", completeness_pct as "completenessPct", gaps, case when state = 'ready' then files else '[]' end as files, failure, key, token_id as "tokenId", user_id as "userId",
  credential_id as "credentialId", created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`

const fromRow = (row: Row): RinexOrder => ({
  ...row,
  gaps: row.gaps.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
})

export type NewRinexOrder = Pick<
  RinexOrder,
  | 'id'
  | 'ownerId'
  | 'stationId'
  | 'from'
  | 'to'
  | 'hours'
  | 'intervalS'
  | 'version'
  | 'constellations'
  | 'navigation'
  | 'hatanaka'
  | 'key'
  | 'tokenId'
  | 'userId'
  | 'credentialId'
  | 'createdAt'
>

/** A trigger wakes the workers. */
export const insertRinexOrder = async (db: Database, order: NewRinexOrder): Promise<RinexOrder> =>
  fromRow(
    await only<Row>(
      db,
      statement(
        'rinex-order-insert',
        `insert into rinex_orders (id, owner_id, station_id, from_at, to_at, hours, interval_s, version, constellations, navigation, hatanaka, key,
           token_id, user_id, credential_id, created_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16) returning ${columns('$16')}`,
      ),
      [
        order.id,
        order.ownerId,
        order.stationId,
        order.from,
        order.to,
        order.hours,
        order.intervalS,
        order.version,
        order.constellations,
        order.navigation,
        order.hatanaka,
        order.key,
        order.tokenId,
        order.userId,
        order.credentialId,
        order.createdAt,
      ],
    ),
  )

export async function findRinexOrder(
  db: Database,
  scope: OwnerScope,
  id: string,
  now: Date,
): Promise<RinexOrder | null> {
  const select = `select ${columns('$1')} from rinex_orders where id = $2 and ${ownedBy('$3')}`
  const row = await first<Row>(db, statement('rinex-order', select), [now, id, ownerOf(scope)])
  return row && fromRow(row)
}

/** The key cannot be guessed and authorises the caller. */
export async function findRinexOrderByKey(db: Database, key: string, now: Date): Promise<RinexOrder | null> {
  const select = `select ${columns('$1')} from rinex_orders where key = $2`
  const row = await first<Row>(db, statement('rinex-order-by-key', select), [now, key])
  return row && fromRow(row)
}

export interface RinexOrderFilter {
  readonly state?: RinexState | undefined
  readonly stationId?: number | undefined
  readonly credentialId?: number | undefined
}

export interface RinexPage {
  /** Only ids below this one; undefined starts at the newest. */
  readonly before?: string | undefined
  readonly limit: number
}

const STATE_CONDITIONS: Record<RinexState, string> = {
  pending: `state = 'pending'`,
  ready: `state = 'ready' and expires_at > $1::timestamptz`,
  failed: `state = 'failed'`,
  expired: `state = 'ready' and expires_at <= $1::timestamptz`,
}

/** Newest first. */
export async function listRinexOrders(
  db: Database,
  scope: OwnerScope,
  { state, stationId, credentialId }: RinexOrderFilter,
  { before, limit }: RinexPage,
  now: Date,
): Promise<RinexOrder[]> {
  const list = new Listing()
  const at = list.add(now, 'timestamptz')
  list
    .of(scope)
    .where(stationId, 'bigint', (wanted) => `station_id = ${wanted}`)
    .where(credentialId, 'bigint', (wanted) => `credential_id = ${wanted}`)
    .where(before, 'text', (below) => `id < ${below}`)
    .also(state && STATE_CONDITIONS[state])
  const page = list.page(`rinex-orders-${state ?? 'all'}`, `select ${columns(at)} from rinex_orders`, 'id', { limit })
  return (await db.query<Row>(page, list.values)).map(fromRow)
}

export async function countPendingRinex(db: Database, organisationId: number): Promise<number> {
  const count = `select count(*)::int as count from rinex_orders where ${ofOrganisation('$1')} and state = 'pending'`
  return (await only<{ count: number }>(db, statement('rinex-pending', count), [organisationId])).count
}

/** Hours that the organization and its test space ordered since then. */
export async function countRinexHours(db: Database, organisationId: number, since: Date): Promise<number> {
  const count = `select coalesce(sum(hours), 0)::int as hours from rinex_orders where ${ofOrganisation('$1')} and created_at > $2`
  return (await only<{ hours: number }>(db, statement('rinex-hours', count), [organisationId, since])).hours
}

/** Hours that the customer of a credential ordered since then. */
export async function countRinexHoursOfCredential(db: Database, credentialId: number, since: Date): Promise<number> {
  const count = `select coalesce(sum(hours), 0)::int as hours from rinex_orders where credential_id = $1 and created_at > $2`
  return (await only<{ hours: number }>(db, statement('rinex-hours-credential', count), [credentialId, since])).hours
}

/** An order and the attempt at it. */
type Attempt = Pick<RinexOrder, 'id' | 'attempt'>

/**
 * Leases an order. Owners take turns: the one with the fewest running orders is next, then the one whose order ended
 * longest ago; orders of the operator go first. The attempt is counted before the work, so that one that crashes the
 * process counts.
 */
export async function takeRinexOrder(db: Database, now: Date, leasedUntil: Date): Promise<RinexOrder | null> {
  const update = `with turns as (
      select owner_id, count(*) filter (where attempts > 0 and due_at > $1) as running, (
        select finished_at from rinex_orders done where done.owner_id = waiting.owner_id and state <> 'pending' order by id desc limit 1) as served
      from rinex_orders waiting where state = 'pending' group by owner_id)
    update rinex_orders set due_at = $2, attempts = attempts + 1
    where id = (
      select o.id from rinex_orders o join turns t on t.owner_id is not distinct from o.owner_id
      where o.state = 'pending' and o.due_at <= $1
      order by o.owner_id is not null, t.running, t.served nulls first, o.due_at, o.id limit 1 for update of o skip locked)
    returning ${columns('$1')}`
  const row = await first<Row>(db, statement('rinex-order-take', update), [now, leasedUntil])
  return row && fromRow(row)
}

/** Extends the lease. Returns false if another worker has taken the order since. */
export async function noteRinexProgress(
  db: Database,
  { id, attempt }: Attempt,
  progressPct: number,
  leasedUntil: Date,
): Promise<boolean> {
  const update = `update rinex_orders set progress_pct = $3, due_at = $4 where id = $1 and attempts = $2 and state = 'pending' returning id`
  return (await db.query(statement('rinex-order-progress', update), [id, attempt, progressPct, leasedUntil])).length > 0
}

/** Notes the files before they are stored, so that they can be removed. Returns false as `noteRinexProgress` does. */
export async function noteRinexFiles(
  db: Database,
  { id, attempt }: Attempt,
  files: readonly RinexFile[],
): Promise<boolean> {
  const update = `update rinex_orders set files = $3 where id = $1 and attempts = $2 and state = 'pending' returning id`
  return (await db.query(statement('rinex-order-files', update), [id, attempt, JSON.stringify(files)])).length > 0
}

export interface RinexResult {
  readonly files: readonly RinexFile[]
  readonly completenessPct: number | null
  readonly gaps: readonly RinexGap[]
  readonly expiresAt: Date
}

/** Writes the event in the same statement; `event` is null for an order without an owner. */
export async function finishRinexOrder(
  db: Database,
  { id, attempt }: Attempt,
  { files, completenessPct, gaps, expiresAt }: RinexResult,
  now: Date,
): Promise<boolean> {
  const update = `update rinex_orders set state = 'ready', progress_pct = 100, files = $3, completeness_pct = $4, gaps = $5, expires_at = $6,
      finished_at = $7, failure = null
    where id = $1 and attempts = $2 and state = 'pending' returning id`
  const values = [id, attempt, JSON.stringify(files), completenessPct, JSON.stringify(gaps), expiresAt, now]
  return (await db.query(statement('rinex-order-finish', update), values)).length > 0
}

export const insertRinexEvent = (db: Database, ownerId: number, event: NewEvent) =>
  db.query(
    statement(
      'rinex-event',
      eventsFrom('(select $1::bigint as owner_id) as told', {
        owner: 'owner_id',
        at: '$2',
        id: '$3',
        type: '$4',
        body: '$5',
      }),
    ),
    [ownerId, event.createdAt, event.id, event.type, event.body],
  )

export const failRinexOrder = (db: Database, { id, attempt }: Attempt, failure: RinexFailure, now: Date) =>
  db.query(
    statement(
      'rinex-order-fail',
      `update rinex_orders set state = 'failed', failure = $3, finished_at = $4 where id = $1 and attempts = $2 and state = 'pending'`,
    ),
    [id, attempt, failure, now],
  )

/** Ends the lease early: the order is tried again at `dueAt`. */
export const releaseRinexOrder = (db: Database, { id, attempt }: Attempt, dueAt: Date) =>
  db.query(
    statement(
      'rinex-order-release',
      `update rinex_orders set due_at = $3 where id = $1 and attempts = $2 and state = 'pending'`,
    ),
    [id, attempt, dueAt],
  )

/** Ends the lease as if the order had not been taken. */
export const giveBackRinexOrder = (db: Database, { id, attempt }: Attempt, dueAt: Date) =>
  db.query(
    statement(
      'rinex-order-give-back',
      `update rinex_orders set due_at = $3, attempts = attempts - 1 where id = $1 and attempts = $2 and state = 'pending'`,
    ),
    [id, attempt, dueAt],
  )

/** Expired and failed orders whose files must be removed from the storage. */
export const listExpiredRinex = (db: Database, now: Date, limit: number) =>
  db.query<Pick<RinexOrder, 'id' | 'attempt' | 'files'>>(
    statement(
      'rinex-orders-expired',
      `select id, attempts as attempt, files from rinex_orders
       where removed_at is null and ((state = 'ready' and expires_at <= $1) or state = 'failed') order by expires_at limit $2`,
    ),
    [now, limit],
  )

export const markRinexRemoved = (db: Database, id: string, now: Date) =>
  db.query(statement('rinex-order-removed', 'update rinex_orders set removed_at = $2 where id = $1'), [id, now])

/** Returns how many; repeat while it equals `limit`. Orders whose files are still stored are kept. */
export async function deleteRinexOrders(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from rinex_orders where id in (
      select id from rinex_orders where created_at < $1 and state <> 'pending' and removed_at is not null limit $2) returning 1`
  return (await db.query(statement('rinex-orders-delete', remove), [before, limit])).length
}
