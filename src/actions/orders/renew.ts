// A customer orders the renewal of a credential, from the page of the credential. Payment then extends it.
import { mayRenew } from '../../domain/delivery/renewal.ts'
import { isServed } from '../../domain/orders/renewal.ts'
import type { Language } from '../../domain/people/user.ts'
import { insertOrderMail } from '../../store/orders/mails.ts'
import { listRenewalOffers } from '../../store/orders/products.ts'
import { findOpenRenewal, type ListedOrder } from '../../store/orders/rows.ts'
import { lockHandedOver } from '../delivery/find.ts'
import { type OrderContext, writeOrder } from './create.ts'

export interface RenewalWish {
  readonly productId: number
  /** Used if the credential has no address. */
  readonly email: string | null
  readonly language: Language
}

/**
 * Returns the pending order for this product if there is one, so that a repeated or concurrent request adds none.
 * Returns `null` if the credential or the product is not on offer any more, or there is no e-mail address.
 */
export function orderRenewal(
  context: OrderContext & { readonly sendsMail: boolean },
  credentialId: number,
  { productId, email, language }: RenewalWish,
): Promise<ListedOrder | null> {
  const { now, book } = context
  return context.db.transaction(async (tx) => {
    const found = await lockHandedOver(tx, 'all', credentialId)
    const customerEmail = found.customerEmail ?? email
    if (customerEmail === null || !mayRenew(found, now) || !isServed(found, book)) return null
    const offers = await listRenewalOffers(tx, found.ownerId, found, true)
    const product = offers.find(({ id }) => id === productId)
    if (!product) return null
    const open = await findOpenRenewal(tx, credentialId, product)
    if (open) return open
    const { ownerId, stationId, groupId, label } = found
    const order = await writeOrder(
      { ...context, db: tx },
      {
        ownerId,
        productId,
        productName: product.name,
        validitySeconds: product.validitySeconds,
        amountMinor: product.amountMinor,
        currency: product.currency,
        customerName: found.customerName ?? label ?? found.username,
        customerEmail,
        language,
        stationId,
        groupId,
        label,
        startsAt: null,
        client: null,
        renewsId: credentialId,
      },
    )
    if (context.sendsMail)
      await insertOrderMail(tx, { orderId: order.id, ownerId, recipient: customerEmail, occasion: 'renewal' }, now)
    return order
  })
}
