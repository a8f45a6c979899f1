import { Credentials } from './credentials.ts'
import { Events } from './events.ts'
import { Orders } from './orders.ts'
import { Rinex } from './rinex.ts'
import type { Network } from './schema.ts'
import { Stations } from './stations.ts'
import { type AnswerOf, type CallOptions, type ClientOptions, type QueryOf, Transport } from './transport.ts'
import { Webhooks } from './webhooks.ts'

/** The API client: all operations, grouped by noun. */
export class Vertice {
  readonly #transport: Transport
  readonly credentials: Credentials
  readonly stations: Stations
  readonly webhooks: Webhooks
  readonly events: Events
  readonly orders: Orders
  readonly rinex: Rinex

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
    this.credentials = new Credentials(this.#transport)
    this.stations = new Stations(this.#transport)
    this.webhooks = new Webhooks(this.#transport)
    this.events = new Events(this.#transport)
    this.orders = new Orders(this.#transport)
    this.rinex = new Rinex(this.#transport)
  }

  /** Returns the mountpoint that serves a position: the network mountpoint or that of a single station. */
  mountpoint(lat: number, lng: number, options?: CallOptions): Promise<AnswerOf<'GET /vrs'>> {
    return this.#transport.call('GET /vrs', { query: { lat, lng }, options })
  }

  /** Returns the network: its mountpoints, reference frame and VRS engine. */
  async network(options?: CallOptions): Promise<Network> {
    return (await this.#transport.call('GET /red', { options })).red
  }

  /** Returns the token's owner, scopes, limits and mode. */
  me(options?: CallOptions): Promise<AnswerOf<'GET /yo'>> {
    return this.#transport.call('GET /yo', { options })
  }

  /** Returns issued credentials and connected hours, by month. */
  usage(query: QueryOf<'GET /uso'> = {}, options?: CallOptions): Promise<AnswerOf<'GET /uso'>> {
    return this.#transport.call('GET /uso', { query, options })
  }
}
