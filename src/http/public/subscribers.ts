// Mail subscriptions to incidents: subscribe, confirm, unsubscribe. GET changes nothing, because mail scanners open
// every link.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { askForSubscription, confirmSubscription, endSubscription } from '../../actions/alerts/incidents/subscribe.ts'
import { isSubscriberKey, type Subscriber } from '../../domain/alerts/incidents/subscriber.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { findSubscriberByKey } from '../../store/alerts/incidents/subscribers.ts'
import type { Database } from '../../store/kit/database.ts'
import { sendOwnProblem } from '../../wire/problems/problem.ts'
import { SubscriptionBody, type SubscriptionState } from './contract.ts'

export interface SubscriberServices {
  readonly db: Database
  readonly clock: () => Date
  /** Seconds that a client with too many requests must wait, counted over all nodes; `null` if none. */
  readonly waitOf: (ip: string) => Promise<number | null>
}

const KeyParams = Type.Object({ key: Type.String() })

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function subscriberRoutes(app: FastifyInstance, { db, clock, waitOf }: SubscriberServices, page: Page): void {
  app.register(async (inside) => {
    inside.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
    // Mail clients send this for one-click unsubscription (RFC 8058); the content does not matter.
    inside.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: 1_000 }, (_, body, done) => {
      body.resume()
      body.on('end', () => done(null, {}))
    })
    inside.addHook('onRequest', async ({ ip }, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      const wait = await waitOf(ip)
      if (wait !== null) throw new Refusal('too_many_attempts', { retryAfterSeconds: wait })
    })
    const ofOne = { schema: { hide: true, params: KeyParams } as object }
    inside.get('/status/subscription/:key', ofOne, page)

    inside.post(
      '/public/subscribers',
      { schema: { hide: true, body: SubscriptionBody } as object },
      async (request, reply) => {
        await askForSubscription({ db, now: clock() }, request.body as Static<typeof SubscriptionBody>)
        reply.code(202)
        return { ok: true }
      },
    )

    inside.get('/public/subscribers/:key', ofOne, async (request) =>
      answer(await findSubscriberByKey(db, keyOf(request))),
    )

    inside.post('/public/subscribers/:key/confirm', ofOne, async (request) =>
      answer(await confirmSubscription({ db, now: clock() }, keyOf(request))),
    )

    inside.post('/public/subscribers/:key/unsubscribe', ofOne, async (request) => {
      await endSubscription({ db }, keyOf(request))
      return { ok: true }
    })
  })
}

function keyOf({ params }: FastifyRequest): string {
  const { key } = params as Static<typeof KeyParams>
  if (!isSubscriberKey(key)) throw notFound()
  return key
}

const notFound = () => new Refusal('subscription_not_found')

function answer(subscriber: Subscriber | null): { readonly ok: true } & Static<typeof SubscriptionState> {
  if (!subscriber) throw notFound()
  return { ok: true, email: subscriber.email, confirmed: subscriber.confirmedAt !== null }
}
