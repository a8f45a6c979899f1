// Implements the calls of Stripe's API that the service makes, over real HTTP, and signs notices as Stripe does.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const SECRET_KEY = 'sk_test_0123456789abcdef'
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

export interface OpenedSession {
  readonly id: string
  readonly fields: URLSearchParams
  expired: boolean
}

export class StripeServer {
  readonly url: string
  readonly sessions: OpenedSession[] = []
  /** If set, the response to every call. */
  failure: { status: number; body: object } | null = null
  readonly #stop: () => Promise<void>

  private constructor(port: number, stop: () => Promise<void>) {
    this.url = `http://127.0.0.1:${port}`
    this.#stop = stop
  }

  static async start(): Promise<StripeServer> {
    let stripe: StripeServer | null = null
    const server = createServer(async (request, response) => {
      if (request.method === 'GET')
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Checkout</title><h1>Checkout</h1>')
      const { status, body } = await stripe!.#answer(request)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stripe = new StripeServer((server.address() as AddressInfo).port, async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    return stripe
  }

  stop = () => this.#stop()

  async #answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    let text = ''
    for await (const chunk of request) text += chunk
    if (this.failure) return this.failure
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
    if (request.url === '/v1/checkout/sessions') return { status: 200, body: this.#open(new URLSearchParams(text)) }
    const [, id] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(request.url ?? '') ?? []
    const session = this.sessions.find((known) => known.id === id)
    if (!session) return { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such session' } } }
    session.expired = true
    return { status: 200, body: { id, object: 'checkout.session', status: 'expired' } }
  }

  #open(fields: URLSearchParams) {
    const id = `cs_test_${this.sessions.length + 1}`
    this.sessions.push({ id, fields, expired: false })
    const expires_at = Math.floor(Date.now() / 1000) + 86_400
    return { id, object: 'checkout.session', url: `${this.url}/pay/${id}`, expires_at, status: 'open' }
  }
}

export interface NoticeWish {
  readonly orderKey: string | null
  readonly amount: number
  readonly currency?: string
  readonly id?: string
  readonly type?: string
  readonly paymentStatus?: string
  readonly paymentIntent?: string
}

export const noticeBody = (wish: NoticeWish): string =>
  JSON.stringify({
    id: wish.id ?? 'evt_1',
    object: 'event',
    type: wish.type ?? 'checkout.session.completed',
    data: {
      object: {
        id: 'cs_test_1',
        object: 'checkout.session',
        client_reference_id: wish.orderKey,
        amount_total: wish.amount,
        currency: wish.currency ?? 'mxn',
        payment_status: wish.paymentStatus ?? 'paid',
        payment_intent: wish.paymentIntent ?? 'pi_1',
      },
    },
  })

export const signatureOf = (payload: string, at = new Date(), secret = WEBHOOK_SECRET): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) })
