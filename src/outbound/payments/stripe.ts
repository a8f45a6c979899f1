// Stripe: creates checkout pages for card payments and verifies signed notifications.

import Stripe from 'stripe'
import type { PaymentNotice } from '../../actions/orders/take-payment-notice.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { type Checkout, type Order, type PaymentProvider, ProviderFailed } from '../../domain/orders/order.ts'

const TIMEOUT_MS = 10_000
const TOLERANCE_S = 300

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Only tests use another URL. */
  readonly apiUrl: string
}

export function stripeProvider({ secretKey, apiUrl }: Pick<StripeSettings, 'secretKey' | 'apiUrl'>): PaymentProvider {
  const { protocol, hostname, port } = new URL(apiUrl)
  const stripe = new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    name: 'stripe',
    async open(order, pageUrl) {
      const session = await asked(stripe.checkout.sessions.create(sessionFor(order, pageUrl)))
      if (!session.url) throw new ProviderFailed('a session without a page')
      return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) } satisfies Checkout
    },
    async close(checkoutId) {
      await asked(stripe.checkout.sessions.expire(checkoutId))
    },
  }
}

/** All failures of Stripe or the connection are StripeError; any other error is a bug of ours. */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? new ProviderFailed(error) : error
  }
}

/** Identifies the order by its key, which no other service on the same Stripe account knows. */
const sessionFor = (order: Order, pageUrl: string): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: order.key,
  metadata: { order: String(order.id) },
  customer_email: order.customerEmail,
  locale: order.language === 'es' ? 'es-419' : 'en',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: order.amountMinor,
        product_data: { name: order.productName ?? `RTK #${order.id}` },
      },
    },
  ],
  success_url: pageUrl,
  cancel_url: pageUrl,
})

const SETTLING = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

/** Throws unless Stripe signed the notification within the last five minutes; `null` for irrelevant event types. */
export function readNotice(
  body: Buffer,
  signature: string | undefined,
  { webhookSecret }: Pick<StripeSettings, 'webhookSecret'>,
  now: Date,
): PaymentNotice | null {
  if (!signature) throw new Refusal('no_signature')
  const event = verified(body, signature, webhookSecret, now)
  if (!SETTLING.includes(event.type)) return null
  const session = event.data.object as Stripe.Checkout.Session
  const intent = session.payment_intent
  return {
    provider: 'stripe',
    id: event.id,
    type: event.type,
    orderKey: session.client_reference_id ?? null,
    reference: (typeof intent === 'string' ? intent : intent?.id) ?? session.id,
    amountMinor: session.amount_total,
    currency: session.currency,
    settled: session.payment_status === 'paid',
  }
}

/** Uses the last `t=`, like Stripe's library; otherwise an old notification could pass as new. */
const signedAt = (signature: string) => Number(Array.from(signature.matchAll(/(?:^|,)t=(\d+)/g)).at(-1)?.[1] ?? 0)

/** Stripe's library crashes on empty or non-hexadecimal signatures. */
const isReadable = (signature: string) =>
  signature.split(',').every((part) => !/^v1(=|$)/.test(part) || /^v1=[\da-f]{64}$/.test(part))

function verified(body: Buffer, signature: string, secret: string, now: Date): Stripe.Event {
  if (!isReadable(signature)) throw new Refusal('bad_signature')
  const at = now.getTime()
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, secret, Number.POSITIVE_INFINITY, undefined, at)
    if (Math.abs(signedAt(signature) - at / 1000) > TOLERANCE_S) throw new Refusal('notice_too_old')
    return event
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    throw new Refusal('bad_signature')
  }
}
