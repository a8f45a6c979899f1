import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import type { GeofenceWish } from '../../domain/credentials/geofence.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  findProduct,
  insertProduct,
  type ListedProduct,
  type NewProduct,
  type ProductChange,
  saveProduct,
} from '../../store/orders/products.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { type ActionContext, record } from '../context.ts'
import { findGone } from '../credentials/request/access.ts'
import { requestedGeofence } from '../credentials/request/geofence.ts'
import { previousOf } from '../previous.ts'

export interface ProductContext extends ActionContext {
  readonly book: StationBook
}

/** `fence` is not validated yet; `null` or undefined means no geofence. */
export type ProductWish<Fields> = Omit<Fields, 'geofence'> & { readonly fence?: GeofenceWish | null | undefined }

export const productNotFound = () => new Refusal('product_not_found')

export function createProduct(
  context: ProductContext,
  within: OwnerScope,
  wish: ProductWish<Omit<NewProduct, 'createdAt'>>,
): Promise<ListedProduct> {
  const { ownerId, ...details } = wish
  const geofence = requestedGeofence(wish.fence) ?? null
  return context.db.transaction(async (tx) => {
    if (!(await findOwner(tx, within, ownerId))) throw new Refusal('owner_not_found')
    await refuseAccess(tx, context.book, wish)
    const id = await insertProduct(tx, { ...wish, geofence, createdAt: context.now })
    const subject = { kind: 'product', id } as const
    await record(tx, context, { action: 'product.created', subject, ownerId, details })
    return (await findProduct(tx, within, id))!
  })
}

/** Existing orders stay unchanged. */
export function changeProduct(
  context: ProductContext,
  within: OwnerScope,
  id: number,
  { fence: wish, ...rest }: ProductWish<ProductChange>,
): Promise<ListedProduct> {
  const geofence = requestedGeofence(wish)
  return context.db.transaction(async (tx) => {
    const found = await findProduct(tx, within, id)
    if (!found) throw productNotFound()
    const changed = { ...found, ...rest, ...(geofence !== undefined && { geofence }) }
    await refuseAccess(tx, context.book, changed)
    await saveProduct(tx, changed)
    const subject = { kind: 'product', id } as const
    const details = { name: found.name, ...rest, ...(geofence !== undefined && { fence: geofence }) }
    const was = { ...previousOf(found, rest), ...(geofence !== undefined && { fence: found.geofence }) }
    await record(tx, context, {
      action: 'product.changed',
      subject,
      ownerId: found.ownerId,
      details: { ...details, was },
    })
    return (await findProduct(tx, within, id))!
  })
}

async function refuseAccess(
  tx: Database,
  { byId }: StationBook,
  wish: Omit<NewProduct, 'createdAt' | 'geofence'>,
): Promise<void> {
  const { serves, stationId, groupId = null, active } = wish
  if ((serves === 'station') !== (stationId !== null)) throw invalid(wrong(['stationId'], 'station_of_product'))
  if ((serves === 'group') !== (groupId !== null)) throw invalid(wrong(['groupId'], 'group_of_product'))
  const station = stationId === null ? null : byId.get(stationId)
  if (station === undefined || station?.archived) throw invalid(wrong(['stationId'], 'unknown_station_id'))
  // An inactive product may refer to a deleted group.
  const gone = await findGone(tx, [active ? groupId : null])
  if (gone.length > 0) throw invalid(wrong(['groupId'], 'unknown_group'))
}
