// Orders from outside, wired together: who takes cards, the customers' pages about orders, and the shop where there is one.
import { derivedFromStations } from '../api/derived.ts'
import type { Config } from '../config.ts'
import { Coverage } from '../domain/network/mountpoint-choice.ts'
import type { PaymentProvider } from '../domain/orders/order.ts'
import { orderPaymentMail } from '../mail/order-payment.ts'
import type { MailServices } from '../mail/send-mails.ts'
import type { PaymentServices } from '../payments/door.ts'
import { clientOf, type ShareCounts } from '../running/rate-limiter.ts'
import { SharedLimit } from '../running/shared-limit.ts'
import { inTurns } from '../running/turns.ts'
import type { Current } from '../store/current/current.ts'
import { ORDER_PAYMENT_MAIL } from '../store/orders/mails.ts'
import { addRequests } from '../store/rate-windows.ts'
import type { ShopServices } from '../visitors/shop.ts'
import type { Foundation } from './foundation.ts'

/** A minute and client, of all nodes together. Orders to the very one, before each; how many of them may be open is counted with them. */
const QUESTIONS = 120
const ORDERS = 6

// Its library takes 100 ms and 8 MB of every start: only where it is wanted.

export const paymentProviderOf = async ({ stripe }: Config): Promise<PaymentProvider | null> =>
  stripe && (await import('../payments/stripe.ts')).stripeProvider(stripe)

/** Where signed notices arrive; nowhere without a provider. */
export async function paymentDoors(services: Omit<PaymentServices, 'stripe'>, { stripe }: Config) {
  return stripe ? [(await import('../payments/door.ts')).paymentsDoor({ ...services, stripe })] : []
}

/** How mails about orders are put into words. */
export const orderMails = (
  { db }: Pick<Foundation, 'db'>,
  { baseUrl, stripe, bankDetails }: Config,
): MailServices['render'] => ({
  [ORDER_PAYMENT_MAIL]: orderPaymentMail({ db, baseUrl, takesCards: stripe !== null, bankDetails }),
})

export interface OpenShop {
  readonly services: ShopServices
  stop(): void
}

export function openShop(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  config: Config,
  current: () => Promise<Current>,
  provider: PaymentProvider | null,
): OpenShop {
  const coverageAt = derivedFromStations<Coverage>((book, now, before) => new Coverage(book.active, now, before))
  const share: ShareCounts = (minute, counts) => addRequests(db, minute, counts)
  const questions = new SharedLimit(QUESTIONS, share, 'shop')
  const orders = new SharedLimit(ORDERS, share, 'order')
  const { baseUrl, bankDetails, shop: open, smtp } = config
  const services: ShopServices = {
    db,
    current,
    clock,
    baseUrl,
    open,
    provider,
    bankDetails,
    sendsMail: smtp !== null,
    clientOf,
    async chooserOf(book) {
      const coverage = coverageAt(book, clock())
      await inTurns(coverage.prepare())
      return (position) => coverage.choose(position, book.network)
    },
    async waitOf(kind, ip) {
      const [client, now] = [clientOf(ip), clock().getTime()]
      const verdict = kind === 'order' ? await orders.hitEverywhere(client, now) : questions.hit(client, now)
      return verdict.allowed ? null : verdict.resetSeconds
    },
  }
  const stop = () => {
    questions.stop()
    orders.stop()
  }
  return { services, stop }
}
