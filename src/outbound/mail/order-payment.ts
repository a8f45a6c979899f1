// Explains to a customer how to pay an order. Contains no text of the buyer, because anyone can order for any address.
import { type Money, moneyText } from '../../domain/orders/money.ts'
import { type Order, orderUrl } from '../../domain/orders/order.ts'
import type { Language } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOrder } from '../../store/orders/rows.ts'
import { compose } from './compose.ts'
import type { Render } from './send-mails.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import type { NoticeWords } from './words/notices.ts'

export interface OrderPaymentServices {
  readonly db: Database
  readonly baseUrl: string
  readonly takesCards: boolean
  readonly bankDetails: string | null
}

const WORDS: Readonly<Record<Language, NoticeWords['orderPayment']>> = { es: es.orderPayment, en: en.orderPayment }

export const orderPaymentMail =
  (services: OrderPaymentServices): Render =>
  async ({ ownerId, data }, networkName) => {
    const { orderId } = data as { orderId: number }
    const order = ownerId === null ? null : await findOrder(services.db, ownerId, orderId)
    if (order?.state !== 'pending') return { unwanted: 'order_not_waiting' }
    return inWords(order, networkName, services)
  }

function inWords(
  order: Order & Money,
  networkName: string,
  { baseUrl, takesCards, bankDetails }: OrderPaymentServices,
) {
  const words = WORDS[order.language]
  const number = `#${order.id}`
  return compose(
    `${networkName}: ${words.subject(number)}`,
    [
      (order.renewsId === null ? words.intro : words.renewal)(number, networkName),
      [words.amount(moneyText(order)), words.reference(number)],
      takesCards ? words.card : words.look,
      { link: orderUrl(baseUrl, order), name: words.open },
      ...(bankDetails === null ? [] : [words.bank, bankDetails.split('\n')]),
      words.ignore,
    ],
    order.language,
  )
}
