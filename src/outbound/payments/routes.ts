// Endpoint for payment providers: receives signed notifications that an order was paid.

import type { FastifyInstance } from 'fastify'
import { isProblem, takePaymentNotice } from '../../actions/orders/take-payment-notice.ts'
import { countRejections } from '../../base/limits/counted-rejections.ts'
import type { KeyRing } from '../../base/secrets.ts'
import { system } from '../../domain/audit/action.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import type { Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { sendProblem } from '../../wire/problems/problem.ts'
import { readNotice, type StripeSettings } from './stripe.ts'
import { OUTCOMES } from './words.ts'

export interface PaymentServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly customerMail: CustomerMail | null
  readonly stripe: StripeSettings
}

const BODY_LIMIT = 256 * 1024

export function paymentRoutes(services: PaymentServices): (app: FastifyInstance) => void {
  const { db, keys, current, clock, stripe } = services
  return (app) => {
    app.register(async (payments) => {
      // The signature covers the raw bytes, so the body is not parsed.
      payments.removeAllContentTypeParsers()
      payments.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
        done(null, body),
      )
      const noteRefused = countRejections(app, 'payment notices were refused')
      // Other errors go to the outer handler: an unavailable database is a 503, and Stripe retries.
      payments.setErrorHandler((error: Error, request, reply) => {
        if (!(error instanceof Refusal)) throw error
        noteRefused(request.ip, error.code)
        return sendProblem(reply, error)
      })
      const route = { schema: { hide: true } as object, bodyLimit: BODY_LIMIT }
      payments.post('/payments/stripe', route, async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const now = clock()
        const signature = request.headers['stripe-signature']
        const notice = readNotice(bytesOf(request.body), [signature].flat()[0], stripe, now)
        if (!notice) return { ok: true, outcome: 'ignored', detail: OUTCOMES.ignored }
        const by = system('stripe', request.ip)
        const { book } = await current()
        const outcome = await takePaymentNotice(
          { db, keys, book, now, by, customerMail: services.customerMail },
          notice,
        )
        if (isProblem(outcome) || outcome === 'unknown_order')
          request.log.warn(
            { notice: notice.id, outcome, reqId: request.id },
            'Payment received but not applied to an order; review it under Orders',
          )
        // 200 for every notification that is understood: a retry would change nothing, and the outcome is stored.
        return { ok: true, outcome, detail: OUTCOMES[outcome] }
      })
    })
  }
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
