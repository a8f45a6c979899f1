import { type Page, throughPages } from './paging.ts'
import type { AnswerOf, BodyOf, CallOptions, QueryOf, Transport } from './transport.ts'

export type RinexQuery = QueryOf<'GET /rinex'>
export type RinexOrder = AnswerOf<'GET /rinex/{id}'>['rinex']

/** RINEX files of what the stations recorded. */
export class Rinex {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Requests files. They are made in the background: read the request until its `estado` is `lista`. */
  async create(body: BodyOf<'POST /rinex'>, options?: CallOptions): Promise<RinexOrder> {
    return (await this.#transport.call('POST /rinex', { body, options })).rinex
  }

  async get(id: string, options?: CallOptions): Promise<RinexOrder> {
    return (await this.#transport.call('GET /rinex/{id}', { id, options })).rinex
  }

  async list(query: RinexQuery = {}, options?: CallOptions): Promise<Page<RinexOrder>> {
    const answer = await this.#transport.call('GET /rinex', { query, options })
    return { items: answer.rinex, nextCursor: answer.next_cursor }
  }

  all(query: RinexQuery = {}, options?: CallOptions): AsyncGenerator<RinexOrder, void, undefined> {
    return throughPages(query, (page) => this.list(page, options))
  }
}
