// An order through the API: a new credential, or the renewal of one. The price always comes from a product, given by id
// or matched by its properties.
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid, invalid, Refusal } from '../../domain/codes/refusal.ts'
import type { Product } from '../../domain/orders/product.ts'
import { isServed, isTooFar, MAX_DAYS_UNTIL_ORDERED_END } from '../../domain/orders/renewal.ts'
import type { OrderRequest } from '../../domain/orders/request.ts'
import type { Language } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOffer, findProduct, listRenewalOffers } from '../../store/orders/products.ts'
import type { ListedOrder } from '../../store/orders/rows.ts'
import { lockChangeable } from '../credentials/lock.ts'
import { type FoundAccess, findAccess } from '../credentials/request/access.ts'
import { type OrderContext, startOf, type WrittenOrder, writeOrder } from './create.ts'

/** Owner of the order, and owner of its products; they differ for test spaces, which have no products. */
export interface Orderer {
  readonly ownerId: number
  readonly organisationId: number
}

type RequestContext = OrderContext & { readonly language: Language }

export function requestOrder(context: RequestContext, orderer: Orderer, request: OrderRequest): Promise<ListedOrder> {
  const faults: FieldFault[] = []
  if (request.productId === undefined && request.validitySeconds === undefined)
    faults.push(wrong(['validitySeconds'], 'missing'))
  return request.credentialId === undefined
    ? requestAccess(context, orderer, request, faults)
    : requestRenewal(context, orderer, { ...request, credentialId: request.credentialId }, faults)
}

function requestAccess(
  context: RequestContext,
  { ownerId, organisationId }: Orderer,
  request: OrderRequest,
  faults: FieldFault[],
): Promise<ListedOrder> {
  const { book, now, language } = context
  const { customerName = '', customerEmail = '', label = null } = request
  const access = findAccess(book, request, (field, found) => void faults.push({ path: [field], ...found }))
  faults.push(...missingCustomer({ customerName, customerEmail }))
  if (faults.length > 0) throw allInvalid(faults)
  const startsAt = startOf(request.startsAt, now)
  return context.db.transaction(async (tx) => {
    const product = await productOf(tx, organisationId, request, access)
    const stationId = product.serves === 'station' ? product.stationId : (access.station?.id ?? null)
    const bought = { ...boughtOf(product), stationId, groupId: product.groupId, startsAt, label }
    const customer = { customerName, customerEmail, language, client: null }
    return writeOrder({ ...context, db: tx }, { ownerId, ...bought, ...customer })
  })
}

/** Fields that a renewal takes from the credential. */
const KEPT = ['stationId', 'stationCode', 'group', 'startsAt', 'label'] as const

function requestRenewal(
  context: RequestContext,
  { ownerId, organisationId }: Orderer,
  request: OrderRequest & { readonly credentialId: number },
  faults: FieldFault[],
): Promise<ListedOrder> {
  const { book, now, language } = context
  for (const field of KEPT) if (request[field] !== undefined) faults.push(wrong([field], 'not_in_renewal'))
  if (faults.length > 0) throw allInvalid(faults)
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, ownerId, request.credentialId)
    if (!isServed(found, book)) throw new Refusal('no_product_offers_it')
    const offers = await listRenewalOffers(tx, organisationId, found, false)
    const product = chosen(offers, request)
    if (!product) throw await whyNot(tx, organisationId, request)
    if (isTooFar(found, product.validitySeconds, now))
      throw invalid(wrong(['validitySeconds'], 'end_too_far', { days: MAX_DAYS_UNTIL_ORDERED_END }))
    const { stationId, groupId, label } = found
    const customerName = request.customerName ?? found.customerName ?? ''
    const customerEmail = request.customerEmail ?? found.customerEmail ?? ''
    const missing = missingCustomer({ customerName, customerEmail })
    if (missing.length > 0) throw allInvalid(missing)
    const bought = { ...boughtOf(product), stationId, groupId, startsAt: null, label, renewsId: found.id }
    const customer = { customerName, customerEmail, language, client: null }
    return writeOrder({ ...context, db: tx }, { ownerId, ...bought, ...customer })
  })
}

const missingCustomer = (customer: Pick<WrittenOrder, 'customerName' | 'customerEmail'>): FieldFault[] =>
  (['customerName', 'customerEmail'] as const).flatMap((field) =>
    customer[field] === '' ? [wrong([field], 'missing')] : [],
  )

const boughtOf = ({ id, name, validitySeconds, amountMinor, currency }: Product) => ({
  productId: id,
  productName: name,
  validitySeconds,
  amountMinor,
  currency,
})

const chosen = (offers: readonly Product[], { productId, validitySeconds }: OrderRequest) =>
  offers.find(
    (offer) =>
      (productId === undefined || offer.id === productId) &&
      (validitySeconds === undefined || offer.validitySeconds === validitySeconds),
  )

async function whyNot(tx: Database, organisationId: number, { productId, validitySeconds }: OrderRequest) {
  if (productId === undefined) return new Refusal('no_product_offers_it')
  const product = await findProduct(tx, organisationId, productId)
  if (!product?.active) return invalid(wrong(['productId'], 'unknown_product'))
  const isOtherTime = validitySeconds !== undefined && validitySeconds !== product.validitySeconds
  return invalid(wrong([isOtherTime ? 'validitySeconds' : 'credentialId'], 'not_in_product'))
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
