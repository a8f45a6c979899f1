import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { findOrder, type ListedOrder, saveRefundNote } from '../../store/orders/rows.ts'
import type { ActionContext } from '../context.ts'
import { heldOrder, recordOrderAction } from './existing.ts'

/**
 * Notes a refund on a paid order or one with a payment problem. The order keeps the last note; the audit log has all.
 */
export function noteRefund(context: ActionContext, within: OwnerScope, id: number, note: string): Promise<ListedOrder> {
  return context.db.transaction(async (tx) => {
    const order = await heldOrder(tx, within, id)
    if (order.state !== 'paid' && order.paymentProblem === null) throw invalid(wrong(['note'], 'not_paid'))
    await saveRefundNote(tx, id, note, context.now)
    await recordOrderAction(tx, context, 'order.refund_noted', order, { note })
    return (await findOrder(tx, within, id))!
  })
}
