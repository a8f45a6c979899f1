// Orders as the console lists them: by page, state or words of the customer.
import type { OrderState } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { Listing, type PageRequest } from '../kit/listing.ts'
import { ofOrganisations, withOrganisation } from '../people/test-spaces.ts'
import { type ListedOrder, ORDER_COLUMNS } from './rows.ts'

export interface OrderFilter {
  readonly state?: OrderState | undefined
  /** Only orders with a payment that could not be applied. */
  readonly withProblem?: boolean | undefined
}

const listing = (scope: OwnerScope, { state, withProblem }: OrderFilter) =>
  new Listing()
    .of(scope)
    .where(state, 'text', (wanted) => `state = ${wanted}`)
    .also(withProblem ? 'payment_problem is not null' : null)

const shown = (rows: string, more = '') =>
  `select ${ORDER_COLUMNS}${more} from (${rows}) as orders ${withOrganisation('orders')}`

/** Newest first. Scope 'all' leaves out test orders. */
export function listOrders(db: Database, scope: OwnerScope, filter: OrderFilter, page: PageRequest) {
  const list = listing(scope, filter).also(scope === 'all' ? ofOrganisations() : null)
  const { text: rows } = list.page('orders', 'select * from orders', 'id', page)
  return db.query<ListedOrder>(plannedEachTime(`${shown(rows)} order by orders.id desc`), list.values)
}

export interface SearchPlace {
  readonly word: string
  readonly id: number
}

export type FoundOrder = ListedOrder & { readonly matched: string }

/** Sorts after every text that starts with `prefix`. */
const endOf = (prefix: string) => `${prefix}\u{10ffff}`

/**
 * Each of `words` must be the start of a word in the customer's name or email address. Nearly all orders are paid;
 * those in other states are few enough to scan.
 */
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

const searchFew: Search = (db, scope, filter, words, after, limit) => {
  const list = listing(scope, filter).also(scope === 'all' ? ofOrganisations() : null)
  addWords(list, words)
  const { text: rows } = list.page('orders-few', 'select * from orders', 'id', { before: after?.id, limit })
  return db.query<FoundOrder>(plannedEachTime(`${shown(rows, `, '' as matched`)} order by orders.id desc`), list.values)
}

/** In the order of the word index, over the words that start with the first search word. */
const searchAll: Search = (db, scope, filter, words, after, limit) => {
  const list = listing('all', filter)
  const [first = '', ...others] = words
  const [begin, end] = [list.add(first, 'text'), list.add(endOf(first), 'text')]
  const from = [list.add(after?.word ?? first, 'text'), list.add(-(after?.id ?? Number.MAX_SAFE_INTEGER))]
  const owner = scope === 'all' ? null : list.add(scope)
  // Row comparisons on both ends and the order by all columns make this one index range.
  const range = owner
    ? `(owner_id, word, recency) > (${owner}, ${from.join(', ')}) and (owner_id, word) < (${owner}, ${end})`
    : `(word, recency) > (${from.join(', ')}) and (word, recency) < (${end}, 0)`
  // Lists a customer with two matching words once, at the first of them. The condition is written so that the planner
  // expects nearly all rows to pass, as they do; otherwise it would read and sort the whole range.
  list.also(`nullif(hits.word = ${firstWord(begin, end)}, false) is not null`)
  list.also(scope === 'all' ? ofOrganisations('hits.owner_id') : null)
  addWords(list, others)
  const order = `${owner ? 'hits.owner_id, ' : ''}hits.word, hits.recency`
  // "offset 0" forces row-by-row lookups in index order, whatever row count the planner expects.
  const rows = `select row.*, hits.word as matched from (select owner_id, word, recency from order_words where ${range}) as hits
    cross join lateral (select * from orders where id = -recency offset 0) as row
    where ${list.conditions} order by ${order} limit ${list.add(limit, 'integer')}`
  const found = plannedEachTime(`${shown(rows, ', matched')} order by matched, orders.id desc`)
  return db.query<FoundOrder>(found, list.values)
}
