// Orders as the administration area lists them: page by page, by state, or by a customer's words.
import type { OrderState } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../database.ts'
import { type ListedOrder, ORDER_COLUMNS } from './rows.ts'

export interface OrderFilter {
  readonly state?: OrderState | undefined
  /** Only those with money that could not be put to use. */
  readonly withProblem?: boolean | undefined
}

export interface OrderPageRequest {
  readonly before?: number | undefined
  readonly limit: number
}

/** Numbers a statement's values where they are used. */
class Values {
  readonly all: unknown[] = []
  add = (value: unknown, type: string) => `$${this.all.push(value)}::${type}`
}

function conditionsOf(values: Values, scope: OwnerScope, { state, withProblem }: OrderFilter): string {
  const conditions = ['true']
  if (scope !== 'all') conditions.push(`owner_id = ${values.add(scope, 'bigint')}`)
  if (state) conditions.push(`state = ${values.add(state, 'text')}`)
  if (withProblem) conditions.push('payment_problem is not null')
  return conditions.join(' and ')
}

const shown = (rows: string, more = '') =>
  `select ${ORDER_COLUMNS}${more} from (${rows}) as orders join owners on owners.id = orders.owner_id`

/** Newest first. */
export function listOrders(db: Database, scope: OwnerScope, filter: OrderFilter, { before, limit }: OrderPageRequest) {
  const values = new Values()
  const wanted = conditionsOf(values, scope, filter)
  const below = before === undefined ? '' : `and id < ${values.add(before, 'bigint')}`
  const rows = `select * from orders where ${wanted} ${below} order by id desc limit ${values.add(limit, 'integer')}`
  return db.query<ListedOrder>(plannedEachTime(`${shown(rows)} order by orders.id desc`), values.all)
}

/** Where a page of a search ended: behind the order of that id, under that word. */
export interface SearchPlace {
  readonly word: string
  readonly id: number
}

export type FoundOrder = ListedOrder & { readonly matched: string }

/** Behind everything that begins with the same. */
const endOf = (prefix: string) => `${prefix}\u{10ffff}`

/** Each of `words` begins some word of the customer. Paid orders are nearly all; of the others there are few enough to walk through. */
export function searchOrders(
  db: Database,
  scope: OwnerScope,
  filter: OrderFilter,
  words: readonly string[],
  after: SearchPlace | null,
  limit: number,
): Promise<FoundOrder[]> {
  const isFew = filter.withProblem || (filter.state !== undefined && filter.state !== 'paid')
  return (isFew ? searchFew : searchAll)(db, scope, filter, words, after, limit)
}

type Search = typeof searchOrders

const firstWord = (least: string, most: string) =>
  `(select min(left(word, 60) collate "C") from unnest(order_words_of(customer_name, customer_email)) as word
    where word collate "C" >= ${least} and word collate "C" < ${most})`

const hasWord = (values: Values) => (word: string) =>
  `${firstWord(values.add(word, 'text'), values.add(endOf(word), 'text'))} is not null`

/** Newest first. */
const searchFew: Search = (db, scope, filter, words, after, limit) => {
  const values = new Values()
  const wanted = [conditionsOf(values, scope, filter), ...words.map(hasWord(values))].join(' and ')
  const below = after === null ? '' : `and id < ${values.add(after.id, 'bigint')}`
  const rows = `select * from orders where ${wanted} ${below} order by id desc limit ${values.add(limit, 'integer')}`
  return db.query<FoundOrder>(plannedEachTime(`${shown(rows, `, '' as matched`)} order by orders.id desc`), values.all)
}

/** In the order of the index of the words, of those that begin with the first. */
const searchAll: Search = (db, scope, filter, words, after, limit) => {
  const values = new Values()
  const [first = '', ...others] = words
  const [begin, end] = [values.add(first, 'text'), values.add(endOf(first), 'text')]
  const from = [values.add(after?.word ?? first, 'text'), values.add(-(after?.id ?? Number.MAX_SAFE_INTEGER), 'bigint')]
  const owner = scope === 'all' ? null : values.add(scope, 'bigint')
  // Both ends as rows, and ordered by all columns: that is the index from one place to another.
  const range = owner
    ? `(owner_id, word, recency) > (${owner}, ${from.join(', ')}) and (owner_id, word) < (${owner}, ${end})`
    : `(word, recency) > (${from.join(', ')}) and (word, recency) < (${end}, 0)`
  // Somebody with two such words is shown once, at the first of them. Asked so that the planner expects nearly all to pass, as they do:
  // else it thinks that finding a page takes the whole range, and sorts it.
  const once = `nullif(hits.word = ${firstWord(begin, end)}, false) is not null`
  const wanted = [conditionsOf(values, 'all', filter), once, ...others.map(hasWord(values))].join(' and ')
  const order = `${owner ? 'hits.owner_id, ' : ''}hits.word, hits.recency`
  // "offset 0": row by row in the order of the index, whatever the planner thinks of their number.
  const rows = `select row.*, hits.word as matched from (select owner_id, word, recency from order_words where ${range}) as hits
    cross join lateral (select * from orders where id = -recency offset 0) as row
    where ${wanted} order by ${order} limit ${values.add(limit, 'integer')}`
  return db.query<FoundOrder>(
    plannedEachTime(`${shown(rows, ', matched')} order by matched, orders.id desc`),
    values.all,
  )
}
