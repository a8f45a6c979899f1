import { type Page, throughPages } from './paging.ts'
import type { AnswerOf, BodyOf, CallOptions, QueryOf, Transport } from './transport.ts'

export type OrderQuery = QueryOf<'GET /orders'>
export type Order = AnswerOf<'GET /orders/{id}'>['order']

export class Orders {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a pending order, which the customer pays at its `pago_url`. With `credential_id` it renews a credential. */
  async create(body: BodyOf<'POST /orders'>, options?: CallOptions): Promise<Order> {
    return (await this.#transport.call('POST /orders', { body, options })).order
  }

  async get(id: number, options?: CallOptions): Promise<Order> {
    return (await this.#transport.call('GET /orders/{id}', { id, options })).order
  }

  async list(query: OrderQuery = {}, options?: CallOptions): Promise<Page<Order>> {
    const answer = await this.#transport.call('GET /orders', { query, options })
    return { items: answer.orders, nextCursor: answer.next_cursor }
  }

  all(query: OrderQuery = {}, options?: CallOptions): AsyncGenerator<Order, void, undefined> {
    return throughPages(query, (page) => this.list(page, options))
  }

  async cancel(id: number, options?: CallOptions): Promise<Order> {
    return (await this.#transport.call('POST /orders/{id}/cancelar', { id, options, repeatable: true })).order
  }
}
