// Customers of credentials and orders. They have no table: `customer_of` returns the email address or, without one,
// the name. The list steps from customer to customer in two indexes, so the cost of a page depends neither on the
// number of credentials nor on how many a customer has.
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { type ListedOrder, ORDER_COLUMNS } from '../../orders/rows.ts'
import { withOrganisation } from '../../people/test-spaces.ts'
import { SESSION_COLUMNS, type Session } from '../../sessions/rows.ts'
import { CUSTOMER } from '../list/conditions.ts'
import { ListValues } from '../list/values.ts'
import { endOf, nameHasWord } from '../list/words.ts'
import { inView } from '../states.ts'

export interface CustomerPlace {
  readonly ownerId: number
  readonly key: string
}

export interface ListedCustomer extends CustomerPlace {
  readonly ownerName: string
  /** Name as written on the newest credential, or else on the newest order. */
  readonly name: string | null
  readonly email: string | null
  /** Counted over the newest MOST_COUNTED credentials only; so are `active`, `nextEnd` and `connected`. */
  readonly credentials: number
  readonly active: number
  /** Earliest end among the active credentials. */
  readonly nextEnd: Date | null
  readonly connected: number
  readonly orders: number
  readonly lastCredentialId: number | null
  readonly lastOrderId: number | null
}

export const MOST_COUNTED = 500

/** SQL for the first customer key of `owner` for which `beyond` holds. */
const next = (owner: string, beyond: string) => `(select least(
    (select ${CUSTOMER} from credentials where owner_id = ${owner} and ${CUSTOMER} ${beyond} order by owner_id, ${CUSTOMER}, id limit 1),
    (select ${CUSTOMER} from orders where owner_id = ${owner} and ${CUSTOMER} ${beyond} order by owner_id, ${CUSTOMER}, id limit 1)))`

export function listCustomers(
  db: Database,
  scope: OwnerScope,
  after: CustomerPlace | null,
  limit: number,
  now: Date,
): Promise<ListedCustomer[]> {
  const values = new ListValues({ scope, filter: {}, now })
  const count = values.add(limit)
  const key = values.add(after?.key ?? '', 'text')
  const owner = values.add(after?.ownerId ?? Number.MAX_SAFE_INTEGER)
  const found = `with recursive steps (owner_id, key, place) as (
      select owners.id, case when owners.id > ${owner} then ${next('owners.id', `>= ${key}`)} else ${next('owners.id', `> ${key}`)} end, 1
      from ${values.owners}
      union all
      select owner_id, ${next('steps.owner_id', '> steps.key')}, place + 1 from steps where key is not null and place < ${count}
    ) select owner_id, key from steps where key is not null order by key, owner_id limit ${count}`
  return db.query<ListedCustomer>(plannedEachTime(shown(values, found)), values.values)
}

/** Max matching names scanned per organisation; far more than a page shows. */
const MOST_NAMES = 500
/** Max credentials read per name; nearly always they belong to one customer. */
const MOST_OF_NAME = 20

/** Puts the rarest word first: it drives the index scan, and the other words filter the result. */
async function rarestFirst(db: Database, scope: OwnerScope, words: readonly string[], now: Date): Promise<string[]> {
  const values = new ListValues({ scope, filter: {}, now })
  const owners = values.owners
  const counts = words.map((word) => {
    const [begin, end] = [values.add(word, 'text'), values.add(endOf(word), 'text')]
    return `select count(*)::integer as count from ${owners} cross join lateral (
      select from credential_words where (owner_id, word) >= (owners.id, ${begin}) and (owner_id, word) < (owners.id, ${end}) limit ${MOST_NAMES}) as names`
  })
  const found = await db.query<{ count: number }>(plannedEachTime(counts.join(' union all ')), values.values)
  const countOf = (word: string) => found[words.indexOf(word)]?.count ?? 0
  return words.toSorted((one, other) => countOf(one) - countOf(other))
}

