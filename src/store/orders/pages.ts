// Orders as the administration area lists them: page by page, by state, or by a customer's words.
import type { OrderState } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { Listing, type PageRequest } from '../kit/listing.ts'
import { ofOrganisations, withOrganisation } from '../people/test-spaces.ts'
import { type ListedOrder, ORDER_COLUMNS } from './rows.ts'

export interface OrderFilter {
  readonly state?: OrderState | undefined
  /** Only those with money that could not be put to use. */
  readonly withProblem?: boolean | undefined
}

const listing = (scope: OwnerScope, { state, withProblem }: OrderFilter) =>
  new Listing()
    .of(scope)
    .where(state, 'text', (wanted) => `state = ${wanted}`)
    .also(withProblem ? 'payment_problem is not null' : null)

const shown = (rows: string, more = '') =>
  `select ${ORDER_COLUMNS}${more} from (${rows}) as orders ${withOrganisation('orders')}`

/** Newest first. Everybody's are those that are real. */
export function listOrders(db: Database, scope: OwnerScope, filter: OrderFilter, page: PageRequest) {
  const list = listing(scope, filter).also(scope === 'all' ? ofOrganisations() : null)
  const { text: rows } = list.page('orders', 'select * from orders', 'id', page)
  return db.query<ListedOrder>(plannedEachTime(`${shown(rows)} order by orders.id desc`), list.values)
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

function addWords(list: Listing, words: readonly string[]): void {
  for (const word of words) list.also(`${firstWord(list.add(word, 'text'), list.add(endOf(word), 'text'))} is not null`)
}

/** Newest first. */
const searchFew: Search = (db, scope, filter, words, after, limit) => {
  const list = listing(scope, filter).also(scope === 'all' ? ofOrganisations() : null)
  addWords(list, words)
  const { text: rows } = list.page('orders-few', 'select * from orders', 'id', { before: after?.id, limit })
  return db.query<FoundOrder>(plannedEachTime(`${shown(rows, `, '' as matched`)} order by orders.id desc`), list.values)
}

/** In the order of the index of the words, of those that begin with the first. */
const searchAll: Search = (db, scope, filter, words, after, limit) => {
  const list = listing('all', filter)
  const [first = '', ...others] = words
  const [begin, end] = [list.add(first, 'text'), list.add(endOf(first), 'text')]
  const from = [list.add(after?.word ?? first, 'text'), list.add(-(after?.id ?? Number.MAX_SAFE_INTEGER))]
  const owner = scope === 'all' ? null : list.add(scope)
  // Both ends as rows, and ordered by all columns: that is the index from one place to another.
  const range = owner
    ? `(owner_id, word, recency) > (${owner}, ${from.join(', ')}) and (owner_id, word) < (${owner}, ${end})`
    : `(word, recency) > (${from.join(', ')}) and (word, recency) < (${end}, 0)`
  // Somebody with two such words is shown once, at the first of them. Asked so that the planner expects nearly all to pass, as they do:
  // else it thinks that finding a page takes the whole range, and sorts it.
  list.also(`nullif(hits.word = ${firstWord(begin, end)}, false) is not null`)
  list.also(scope === 'all' ? ofOrganisations('hits.owner_id') : null)
  addWords(list, others)
  const order = `${owner ? 'hits.owner_id, ' : ''}hits.word, hits.recency`
  // "offset 0": row by row in the order of the index, whatever the planner thinks of their number.
  const rows = `select row.*, hits.word as matched from (select owner_id, word, recency from order_words where ${range}) as hits
    cross join lateral (select * from orders where id = -recency offset 0) as row
    where ${list.conditions} order by ${order} limit ${list.add(limit, 'integer')}`
  const found = plannedEachTime(`${shown(rows, ', matched')} order by matched, orders.id desc`)
  return db.query<FoundOrder>(found, list.values)
}
