import type { Station } from './schema.ts'
import type { AnswerOf, CallOptions, Transport } from './transport.ts'

export class Stations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** All active ones with their live status, ordered by code. */
  async list(options?: CallOptions): Promise<Station[]> {
    return (await this.#transport.call('GET /stations', { options })).stations
  }

  async get(id: number, options?: CallOptions): Promise<Station> {
    return (await this.#transport.call('GET /stations/{id}', { id, options })).station
  }

  /** Its health now, and its history of 60 days. */
  health(id: number, options?: CallOptions): Promise<AnswerOf<'GET /stations/{id}/health'>> {
    return this.#transport.call('GET /stations/{id}/health', { id, options })
  }
}
