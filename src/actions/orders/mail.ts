import { Refusal } from '../../domain/codes/refusal.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { insertOrderMail } from '../../store/orders/mails.ts'
import type { ListedOrder } from '../../store/orders/rows.ts'
import type { ActionContext } from '../context.ts'
import { heldOrder, recordOrderAction, refuseTest, refuseUnlessOpen } from './existing.ts'

/** Mails payment instructions to the customer, at most once a minute. */
export function mailOrder(
  context: ActionContext & { readonly customerMail: CustomerMail | null },
  within: OwnerScope,
  id: number,
): Promise<ListedOrder> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const order = await heldOrder(tx, within, id)
    if (!context.customerMail) throw new Refusal('no_mail_server')
    refuseUnlessOpen(order)
    refuseTest(order)
    const { ownerId, customerEmail: recipient } = order
    await insertOrderMail(tx, { orderId: id, ownerId, recipient, occasion: now.toISOString().slice(0, 16) }, now)
    await recordOrderAction(tx, context, 'order.mailed', order, { to: recipient })
    return order
  })
}
