import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { findCheckout, findOrder, type ListedOrder, markCancelled } from '../../store/orders/rows.ts'
import type { ActionContext } from '../context.ts'
import { heldOrder, recordOrderAction, refuseUnlessOpen } from './existing.ts'

/** Idempotent. Rejects a paid order: note a refund and revoke its credential instead. */
export async function cancelOrder(
  context: ActionContext & { readonly provider: PaymentProvider | null },
  within: OwnerScope,
  id: number,
): Promise<ListedOrder> {
  const { order, checkoutId } = await context.db.transaction(async (tx) => {
    const found = await heldOrder(tx, within, id)
    if (found.state === 'cancelled') return { order: found, checkoutId: null }
    refuseUnlessOpen(found)
    const checkout = await findCheckout(tx, id)
    await markCancelled(tx, id, context.now)
    await recordOrderAction(tx, context, 'order.cancelled', found)
    return { order: (await findOrder(tx, within, id))!, checkoutId: checkout?.id ?? null }
  })
  // After the transaction, since the provider may be slow. A checkout that stays open is harmless: a payment there is
  // recorded as a problem and changes nothing.
  if (checkoutId) await context.provider?.close(checkoutId).catch(() => {})
  return order
}
