// Tells a customer how to pay an order. Nothing of it is in a stranger's words: anybody can order in the shop, for any address.
import { type Money, moneyText } from '../domain/orders/money.ts'
import { type Order, orderUrl } from '../domain/orders/order.ts'
import type { Language } from '../domain/people/user.ts'
import type { Database } from '../store/database.ts'
import { findOrder } from '../store/orders/rows.ts'
import { compose } from './compose.ts'
import type { Render } from './send-mails.ts'

export interface OrderPaymentServices {
  readonly db: Database
  readonly baseUrl: string
  readonly takesCards: boolean
  readonly bankDetails: string | null
}

const WORDS = {
  es: {
    subject: (number: string) => `cómo pagar su pedido ${number}`,
    intro: (number: string, network: string) =>
      `Hay un pedido ${number} a este correo en ${network}, que espera su pago. En cuanto se pague, su acceso queda listo y sus datos para conectarse llegan a este correo.`,
    amount: (amount: string) => `Importe: ${amount}`,
    reference: (number: string) => `Referencia: ${number}`,
    card: 'Para pagar con tarjeta, o ver en qué va el pedido, abra:',
    look: 'Para ver en qué va el pedido, abra:',
    bank: 'Para pagar por transferencia, por el importe exacto y con la referencia:',
    ignore: 'Si usted no pidió nada, no haga nada: un pedido sin pagar no tiene consecuencias.',
  },
  en: {
    subject: (number: string) => `how to pay your order ${number}`,
    intro: (number: string, network: string) =>
      `There is an order ${number} for this e-mail address at ${network}, which waits for its payment. As soon as it is paid, your access is ready and what you need to connect comes to this address.`,
    amount: (amount: string) => `Amount: ${amount}`,
    reference: (number: string) => `Reference: ${number}`,
    card: 'To pay by card, or to see how the order stands, open:',
    look: 'To see how the order stands, open:',
    bank: 'To pay by bank transfer, with the exact amount and the reference:',
    ignore: 'If you ordered nothing, do nothing: an order that is not paid has no consequences.',
  },
} satisfies Record<Language, object>

export const orderPaymentMail =
  (services: OrderPaymentServices): Render =>
  async ({ ownerId, data }, networkName) => {
    const order = await findOrder(services.db, ownerId, (data as { orderId: number }).orderId)
    if (order?.state !== 'pending') return { unwanted: 'the order no longer waits for its money' }
    return inWords(order, networkName, services)
  }

function inWords(
  order: Order & Money,
  networkName: string,
  { baseUrl, takesCards, bankDetails }: OrderPaymentServices,
) {
  const words = WORDS[order.language]
  const number = `#${order.id}`
  return compose(`${networkName}: ${words.subject(number)}`, [
    words.intro(number, networkName),
    [words.amount(moneyText(order)), words.reference(number)],
    takesCards ? words.card : words.look,
    [orderUrl(baseUrl, order)],
    ...(bankDetails === null ? [] : [words.bank, bankDetails.split('\n')]),
    words.ignore,
  ])
}
