// Which orders are wanted: filters, a search by number or customer, and the cursor of each.

import { type Static, Type } from 'typebox'
import { wrong } from '../../domain/fault.ts'
import { ORDER_STATES, type OrderState } from '../../domain/orders/order.ts'
import { isWithin, type OwnerScope } from '../../domain/people/permissions.ts'
import { invalid } from '../../domain/refusal.ts'
import { searchWords } from '../../domain/text/search-words.ts'
import type { Database } from '../../store/database.ts'
import { listOrders, type SearchPlace, searchOrders } from '../../store/orders/pages.ts'
import { findOrder, type ListedOrder } from '../../store/orders/rows.ts'
import { PageQuery } from '../../wire/common.ts'
import { OwnerId, Search } from '../fields.ts'
import { cutPage, pageOf } from '../paging.ts'

export const OrderQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(Type.Unsafe<OrderState>({ enum: [...ORDER_STATES] })),
  /** Money that came and could not be put to use. */
  problem: Type.Optional(Type.Unsafe<'true'>({ enum: ['true'] })),
  ownerId: Type.Optional(OwnerId),
  q: Type.Optional(Search),
})

interface FoundPage {
  readonly page: readonly ListedOrder[]
  readonly nextCursor: string | null
}

const NOTHING: FoundPage = { page: [], nextCursor: null }
const DEFAULT_LIMIT = 50
const NUMBER = /^#?\s*([1-9]\d{0,14})$/

/** Newest first; of a search by the customer's words, word by word. */
export async function findOrderPage(
  db: Database,
  scope: OwnerScope,
  { limit = DEFAULT_LIMIT, cursor, state, problem, ownerId, q = '' }: Static<typeof OrderQuery>,
): Promise<FoundPage> {
  // Another owner than one's own has no orders, as far as one can see.
  if (ownerId !== undefined && !isWithin(scope, ownerId)) return NOTHING
  const within = ownerId ?? scope
  const filter = { state, withProblem: problem === 'true' }
  const [, number] = NUMBER.exec(q.trim()) ?? []
  if (number) {
    const order = await findOrder(db, within, Number(number))
    const wanted = order && (!state || order.state === state) && (!problem || order.paymentProblem !== null)
    return wanted ? { page: [order], nextCursor: null } : NOTHING
  }
  const words = searchWords(q)
  if (words.length === 0 && q.trim() !== '') return NOTHING
  if (words.length > 0) {
    const after = cursor === undefined ? null : placeOf(cursor)
    const rows = await searchOrders(db, within, filter, words, after, limit + 1)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1)! : null
    return { page, nextCursor: last && cursorOf({ word: last.matched, id: last.id }) }
  }
  const wanted = pageOf({ limit, ...(cursor !== undefined && { cursor }) })
  return cutPage(await listOrders(db, within, filter, wanted), wanted)
}

const cursorOf = ({ word, id }: SearchPlace): string => Buffer.from(`${id}:${word}`).toString('base64url')

function placeOf(cursor: string): SearchPlace {
  const [, id, word] = /^([1-9]\d{0,14}):([^\0]*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!id || word === undefined) throw invalid(wrong(['cursor'], 'not_a_cursor'))
  return { id: Number(id), word }
}
