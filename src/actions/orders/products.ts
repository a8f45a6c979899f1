// What is for sale, by hand of somebody in the administration area.
import { wrong } from '../../domain/fault.ts'
import type { Product } from '../../domain/orders/product.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { StationBook } from '../../store/current/current.ts'
import {
  findProduct,
  insertProduct,
  type ListedProduct,
  type NewProduct,
  type ProductChange,
  saveProduct,
} from '../../store/orders/products.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { type DeedContext, record } from '../context.ts'

export interface ProductContext extends DeedContext {
  readonly book: StationBook
}

export const productNotFound = () => new Refusal('product_not_found')

export function createProduct(
  context: ProductContext,
  within: OwnerScope,
  wish: Omit<NewProduct, 'createdAt'>,
): Promise<ListedProduct> {
  const { ownerId, ...details } = wish
  return context.db.transaction(async (tx) => {
    if (!(await findOwner(tx, within, ownerId))) throw new Refusal('owner_not_found')
    refuseStation(context.book, wish)
    const id = await insertProduct(tx, { ...wish, createdAt: context.now })
    const subject = { kind: 'product', id } as const
    await record(tx, context, { action: 'product.created', subject, ownerId, details })
    return (await findProduct(tx, within, id))!
  })
}

/** Orders keep what they were made with. */
export function changeProduct(
  context: ProductContext,
  within: OwnerScope,
  id: number,
  change: ProductChange,
): Promise<ListedProduct> {
  return context.db.transaction(async (tx) => {
    const found = await findProduct(tx, within, id)
    if (!found) throw productNotFound()
    const changed = { ...found, ...change }
    refuseStation(context.book, changed)
    await saveProduct(tx, changed)
    const subject = { kind: 'product', id } as const
    const details = { name: found.name, ...change }
    await record(tx, context, { action: 'product.changed', subject, ownerId: found.ownerId, details })
    return (await findProduct(tx, within, id))!
  })
}

function refuseStation({ byId }: StationBook, { serves, stationId }: Pick<Product, 'serves' | 'stationId'>): void {
  if ((serves === 'station') !== (stationId !== null)) throw invalid(wrong(['stationId'], 'station_of_product'))
  const station = stationId === null ? null : byId.get(stationId)
  if (station === undefined || station?.archived) throw invalid(wrong(['stationId'], 'unknown_station_id'))
}
