// Shared by actions on an existing order: lock it, and write its audit entry.
import type { AuditAction } from '../../domain/audit/action.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { moneyText } from '../../domain/orders/money.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Database } from '../../store/kit/database.ts'
import { type ListedOrder, lockOrder } from '../../store/orders/rows.ts'
import { type ActionContext, record } from '../context.ts'

export const orderNotFound = () => new Refusal('order_not_found')

/** Locks the order until the end of the transaction. `within`: owners whose orders the caller may see. */
export async function heldOrder(tx: Database, within: OwnerScope, id: number): Promise<ListedOrder> {
  const order = await lockOrder(tx, within, id)
  if (!order) throw orderNotFound()
  return order
}

/** Prevents paying an order twice, or a cancelled one. */
export function refuseUnlessOpen({ state }: Pick<Order, 'state'>): void {
  if (state === 'paid') throw new Refusal('order_paid')
  if (state === 'cancelled') throw new Refusal('order_cancelled')
}

export function refuseTest({ isTest }: Pick<Order, 'isTest'>): void {
  if (isTest) throw new Refusal('order_is_test')
}

export const recordOrderAction = (
  tx: Database,
  context: Pick<ActionContext, 'by' | 'now'>,
  action: AuditAction,
  order: Pick<Order, 'id' | 'ownerId' | 'customerName' | 'amountMinor' | 'currency'>,
  details: Record<string, unknown> = {},
) =>
  record(tx, context, {
    action,
    subject: { kind: 'order', id: order.id },
    ownerId: order.ownerId,
    details: { customer: order.customerName, amount: moneyText(order), ...details },
  })
