import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { searchWords } from '../../../domain/text/search-words.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listOrders, type SearchPlace, searchOrders } from '../../../store/orders/pages.ts'
import { findOrder, type ListedOrder } from '../../../store/orders/rows.ts'
import type { QueryOf } from '../contract/routes.ts'
import { cutAt, NOTHING, newestPage, type PageOf, placeIn, scopeWithin } from '../kit/paging.ts'

const DEFAULT_LIMIT = 50
const NUMBER = /^#?\s*([1-9]\d{0,14})$/

/** Newest first. A search that includes paid orders is ordered by the matched word. */
export async function findOrderPage(
  db: Database,
  scope: OwnerScope,
  { limit = DEFAULT_LIMIT, cursor, state, problem, ownerId, q = '' }: QueryOf<'GET /orders'>,
): Promise<PageOf<ListedOrder>> {
  const within = scopeWithin(scope, ownerId)
  if (within === null) return NOTHING
  const filter = { state, withProblem: problem === 'true' }
  const [, number] = NUMBER.exec(q.trim()) ?? []
  if (number) {
    const order = await findOrder(db, within, Number(number))
    const wanted =
      order && !order.isTest && (!state || order.state === state) && (!problem || order.paymentProblem !== null)
    return wanted ? { page: [order], nextCursor: null } : NOTHING
  }
  const words = searchWords(q)
  if (words.length === 0 && q.trim() !== '') return NOTHING
  if (words.length > 0) {
    const after = cursor === undefined ? null : placeOf(cursor)
    const rows = await searchOrders(db, within, filter, words, after, limit + 1)
    return cutAt(rows, limit, ({ matched, id }) => `${id}:${matched}`)
  }
  return newestPage({ limit, cursor }, (wanted) => listOrders(db, within, filter, wanted))
}

function placeOf(cursor: string): SearchPlace {
  const [id, word] = placeIn(cursor, /^([1-9]\d{0,14}):([^\0]*)$/s)
  return { id: Number(id), word: word! }
}
