import { changeProduct, createProduct, productNotFound } from '../../../actions/orders/products.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { mayOfferInShop, scopeOf } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import { findProduct, listProducts } from '../../../store/orders/products.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { ownedPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { productAnswer } from './answers.ts'

const reading = 'orders.read'
const changing = 'orders.change'

export function productRoutes(app: App, { db, current }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /products', reading, async ({ query, signedIn }) => {
    const active = query.active && query.active === 'true'
    const { page, nextCursor } = await ownedPage(signedIn, query, (scope, wanted) =>
      listProducts(db, scope, { ...wanted, active }),
    )
    const { book } = await current()
    return { products: page.map((product) => productAnswer(product, book)), nextCursor }
  })

  serve(app, 'GET /products/:id', reading, async ({ params, signedIn }) => {
    const product = await findProduct(db, scopeOf(signedIn.user), idOf(params.id))
    if (!product) throw productNotFound()
    return { product: productAnswer(product, (await current()).book) }
  })

  serve(app, 'POST /products', changing, async (request) => {
    const { stationId = null, groupId = null, active = true, inShop = false, ...rest } = request.body
    const { user } = request.signedIn
    refuseShop(user, inShop)
    const { book } = await current()
    const context = { ...gate.context(request), book }
    const product = await createProduct(context, scopeOf(user), { ...rest, stationId, groupId, active, inShop })
    return { product: productAnswer(product, book) }
  })

  serve(app, 'PATCH /products/:id', changing, async (request) => {
    const { user } = request.signedIn
    const { book } = await current()
    refuseShop(user, request.body.inShop ?? false)
    const change = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== undefined))
    const context = { ...gate.context(request), book }
    const product = await changeProduct(context, scopeOf(user), idOf(request.params.id), change)
    return { product: productAnswer(product, book) }
  })
}

function refuseShop(user: User, inShop: boolean): void {
  if (inShop && !mayOfferInShop(user)) throw new Refusal('shop_of_operator')
}
