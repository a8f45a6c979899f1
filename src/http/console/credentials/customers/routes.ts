// Customers: search and detail. A reseller sees only those of its organisation.
import type { Static } from 'typebox'
import type { App } from '../../../../base/serving/app.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import { maySeeSources, scopeOf } from '../../../../domain/people/permissions.ts'
import { withoutSources } from '../../../../domain/sessions/hidden-sources.ts'
import { searchWords } from '../../../../domain/text/search-words.ts'
import {
  type CustomerPlace,
  findCustomer,
  type ListedCustomer,
  listCustomers,
  listOrdersOfCustomer,
  listSessionsOfCustomer,
  MOST_COUNTED,
  searchCustomers,
} from '../../../../store/credentials/customers/pages.ts'
import { listMailsTo } from '../../../../store/delivery/deliveries.ts'
import type { Customer } from '../../contract/credentials/customers.ts'
import { mailAnswer } from '../../delivery/routes.ts'
import { idOf } from '../../kit/ids.ts'
import { cutAt, placeIn, scopeWithin } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import { orderAnswer } from '../../orders/answers.ts'
import type { ConsoleServices } from '../../services.ts'
import { sessionAnswer } from '../answers.ts'

const access = 'credentials.read'
const DEFAULT_LIMIT = 50
/** Max sessions, orders and mails shown with a customer. */
const SHOWN = 30

export function customerRoutes(app: App, { db, clock, current }: ConsoleServices): void {
  serve(app, 'GET /customers', access, async ({ query, signedIn }) => {
    const { limit = DEFAULT_LIMIT, cursor, q = '', ownerId } = query
    const scope = scopeWithin(scopeOf(signedIn.user), ownerId)
    const words = searchWords(q)
    if (scope === null || (q.trim() !== '' && words.length === 0)) return { customers: [], nextCursor: null }
    if (words.length > 0)
      return {
        customers: (await searchCustomers(db, scope, words, limit, clock())).map(customerAnswer),
        nextCursor: null,
      }
    const found = await listCustomers(db, scope, placeOf(cursor), limit + 1, clock())
    const { page, nextCursor } = cutAt(found, limit, ({ ownerId, key }) => `${ownerId}:${key}`)
    return { customers: page.map(customerAnswer), nextCursor }
  })

  serve(app, 'GET /customers/:ownerId/:key', access, async ({ params, signedIn }) => {
    const place = { ownerId: idOf(params.ownerId), key: params.key.toLowerCase() }
    const customer = await findCustomer(db, scopeOf(signedIn.user), place, clock())
    if (!customer) throw new Refusal('customer_not_found')
    const [sessions, orders, mails, { book }] = await Promise.all([
      listSessionsOfCustomer(db, place, SHOWN),
      listOrdersOfCustomer(db, place, SHOWN),
      customer.email === null ? [] : listMailsTo(db, place.ownerId, customer.email, SHOWN),
      current(),
    ])
    const shown = maySeeSources(signedIn.user) ? sessions : sessions.map(withoutSources)
    return {
      customer: customerAnswer(customer),
      sessions: shown.map((session) => ({
        ...sessionAnswer(session, book),
        credentialId: session.credentialId!, // sessions are found by credential
        username: session.username,
      })),
      orders: orders.map((order) => orderAnswer(order, book)),
      mails: mails.map(mailAnswer),
    }
  })
}

function placeOf(cursor: string | undefined): CustomerPlace | null {
  const [ownerId, key] = placeIn(cursor, /^([1-9]\d{0,14}):([^\0]*)$/s) ?? []
  return ownerId === undefined ? null : { ownerId: Number(ownerId), key: key! }
}

const customerAnswer = (customer: ListedCustomer): Static<typeof Customer> => ({
  id: customer.lastCredentialId ?? -(customer.lastOrderId ?? 0),
  ownerId: customer.ownerId,
  ownerName: customer.ownerName,
  key: customer.key,
  name: customer.name || null,
  email: customer.email || null,
  credentials: customer.credentials,
  manyCredentials: customer.credentials === MOST_COUNTED,
  active: customer.active,
  nextEnd: customer.nextEnd,
  connected: customer.connected,
  orders: customer.orders,
})
