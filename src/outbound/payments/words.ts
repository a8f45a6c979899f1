// Our responses to Stripe's notifications; Stripe's dashboard shows them to the operator.
import type { NoticeOutcome } from '../../actions/orders/take-payment-notice.ts'

export const OUTCOMES: Readonly<Record<NoticeOutcome | 'ignored', string>> = {
  paid: 'The order is paid.',
  awaiting_payment: 'The money is not there yet; the notice that it is will pay the order.',
  unknown_order: 'No order of ours is named by client_reference_id. Nothing was changed.',
  wrong_amount: 'The amount or the currency is not that of the order. Nothing was changed; the order says so.',
  order_cancelled: 'The order was cancelled before. Nothing was changed; the order says so.',
  station_archived: 'The station of the order was archived. Nothing was changed; the order says so.',
  credential_revoked: 'The credential to renew was revoked. Nothing was changed; the order says so.',
  paid_twice: 'The order was paid before with other money. Nothing was changed; the order says so.',
  ignored: 'Notices of this type are not needed here.',
}
