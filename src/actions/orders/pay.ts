// Pays an order, manually or by a provider's notice: one function, one transaction, one credential issued or renewed.

import { Refusal } from '../../domain/codes/refusal.ts'
import { type Credential, placeOf } from '../../domain/credentials/credential.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import { type Money, moneyText } from '../../domain/orders/money.ts'
import { type Order, startAtPayment } from '../../domain/orders/order.ts'
import { isServed } from '../../domain/orders/renewal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { copyRinexHours } from '../../store/archive/allowances.ts'
import { insertRenewedMail } from '../../store/delivery/deliveries.ts'
import { findOrder, type ListedOrder, markPaid, type OrderPayment } from '../../store/orders/rows.ts'
import { orderToWire } from '../../wire/orders/order.ts'
import type { NetworkContext } from '../context.ts'
import { renewPaid } from '../credentials/renew.ts'
import { insertCredentials } from '../credentials/request/insert.ts'
import { newEvent } from '../event.ts'
import { credentialInEvent } from '../webhooks/credential-event.ts'
import { heldOrder, recordOrderAction, refuseTest, refuseUnlessOpen } from './existing.ts'

export interface PayContext extends NetworkContext {
  /** `null` if the service sends no mail; the operator then hands the credential over. */
  readonly customerMail: CustomerMail | null
}

export interface Payment extends OrderPayment {
  /** Amount that a provider received; undefined for manual payments, which are for the full amount. */
  readonly received?: { readonly amountMinor: number | null; readonly currency: string | null }
}

export interface Paid {
  readonly order: ListedOrder
  /** True if the order was already paid; nothing changed. */
  readonly already: boolean
}

export function payOrder(context: PayContext, within: OwnerScope, id: number, payment: Payment): Promise<Paid> {
  return context.db.transaction(async (tx) => {
    const order = await heldOrder(tx, within, id)
    if (order.state === 'paid') return { order, already: true }
    refuseUnlessOpen(order)
    refuseTest(order)
    refuseOtherAmount(order, payment)
    const credential = await (order.renewsId === null ? issueFor : renewFor)({ ...context, db: tx }, order)
    if (order.productId !== null) await copyRinexHours(tx, credential.id, order.productId)
    const station = order.stationId === null ? null : (context.book.byId.get(order.stationId) ?? null)
    const { way, reference, note } = payment
    const { now } = context
    const paid: Order = {
      ...order,
      state: 'paid',
      paidAt: now,
      paidBy: way,
      paymentReference: reference,
      credentialId: credential.id,
    }
    const told = {
      order: orderToWire(paid, station, context.book.groups),
      credential: credentialInEvent(context, credential),
    }
    await markPaid(tx, id, payment, credential.id, newEvent('order.paid', told, now))
    const done = { credential: credential.id, username: credential.username }
    await recordOrderAction(tx, context, 'order.paid', order, { way, reference, note, ...done })
    return { order: (await findOrder(tx, within, id))!, already: false }
  })
}

function refuseOtherAmount(order: Money, { received }: Payment): void {
  if (!received) return
  const { amountMinor, currency } = received
  if (amountMinor === order.amountMinor && currency?.toUpperCase() === order.currency) return
  throw new Refusal('order_wrong_amount', { amount: moneyText(order), receivedMinor: amountMinor, currency })
}

/** Issues under the same rules as any credential, and mails it in the customer's language. */
async function issueFor(context: PayContext, order: ListedOrder): Promise<Credential> {
  const { now, customerMail } = context
  const { stationId, groupId, validitySeconds, customerName, customerEmail, language, ownerId, geofence } = order
  const place = placeOf(order)
  const request = {
    validitySeconds,
    stationId: stationId ?? undefined,
    stationCode: undefined,
    groupId: groupId ?? undefined,
    label: labelOf(order),
    customerName,
    customerEmail,
    sendEmail: customerMail !== null,
    startsAt: startAtPayment(order, now)?.toISOString(),
    ...(place && { place }),
    ...(geofence && { fence: geofence }),
  }
  const mail = customerMail && { ...customerMail, language }
  try {
    const [issued] = await insertCredentials({ ...context, customerMail: mail }, ownerId, [request])
    return issued!.credential
  } catch (error) {
    if (
      error instanceof Refusal &&
      error.fields.some(({ path }) => path.includes('stationId') || path.includes('group'))
    )
      throw new Refusal('order_station_archived')
    throw error
  }
}

/** Extends the credential that the customer has, and confirms it by mail. */
async function renewFor(context: PayContext, order: ListedOrder): Promise<Credential> {
  const { db: tx, book, now, customerMail } = context
  const { id: orderId, ownerId, customerEmail: recipient, language } = order
  const credentialId = order.renewsId!
  const credential = await renewPaid(context, ownerId, { ...order, renewsId: credentialId })
  if (!isServed(credential, book)) throw new Refusal('order_station_archived')
  if (customerMail) await insertRenewedMail(tx, { credentialId, ownerId, recipient, language, orderId }, now)
  return credential
}

const LONGEST_LABEL = 200

/** Contains the order number, so that the credential can be found by searching for it. */
const labelOf = ({ id, label, productName }: Order) =>
  label ?? `#${id}${productName ? ` ${productName}` : ''}`.slice(0, LONGEST_LABEL)
