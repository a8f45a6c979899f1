// An order through the API. The price always comes from a product, given by id or matched by its properties.
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid, Refusal } from '../../domain/codes/refusal.ts'
import type { Product } from '../../domain/orders/product.ts'
import type { OrderRequest } from '../../domain/orders/request.ts'
import type { Language } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOffer, findProduct } from '../../store/orders/products.ts'
import type { ListedOrder } from '../../store/orders/rows.ts'
import { type FoundAccess, findAccess } from '../credentials/request/access.ts'
import { type OrderContext, startOf, writeOrder } from './create.ts'

/** Owner of the order, and owner of its products; they differ for test spaces, which have no products. */
export interface Orderer {
  readonly ownerId: number
  readonly organisationId: number
}

export function requestOrder(
  context: OrderContext & { readonly language: Language },
  { ownerId, organisationId }: Orderer,
  request: OrderRequest,
): Promise<ListedOrder> {
  const { book, now, language } = context
  const faults: FieldFault[] = []
  const access = findAccess(book, request, (field, found) => void faults.push({ path: [field], ...found }))
  if (request.productId === undefined && request.validitySeconds === undefined)
    faults.push(wrong(['validitySeconds'], 'missing'))
  if (faults.length > 0) throw allInvalid(faults)
  const startsAt = startOf(request.startsAt, now)
  return context.db.transaction(async (tx) => {
    const product = await productOf(tx, organisationId, request, access)
    const { id: productId, name: productName, validitySeconds, amountMinor, currency } = product
    const stationId = product.serves === 'station' ? product.stationId : (access.station?.id ?? null)
    const { groupId } = product
    const { customerName, customerEmail, label = null } = request
    const bought = {
      productId,
      productName,
      validitySeconds,
      stationId,
      groupId,
      amountMinor,
      currency,
      startsAt,
      label,
    }
    const customer = { customerName, customerEmail, language, client: null }
    return writeOrder({ ...context, db: tx }, { ownerId, ...bought, ...customer })
  })
}

async function productOf(
  tx: Database,
  organisationId: number,
  { productId, validitySeconds }: OrderRequest,
  { station, group }: FoundAccess,
): Promise<Product> {
  if (productId === undefined) {
    const wanted = { stationId: station?.id ?? null, groupId: group?.id ?? null }
    const offer = await findOffer(tx, organisationId, wanted, validitySeconds!)
    if (!offer) throw new Refusal('no_product_offers_it')
    return offer
  }
  const product = await findProduct(tx, organisationId, productId)
  if (!product?.active) throw allInvalid([wrong(['productId'], 'unknown_product')])
  const faults: FieldFault[] = []
  if (validitySeconds !== undefined && validitySeconds !== product.validitySeconds)
    faults.push(wrong(['validitySeconds'], 'not_in_product'))
  if (station && product.serves !== 'place' && station.id !== product.stationId)
    faults.push(wrong(['stationId'], 'not_in_product'))
  if (group && group.id !== product.groupId) faults.push(wrong(['group'], 'not_in_product'))
  if (faults.length > 0) throw allInvalid(faults)
  return product
}
