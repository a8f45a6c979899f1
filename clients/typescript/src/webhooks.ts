import { type Page, throughPages } from './paging.ts'
import type { Webhook, WebhookRequest } from './schema.ts'
import type { AnswerOf, BodyOf, CallOptions, ChangeOptions, QueryOf, Transport } from './transport.ts'

export type WebhookQuery = QueryOf<'GET /webhooks'>
export type DeliveryQuery = QueryOf<'GET /webhooks/{id}/entregas'>
export type TestOptions = CallOptions & BodyOf<'POST /webhooks/{id}/probar'>
export type Delivery = AnswerOf<'GET /webhooks/{id}/entregas'>['entregas'][number]

export class Webhooks {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Registers a webhook. Store `secret`: it is not shown again. */
  create(body: WebhookRequest, options?: CallOptions): Promise<AnswerOf<'POST /webhooks'>> {
    return this.#transport.call('POST /webhooks', { body, options })
  }

  async get(id: number, options?: CallOptions): Promise<Webhook> {
    return (await this.#transport.call('GET /webhooks/{id}', { id, options })).webhook
  }

  /** With its `etag`, for the `ifMatch` of `update`. */
  async getTagged(id: number, options?: CallOptions): Promise<{ webhook: Webhook; etag: string }> {
    const { answer, etag } = await this.#transport.callTagged('GET /webhooks/{id}', { id, options })
    return { webhook: answer.webhook, etag }
  }

  async list(query: WebhookQuery = {}, options?: CallOptions): Promise<Page<Webhook>> {
    const answer = await this.#transport.call('GET /webhooks', { query, options })
    return { items: answer.webhooks, nextCursor: answer.next_cursor }
  }

  all(query: WebhookQuery = {}, options?: CallOptions): AsyncGenerator<Webhook, void, undefined> {
    return throughPages(query, (page) => this.list(page, options))
  }

  async update(id: number, body: BodyOf<'PATCH /webhooks/{id}'>, options?: ChangeOptions): Promise<Webhook> {
    return (await this.#transport.call('PATCH /webhooks/{id}', { id, body, options, repeatable: true })).webhook
  }

  /** Deactivates the webhook; it stays in the list with `activo: false`. */
  async deactivate(id: number, options?: CallOptions): Promise<Webhook> {
    return (await this.#transport.call('DELETE /webhooks/{id}', { id, options })).webhook
  }

  /** Returns a new secret, and until when the old one also signs. */
  rotate(id: number, options?: CallOptions): Promise<AnswerOf<'POST /webhooks/{id}/rotar'>> {
    return this.#transport.call('POST /webhooks/{id}/rotar', { id, options })
  }

  /** Sends a `webhook.test`, or a sample of the event `evento`. */
  async test(id: number, { evento, ...options }: TestOptions = {}): Promise<Delivery> {
    const body = evento && { evento }
    return (await this.#transport.call('POST /webhooks/{id}/probar', { id, body, options })).entrega
  }

  /** Returns a page of deliveries with their attempts. */
  async deliveries(id: number, query: DeliveryQuery = {}, options?: CallOptions): Promise<Page<Delivery>> {
    const answer = await this.#transport.call('GET /webhooks/{id}/entregas', { id, query, options })
    return { items: answer.entregas, nextCursor: answer.next_cursor }
  }

  allDeliveries(
    id: number,
    query: DeliveryQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Delivery, void, undefined> {
    return throughPages(query, (page) => this.deliveries(id, page, options))
  }

  async resend(id: number, delivery: number, options?: CallOptions): Promise<Delivery> {
    const call = { id, subId: delivery, options }
    return (await this.#transport.call('POST /webhooks/{id}/entregas/{entrega}/reenviar', call)).entrega
  }

  /** Resends all deliveries that failed since a time. */
  recover(
    id: number,
    body: BodyOf<'POST /webhooks/{id}/recuperar'>,
    options?: CallOptions,
  ): Promise<AnswerOf<'POST /webhooks/{id}/recuperar'>> {
    return this.#transport.call('POST /webhooks/{id}/recuperar', { id, body, options })
  }
}
