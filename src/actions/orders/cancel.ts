import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { findCheckout, findOrder, type ListedOrder, markCancelled } from '../../store/orders/rows.ts'
import type { ActionContext } from '../context.ts'
import { heldOrder, refuseUnlessOpen, tellOfOrder } from './existing.ts'

/** Again: the same answer. A paid one is refused: its money is given back by a note, its credential by revoking it. */
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
    await tellOfOrder(tx, context, 'order.cancelled', found)
    return { order: (await findOrder(tx, within, id))!, checkoutId: checkout?.id ?? null }
  })
  // After the transaction, for a provider may take its time. A page that stays open there is no harm: what is paid on it is
  // told, and changes nothing here.
  if (checkoutId) await context.provider?.close(checkoutId).catch(() => {})
  return order
}
