// Creates an unpaid order, for a console user or a customer in the shop.

import { BASE62, randomCode } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { startTime } from '../../domain/credentials/start-time.ts'
import { ORDER_KEY_LENGTH } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Group } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { StationBook } from '../../store/current/current.ts'
import { findProduct } from '../../store/orders/products.ts'
import { findOrder, insertOrder, type ListedOrder, type NewOrder } from '../../store/orders/rows.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import type { ActionContext } from '../context.ts'
import { findGone } from '../credentials/request/access.ts'
import { recordOrderAction } from './existing.ts'
import { productNotFound } from './products.ts'

export interface OrderContext extends ActionContext {
  readonly book: StationBook
}

export type WrittenOrder = Omit<NewOrder, 'createdAt' | 'key'>

export interface OrderWish extends Omit<WrittenOrder, 'startsAt' | 'productName'> {
  /** A date or a time, with the same rules as for a credential. */
  readonly startsAt: string | undefined
}

export function createOrder(context: OrderContext, within: OwnerScope, wish: OrderWish): Promise<ListedOrder> {
  const { ownerId, productId } = wish
  return context.db.transaction(async (tx) => {
    if (!(await findOwner(tx, within, ownerId))) throw new Refusal('owner_not_found')
    const product = productId === null ? null : await findProduct(tx, ownerId, productId)
    if (productId !== null && !product) throw productNotFound()
    const startsAt = startOf(wish.startsAt, context.now)
    return writeOrder({ ...context, db: tx }, { ...wish, productName: product?.name ?? null, startsAt })
  })
}

/** Call in the transaction that determined the owner and the price. */
export async function writeOrder(context: OrderContext, order: WrittenOrder): Promise<ListedOrder> {
  const { db: tx, now } = context
  const station = stationOf(context.book, order.stationId)
  const group = groupOf(context.book, order)
  if ((await findGone(tx, [group?.id ?? null])).length > 0) throw unknownGroup()
  const id = await insertOrder(tx, { ...order, createdAt: now, key: randomCode(ORDER_KEY_LENGTH, BASE62) })
  const { productName, validitySeconds } = order
  const details = {
    product: productName,
    station: station?.code ?? null,
    ...(group && { group: group.name }),
    validitySeconds,
    ...(order.renewsId && { renews: order.renewsId }),
  }
  await recordOrderAction(tx, context, 'order.created', { ...order, id }, details)
  return (await findOrder(tx, order.ownerId, id))!
}

/** Returns `null` if the credential starts at payment. */
export function startOf(wish: string | undefined, now: Date): Date | null {
  const start = startTime(wish, now)
  if ('fault' in start) throw invalid({ path: ['startsAt'], ...start.fault })
  return wish === undefined || start.at <= now ? null : start.at
}

function stationOf({ byId }: StationBook, id: number | null): Station | null {
  const station = id === null ? null : byId.get(id)
  if (station === undefined || station?.archived) throw invalid(wrong(['stationId'], 'unknown_station_id'))
  return station
}

function groupOf({ groups }: StationBook, { stationId, groupId = null }: WrittenOrder): Group | null {
  if (groupId === null) return null
  if (stationId !== null) throw invalid(wrong(['groupId'], 'station_or_group'))
  const group = groups.get(groupId)
  if (!group) throw unknownGroup()
  return group
}

const unknownGroup = () => invalid(wrong(['groupId'], 'unknown_group'))
