// Compares what this node knows about station leases with the database, every few seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StationLeases } from '../services.ts'
import type { Ownership } from './ownership.ts'
import type { RemoteStations } from './remote-stations.ts'
import type { Sharing } from './sharing.ts'

/** How long a node waits at start-up to hear the other nodes. */
const MEET_WITHIN_MS = 1_000
const MEET_POLL_MS = 20
const NONE: ReadonlySet<number> = new Set()

export interface LeaseSyncDependencies {
  readonly leases: StationLeases
  readonly ownership: Ownership
  readonly remote: RemoteStations
  readonly sharing: Pick<Sharing, 'tick'>
  /** The registered stations. */
  readonly stationIds: () => Iterable<number>
  readonly warn: (message: string, detail: object) => void
}

export class LeaseSync {
  readonly tickMs = 2_500
  readonly #dependencies: LeaseSyncDependencies

  constructor(dependencies: LeaseSyncDependencies) {
    this.#dependencies = dependencies
  }

  /** Waits to hear the other nodes, so that even the first rovers get their streams, or the reason why not. */
  async start(): Promise<void> {
    await this.#refresh('Could not read which node owns which station', () => this.readOthers())
    await this.#meetOthers()
  }

  async tick(): Promise<void> {
    await Promise.all([
      this.#refresh('Could not read which node owns which station', () => this.readOthers()),
      this.#refresh('Could not compare station leases with the database', () => this.#dependencies.ownership.compare()),
    ])
  }

  /** Asks the database which stations other nodes own. Stations that are heard on the bus need no query. */
  async readOthers(): Promise<void> {
    const { leases, ownership, remote, stationIds } = this.#dependencies
    const unheard = [...stationIds()].filter((id) => !ownership.of(id)?.isHeld && !remote.isHeard(id))
    remote.know(unheard.length > 0 ? await leases.elsewhere(unheard) : NONE)
  }

  /** Announces this node, then waits up to a second until every station that another node owns has been heard. */
  async #meetOthers(): Promise<void> {
    const { remote, sharing } = this.#dependencies
    sharing.tick()
    for (let polls = MEET_WITHIN_MS / MEET_POLL_MS; polls > 0 && remote.awaitsSome(); polls--) await sleep(MEET_POLL_MS)
  }

  async #refresh(failure: string, work: () => Promise<void>): Promise<void> {
    await work().catch((err) => this.#dependencies.warn(failure, { err }))
  }
}
