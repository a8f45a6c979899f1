// What is for sale. A reseller's are its owner's; what the network's own shop offers is the operator's to say.
import { Type } from 'typebox'
import { changeProduct, createProduct, productNotFound } from '../../actions/orders/products.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import { SERVES, type Serves } from '../../domain/orders/product.ts'
import { isWithin, mayOfferInShop, scopeOf } from '../../domain/people/permissions.ts'
import type { User } from '../../domain/people/user.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findProduct, listProducts } from '../../store/orders/products.ts'
import { Nullable, PageQuery } from '../../wire/common.ts'
import { Body, IdParams, idOf, Name, OwnerId } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'
import { Amount, CurrencyField } from './amount-fields.ts'
import { productAnswer } from './answers.ts'

const reading = { access: 'orders.read' } as const
const changing = { access: 'orders.change' } as const

const FIELDS = {
  name: Name,
  validitySeconds: Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS }),
  serves: Type.Unsafe<Serves>({ enum: [...SERVES] }),
  stationId: Nullable('integer', { minimum: 1 }),
  amountMinor: Amount,
  currency: CurrencyField,
  active: Type.Boolean(),
  inShop: Type.Boolean(),
}

export function productRoutes(app: App, { db, current }: ConsoleServices, gate: Gate): void {
  const query = Type.Object({
    ...PageQuery,
    active: Type.Optional(Type.Unsafe<'true' | 'false'>({ enum: ['true', 'false'] })),
    ownerId: Type.Optional(OwnerId),
  })
  app.get('/products', { config: reading, schema: { querystring: query } }, async ({ query, visitor }) => {
    const scope = scopeOf(visitor.user)
    const wanted = pageOf(query)
    const { ownerId, active } = query
    const hidden = ownerId !== undefined && !isWithin(scope, ownerId)
    const rows = hidden
      ? []
      : await listProducts(db, ownerId ?? scope, { ...wanted, active: active && active === 'true' })
    const { page, nextCursor } = cutPage(rows, wanted)
    const { book } = await current()
    return { ok: true, products: page.map((product) => productAnswer(product, book)), nextCursor }
  })

  app.get('/products/:id', { config: reading, schema: { params: IdParams } }, async ({ params, visitor }) => {
    const product = await findProduct(db, scopeOf(visitor.user), idOf(params.id))
    if (!product) throw productNotFound()
    return { ok: true, product: productAnswer(product, (await current()).book) }
  })

  const { stationId, active, inShop, ...needed } = FIELDS
  const optional = {
    stationId: Type.Optional(stationId),
    active: Type.Optional(active),
    inShop: Type.Optional(inShop),
  }
  const NewBody = Body({ ownerId: OwnerId, ...needed, ...optional })
  app.post('/products', { config: changing, schema: { body: NewBody } }, async (request, reply) => {
    const { stationId = null, active = true, inShop = false, ...rest } = request.body
    const { user } = request.visitor
    refuseShop(user, inShop)
    const { book } = await current()
    const context = { ...gate.context(request), book }
    const product = await createProduct(context, scopeOf(user), { ...rest, stationId, active, inShop })
    return reply.code(201).send({ ok: true, product: productAnswer(product, book) })
  })

  const ChangeBody = Type.Partial(Body(FIELDS), { additionalProperties: false })
  const one = { config: changing, schema: { params: IdParams, body: ChangeBody } }
  app.patch('/products/:id', one, async (request) => {
    const { user } = request.visitor
    const { book } = await current()
    refuseShop(user, request.body.inShop ?? false)
    const change = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== undefined))
    const context = { ...gate.context(request), book }
    const product = await changeProduct(context, scopeOf(user), idOf(request.params.id), change)
    return { ok: true, product: productAnswer(product, book) }
  })
}

function refuseShop(user: User, inShop: boolean): void {
  if (inShop && !mayOfferInShop(user)) throw new Refusal('shop_of_operator')
}