/** Each word must begin a word of the name or address. There is no next page: the user refines the search. */
export async function searchCustomers(
  db: Database,
  scope: OwnerScope,
  words: readonly string[],
  limit: number,
  now: Date,
): Promise<ListedCustomer[]> {
  const values = new ListValues({ scope, filter: {}, now })
  const [first = '', ...others] = await rarestFirst(db, scope, words, now)
  const [begin, end] = [values.add(first, 'text'), values.add(endOf(first), 'text')]
  const alsoHas = others.map((word) => ` and ${nameHasWord(values, 'name', word)}`).join('')
  const owners = values.owners
  const ofName = ['customer_name', 'customer_email'].map(
    (
      column,
    ) => `(select ${CUSTOMER} as key from credentials where owner_id = hit.owner_id and ${column} = hit.name collate "default"
      order by owner_id desc, ${column} desc, id desc limit ${MOST_OF_NAME})`,
  )
  const inOrder = words
    .map((word) => [values.add(word, 'text'), values.add(endOf(word), 'text')])
    .map(
      ([least, most]) => `exists (select from unnest(order_words_of(customer_name, customer_email)) as word
        where word collate "C" >= ${least} and word collate "C" < ${most})`,
    )
    .join(' and ')
  const found = `select distinct owner_id, key from (
      select hit.owner_id, found.key from ${owners} cross join lateral (
        select distinct owner_id, name from (
          select owner_id, name from credential_words where (owner_id, word) >= (owners.id, ${begin}) and (owner_id, word) < (owners.id, ${end})${alsoHas}
          order by owner_id, word, name limit ${MOST_NAMES}
        ) as names
      ) as hit cross join lateral (${ofName.join(' union all ')}) as found
      union all
      select orders.owner_id, ${CUSTOMER} from ${owners} cross join lateral (
        select recency from order_words where (owner_id, word) >= (owners.id, ${begin}) and (owner_id, word) < (owners.id, ${end})
        order by owner_id, word, recency limit ${MOST_NAMES}
      ) as hit join orders on orders.id = -recency where ${inOrder}
    ) as all_of_them where key is not null order by key, owner_id limit ${values.add(limit)}`
  return db.query<ListedCustomer>(plannedEachTime(shown(values, found)), values.values)
}

/** `null` if the customer has no credentials and no orders. */
export async function findCustomer(
  db: Database,
  scope: OwnerScope,
  { ownerId, key }: CustomerPlace,
  now: Date,
): Promise<ListedCustomer | null> {
  const values = new ListValues({ scope, filter: {}, now })
  const [owner, name] = [values.add(ownerId), values.add(key, 'text')]
  const within = `select id as owner_id, ${name} as key from ${values.owners} where id = ${owner}`
  const rows = await db.query<ListedCustomer>(plannedEachTime(shown(values, within)), values.values)
  return rows.find(({ credentials, orders }) => credentials + orders > 0) ?? null
}

/** Adds the columns of `ListedCustomer` to the owners and keys in `found`. */
function shown(values: ListValues, found: string): string {
  return `select found.owner_id as "ownerId", found.key, owners.name as "ownerName",
      coalesce(last.customer_name, ordered.customer_name) as name, coalesce(last.customer_email, ordered.customer_email) as email,
      own.credentials, own.active, own.next_end as "nextEnd", own.connected, coalesce(ordered.orders, 0) as orders,
      last.id as "lastCredentialId", ordered.id as "lastOrderId"
    from (${found}) as found join owners on owners.id = found.owner_id
    cross join lateral (
      select count(*)::integer as credentials, count(*) filter (where is_active)::integer as active,
        min(expires_at) filter (where is_active) as next_end,
        coalesce(sum((select count(*) from sessions where credential_id = newest.id and ended_at is null)), 0)::integer as connected
      from (
        select id, expires_at, ${inView('active', values.now)} as is_active from credentials
        where owner_id = found.owner_id and ${CUSTOMER} = found.key
        order by owner_id desc, ${CUSTOMER} desc, id desc limit ${MOST_COUNTED}
      ) as newest
    ) as own
    left join lateral (
      select id, customer_name, customer_email from credentials where owner_id = found.owner_id and ${CUSTOMER} = found.key
      order by owner_id desc, ${CUSTOMER} desc, id desc limit 1
    ) as last on true
    left join lateral (
      select max(id) as id, count(*)::integer as orders, (array_agg(customer_name))[1] as customer_name, (array_agg(customer_email))[1] as customer_email
      from (
        select id, customer_name, customer_email from orders where owner_id = found.owner_id and ${CUSTOMER} = found.key
        order by owner_id desc, ${CUSTOMER} desc, id desc limit ${MOST_COUNTED}
      ) as newest
    ) as ordered on true
    order by found.key, found.owner_id`
}

/** Newest first, across the newest MOST_COUNTED credentials. */
export function listSessionsOfCustomer(db: Database, { ownerId, key }: CustomerPlace, limit: number) {
  const text = `select recent.* from (
      select id from credentials where owner_id = $1 and ${CUSTOMER} = $2
      order by owner_id desc, ${CUSTOMER} desc, id desc limit ${MOST_COUNTED}
    ) as own cross join lateral (
      select ${SESSION_COLUMNS} from sessions where credential_id = own.id order by started_at desc limit $3
    ) as recent order by "startedAt" desc limit $3`
  return db.query<Session>(plannedEachTime(text), [ownerId, key, limit])
}

export function listOrdersOfCustomer(db: Database, { ownerId, key }: CustomerPlace, limit: number) {
  const rows = `select * from orders where owner_id = $1 and ${CUSTOMER} = $2 order by owner_id desc, ${CUSTOMER} desc, id desc limit $3`
  const text = `select ${ORDER_COLUMNS} from (${rows}) as orders ${withOrganisation('orders')} order by orders.id desc`
  return db.query<ListedOrder>(plannedEachTime(text), [ownerId, key, limit])
}
