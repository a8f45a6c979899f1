import { type Page, throughPages } from './paging.ts'
import type { AnswerOf, CallOptions, QueryOf, Transport } from './transport.ts'

export type EventQuery = QueryOf<'GET /eventos'>
export type LoggedEvent = AnswerOf<'GET /eventos'>['eventos'][number]

/** Events of the last 90 days, whether or not a webhook received them. */
export class Events {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async list(query: EventQuery = {}, options?: CallOptions): Promise<Page<LoggedEvent>> {
    const answer = await this.#transport.call('GET /eventos', { query, options })
    return { items: answer.eventos, nextCursor: answer.next_cursor }
  }

  all(query: EventQuery = {}, options?: CallOptions): AsyncGenerator<LoggedEvent, void, undefined> {
    return throughPages(query, (page) => this.list(page, options))
  }
}
