import { type Page, throughPages } from './paging.ts'
import type { Mountpoint, Station, StationGroup } from './schema.ts'
import type { AnswerOf, CallOptions, QueryOf, Transport } from './transport.ts'

export type GroupQuery = QueryOf<'GET /grupos'>

export class Stations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns all active stations with their live status, ordered by code. */
  async list(options?: CallOptions): Promise<Station[]> {
    return (await this.#transport.call('GET /stations', { options })).stations
  }

  async get(id: number, options?: CallOptions): Promise<Station> {
    return (await this.#transport.call('GET /stations/{id}', { id, options })).station
  }

  /** Returns the current health of a station, and its history of 60 days. */
  health(id: number, options?: CallOptions): Promise<AnswerOf<'GET /stations/{id}/health'>> {
    return this.#transport.call('GET /stations/{id}/health', { id, options })
  }

  /** Returns the verdict on a station's observations, its reasons and what was measured. */
  quality(id: number, options?: CallOptions): Promise<AnswerOf<'GET /stations/{id}/calidad'>> {
    return this.#transport.call('GET /stations/{id}/calidad', { id, options })
  }

  /** Returns the recorded hours of a station, at most 31 days. */
  archive(
    id: number,
    query: QueryOf<'GET /stations/{id}/archivo'> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<'GET /stations/{id}/archivo'>> {
    return this.#transport.call('GET /stations/{id}/archivo', { id, query, options })
  }

  /** Returns the positions of a station by day, at most 366 days. */
  coordinates(
    id: number,
    query: QueryOf<'GET /stations/{id}/coordenadas'> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<'GET /stations/{id}/coordenadas'>> {
    return this.#transport.call('GET /stations/{id}/coordenadas', { id, query, options })
  }

  /** Returns the receivers and antennas of a station over time. */
  equipment(id: number, options?: CallOptions): Promise<AnswerOf<'GET /stations/{id}/equipo'>> {
    return this.#transport.call('GET /stations/{id}/equipo', { id, options })
  }

  /** Groups of stations; a credential can be issued for a group by its name. */
  async groups(query: GroupQuery = {}, options?: CallOptions): Promise<Page<StationGroup>> {
    const answer = await this.#transport.call('GET /grupos', { query, options })
    return { items: answer.grupos, nextCursor: answer.next_cursor }
  }

  allGroups(query: GroupQuery = {}, options?: CallOptions): AsyncGenerator<StationGroup, void, undefined> {
    return throughPages(query, (page) => this.groups(page, options))
  }

  /** Stations' own mountpoints and derived mountpoints, ordered by name. */
  async mountpoints(query: QueryOf<'GET /mountpoints'> = {}, options?: CallOptions): Promise<Page<Mountpoint>> {
    const answer = await this.#transport.call('GET /mountpoints', { query, options })
    return { items: answer.mountpoints, nextCursor: answer.next_cursor }
  }

  allMountpoints(
    query: QueryOf<'GET /mountpoints'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Mountpoint, void, undefined> {
    return throughPages(query, (page) => this.mountpoints(page, options))
  }
}
