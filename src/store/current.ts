// What every request needs and hardly ever changes, kept in memory: the stations, the network, the tokens in use.
//
// How it is emptied: `current()` compares revisions with the database on each call (see revisions.ts), so a change made
// by any process is seen by the next request on every node.
import type { Network } from '../domain/network/network.ts'
import type { Station } from '../domain/stations/station.ts'
import type { Token } from '../domain/tokens/token.ts'
import type { Database } from './database.ts'
import { readNetwork } from './network/settings.ts'
import { readUpstreamState } from './network/upstream.ts'
import { type Revisions, revisionReader } from './revisions.ts'
import { listStations } from './stations/rows.ts'

/** A consistent picture; a new object whenever stations or the network changed, so it can key what is derived from it. */
export interface StationBook {
  readonly network: Network
  /** Ordered by code. */
  readonly active: readonly Station[]
  /** Archived ones too. */
  readonly byId: ReadonlyMap<number, Station>
  readonly byCode: ReadonlyMap<string, Station>
}

export interface Current {
  readonly book: StationBook
  /** Tokens by what the caller sends (hashing it for every request would cost more), filled by whoever looks one up. */
  readonly tokens: Map<string, Token>
  /** Another number whenever a day or a change of status was written. */
  readonly histories: number
}

export type CasterDefaults = Pick<Network, 'casterHost' | 'casterPort'>

export class CurrentReader {
  readonly #db: Database
  readonly #defaults: CasterDefaults
  readonly #revisions: () => Promise<Revisions>
  #seen: Revisions = { tokens: -1, stations: -1, histories: -1 }
  #current: Current | null = null
  #loading: Promise<Current> | null = null

  constructor(db: Database, defaults: CasterDefaults) {
    this.#db = db
    this.#defaults = defaults
    this.#revisions = revisionReader(db)
  }

  async current(): Promise<Current> {
    const revisions = await this.#revisions()
    while (this.#loading) await this.#loading.catch(() => {})
    if (this.#current && this.#isSeen(revisions)) return this.#current
    this.#loading = this.#load(revisions)
    try {
      return await this.#loading
    } finally {
      this.#loading = null
    }
  }

  #isSeen({ tokens, stations, histories }: Revisions): boolean {
    return tokens === this.#seen.tokens && stations === this.#seen.stations && histories === this.#seen.histories
  }

  async #load(revisions: Revisions): Promise<Current> {
    const known = this.#current
    const sameStations = known && revisions.stations === this.#seen.stations
    const sameTokens = known && revisions.tokens === this.#seen.tokens
    this.#current = {
      book: sameStations ? known.book : await loadBook(this.#db, this.#defaults),
      tokens: sameTokens ? known.tokens : new Map(),
      histories: revisions.histories,
    }
    this.#seen = revisions
    return this.#current
  }
}

export async function loadBook(db: Database, defaults: CasterDefaults): Promise<StationBook> {
  const [stored, upstream, stations] = await Promise.all([readNetwork(db), readUpstreamState(db), listStations(db)])
  return {
    network: {
      ...stored,
      casterHost: stored.casterHost ?? defaults.casterHost,
      casterPort: stored.casterPort ?? defaults.casterPort,
      upstreamAnswers: stored.upstream !== null && upstream.answers,
    },
    active: stations.filter((station) => !station.archived),
    byId: new Map(stations.map((station) => [station.id, station])),
    byCode: new Map(stations.map((station) => [station.code.toLowerCase(), station])),
  }
}
