// In-memory cache of what every request needs and rarely changes: stations, network, tokens in use.
//
// Invalidation: `current()` compares revisions with the database on each call (see revisions.ts), so a change made
// by any process is visible to the next request on every node.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import {
  defaultNetworkMountpoint,
  type NetworkMountpoint,
} from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../domain/network/network.ts'
import type { StoredSettings } from '../../domain/operations/settings.ts'
import type { BearerToken } from '../../domain/people/tokens/token.ts'
import { type Mounts, mountsOf } from '../../domain/sessions/access.ts'
import type { Group } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../kit/database.ts'
import { listMountpoints } from '../network/mountpoints.ts'
import { listNetworkMountpoints } from '../network/network-mountpoints.ts'
import { readOperatorSettings } from '../network/operator-settings.ts'
import { readNetwork } from '../network/settings.ts'
import { readMark } from '../network/upstreams/rows.ts'
import { readEngineState } from '../network/vrs-engine.ts'
import { listGroups } from '../stations/groups.ts'
import { listMeasuredSince, listStations, listTestStations, type Measured } from '../stations/rows.ts'
import { type Revisions, revisionReader } from './revisions.ts'

/** Consistent snapshot. A new object whenever stations, network or measurements change, so it can key caches. */
export interface StationBook {
  readonly network: Network
  /** Ordered by code. */
  readonly active: readonly Station[]
  /** Test mountpoints, as stations. They are in no other list. */
  readonly tests: readonly Station[]
  /** Includes archived stations. */
  readonly byId: ReadonlyMap<number, Station>
  readonly byCode: ReadonlyMap<string, Station>
  readonly groups: ReadonlyMap<number, Group>
  /** Derived mountpoints ordered by name, including those of archived stations. */
  readonly mountpoints: readonly MadeMountpoint[]
  /** Network mountpoints, the default one first. */
  readonly networks: readonly NetworkMountpoint[]
  /** Every mountpoint that a rover can request. */
  readonly mounts: Mounts
}

export interface Current {
  readonly book: StationBook
  /** Changes with any station, the network or the availability of the VRS engine; not with new measurements. */
  readonly stations: number
  /** Cache by the token text the caller sends, filled on lookup; hashing it for every request would cost more. */
  readonly tokens: Map<string, BearerToken>
  /** Changes whenever a daily total or a status change is written. */
  readonly histories: number
  /** A new object whenever an operator changes a setting. */
  readonly settings: StoredSettings
}

export type CasterDefaults = Pick<Network, 'casterHost' | 'casterPort'>

export class CurrentReader {
  readonly #db: Database
  readonly #defaults: CasterDefaults
  readonly #revisions: () => Promise<Revisions>
  #seen: Revisions = { tokens: -1, stations: -1, health: -1, histories: -1, settings: -1 }
  #current: Current | null = null
  #loading: Promise<Current> | null = null

  constructor(db: Database, defaults: CasterDefaults) {
    this.#db = db
    this.#defaults = defaults
    this.#revisions = revisionReader(db)
  }

  /** `asked`: revisions that the caller reads itself, after its request arrived. */
  async current(asked = this.#revisions()): Promise<Current> {
    const revisions = await asked
    while (this.#loading) await this.#loading.catch(() => {})
    if (this.#current && this.#isSeen(revisions)) return this.#current
    this.#loading = this.#load(revisions)
    try {
      return await this.#loading
    } finally {
      this.#loading = null
    }
  }

  #isSeen(revisions: Revisions): boolean {
    const topics = Object.keys(revisions) as (keyof Revisions)[]
    return topics.every((topic) => revisions[topic] === this.#seen[topic])
  }

  async #load(revisions: Revisions): Promise<Current> {
    const known = this.#current
    const sameStations = known && revisions.stations === this.#seen.stations
    const sameSettings = known && revisions.settings === this.#seen.settings
    const sameTokens = known && revisions.tokens === this.#seen.tokens
    this.#current = {
      book: await (sameStations ? this.#measured(known.book, revisions) : this.#read()),
      stations: revisions.stations,
      tokens: sameTokens ? known.tokens : new Map(),
      histories: revisions.histories,
      settings: sameSettings ? known.settings : await readOperatorSettings(this.#db),
    }
    this.#seen = revisions
    return this.#current
  }

  /** Reading thousands of rows takes some 10 ms and the caller derives data from them, so it yields in between. */
  async #read(): Promise<StationBook> {
    const book = await loadBook(this.#db, this.#defaults)
    await nextTurn()
    return book
  }

  /** Applies new measurements only; in a live network a few stations change every few seconds. */
  async #measured(book: StationBook, { health }: Revisions): Promise<StationBook> {
    if (health === this.#seen.health) return book
    return withMeasurements(book, await listMeasuredSince(this.#db, this.#seen.health))
  }
}

export async function loadBook(db: Database, defaults: CasterDefaults): Promise<StationBook> {
  // Sequential, because in parallel each query would open a connection (3 MB each) in every process.
  const stored = await readNetwork(db)
  const mark = await readMark(db)
  const engine = await readEngineState(db)
  const stations = await listStations(db)
  const tests = await listTestStations(db)
  const groups = await listGroups(db)
  const mountpoints = await listMountpoints(db)
  const further = await listNetworkMountpoints(db)
  const network = {
    ...stored,
    mark,
    casterHost: stored.casterHost ?? defaults.casterHost,
    casterPort: stored.casterPort ?? defaults.casterPort,
    engineAnswers: stored.upstream !== null && engine.answers,
  }
  return bookOf(network, stations, {
    groups: new Map(groups.map((group) => [group.id, group])),
    networks: [defaultNetworkMountpoint(network), ...further],
    ...{ mountpoints, tests },
  })
}

function withMeasurements(book: StationBook, measured: readonly Measured[]): StationBook {
  const news = new Map(measured.map((one) => [one.id, one]))
  const withNews = (station: Station) => (news.has(station.id) ? { ...station, ...news.get(station.id) } : station)
  return bookOf(book.network, Array.from(book.byId.values(), withNews), book)
}

type Besides = Pick<StationBook, 'groups' | 'mountpoints' | 'networks' | 'tests'>

function bookOf(network: Network, stations: readonly Station[], besides: Besides): StationBook {
  const { groups, mountpoints, networks, tests } = besides
  const active = stations.filter((station) => !station.archived)
  return {
    ...{ network, active, tests, groups, mountpoints, networks },
    mounts: mountsOf(network, active, mountpoints, networks),
    byId: new Map(stations.map((station) => [station.id, station])),
    byCode: new Map(stations.map((station) => [station.code.toLowerCase(), station])),
  }
}
