// What operators change while the caster runs, read again and again, and taken up by its parts.
import type { Upstream } from '../domain/network/source-address.ts'
import type { PushRules } from '../domain/stations/certificate.ts'
import type { EngineWatch } from './network/engine-watch.ts'
import type { NetworkMountpoint } from './network/network-mountpoint.ts'
import type { RoverLines } from './network/rover-lines.ts'
import type { GroupSessions } from './rovers/group-sessions.ts'
import type { Sessions } from './rovers/sessions.ts'
import type { CasterServices } from './services.ts'
import type { BaseFeeds } from './streams/bases.ts'
import type { Demand } from './streams/demand.ts'
import type { Sources } from './streams/sources.ts'

interface Parts {
  readonly services: CasterServices
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly sessions: Sessions
  readonly groupSessions: GroupSessions
  readonly network: NetworkMountpoint
  readonly engine: EngineWatch
  readonly lines: RoverLines
  readonly demand: Demand
}

export class Settings {
  readonly #parts: Parts
  #offers: ReadonlyMap<number, Upstream> = new Map()
  #pushRules: PushRules = new Map()
  #seen = { upstream: 'null', answers: false }
  #reading: { again: boolean } | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  offerOf(stationId: number): Upstream | null {
    return this.#offers.get(stationId) ?? null
  }

  /** Some station has a certificate, or needs one. */
  get asksForCertificates(): boolean {
    return this.#pushRules.size > 0
  }

  /** One at a time: who asks meanwhile has it read once more. */
  async readInTurn(): Promise<void> {
    if (this.#reading) {
      this.#reading.again = true
      return
    }
    const now = { again: true }
    this.#reading = now
    try {
      while (now.again) {
        now.again = false
        await this.read()
      }
    } finally {
      this.#reading = null
    }
  }

  /** Who may push comes first: what comes after it is decrypted, and one login that cannot be keeps the rest from being read. */
  async read(): Promise<void> {
    const { services, bases, sources, groupSessions } = this.#parts
    const asOf = services.bookAsOf()
    const book = await services.book()
    bases.use(book)
    groupSessions.look()
    sources.endUnregistered()
    this.#pushRules = await services.pushRules()
    for (const id of sources.endUnproven(this.#pushRules, asOf))
      services.warn('a push was ended: what it came with is not enough any more', {
        station: bases.stationOf(id)?.code ?? id,
      })
    sources.setBackups(await services.backups(), asOf)
    await sources.pull(await services.pulls())
    this.#offer(await services.offers())
    this.#followEngine(await services.upstream(), book.network.upstreamAnswers)
  }

  #offer(offers: ReadonlyMap<number, Upstream>): void {
    if (offers === this.#offers) return
    const { bases, demand, lines, sessions } = this.#parts
    this.#offers = offers
    const isShared = (stationId: number) => !bases.stationOf(stationId)?.upstream?.told.needsGga
    demand.offer(new Map([...offers].filter(([stationId]) => isShared(stationId))))
    lines.offer(offers)
    // Each of them gets a connection of its own from now on.
    for (const rover of [...sessions.all]) if (rover.feed && !isShared(rover.home)) rover.end('changed')
  }

  #followEngine(upstream: Upstream | null, answers: boolean): void {
    const { network, engine } = this.#parts
    const now = { upstream: JSON.stringify(upstream), answers }
    const isAnother = now.upstream !== this.#seen.upstream
    if (isAnother) network.change(upstream)
    // The same one may have been set again, and is not trusted until it was asked.
    if (isAnother || (this.#seen.answers && !answers)) engine.ask()
    this.#seen = now
  }
}
