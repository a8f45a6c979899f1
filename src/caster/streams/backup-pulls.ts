// Second sources that are fetched from another caster: called when the first is about to be given up, so that they flow when they are
// needed, and left again when it is back. While all is well they cost nothing.
import type { Upstream } from '../../domain/network/source-address.ts'
import type { SecondSources } from '../../domain/stations/backup.ts'
import type { Ownership } from '../sharing/ownership.ts'
import type { StationLines } from './station-lines.ts'

/** So long before the first is given up: time to connect, and for an epoch. */
const AHEAD_MS = 5_000
const ASK_AGAIN_MS = 1_000

interface Means {
  readonly linesOf: (stationId: number) => StationLines
  readonly isElsewhere: (stationId: number) => boolean
  readonly begin: (stationId: number, upstream: Upstream) => void
}

export class BackupPulls {
  readonly #ownership: Ownership | null
  readonly #means: Means
  #pulls: ReadonlyMap<number, Upstream> = new Map()
  /** Since when each is known. */
  readonly #since = new Map<number, number>()
  readonly #askedAt = new Map<number, number>()

  constructor(ownership: Ownership | null, means: Means) {
    this.#ownership = ownership
    this.#means = means
  }

  use(backups: SecondSources): void {
    this.#pulls = new Map(
      [...backups].flatMap(([id, one]) => (one.kind === 'pull' ? [[id, one.upstream] as const] : [])),
    )
    for (const id of this.#since.keys()) if (!this.#pulls.has(id)) this.#since.delete(id)
  }

  look(now: number): void {
    for (const [stationId, upstream] of this.#pulls) {
      const lines = this.#means.linesOf(stationId)
      if (lines.backup) {
        if (this.#isIdle(lines, now)) lines.backup.close()
      } else if (this.#isNeeded(stationId, lines, now)) this.#call(stationId, upstream, lines, now)
    }
  }

  /** The first is back, or another node serves. */
  #isIdle({ serving, backup, feed }: StationLines, now: number): boolean {
    return serving !== 'backup' && backup?.backup === 'pull' && feed.pulse.flows(now)
  }

  /** One that has never been heard is given the same time. */
  #isNeeded(stationId: number, { feed, serving }: StationLines, now: number): boolean {
    const since = this.#since.get(stationId) ?? now
    this.#since.set(stationId, since)
    if (now - since < feed.graceMs - AHEAD_MS || !feed.pulse.endsWithin(AHEAD_MS, now)) return false
    return serving === 'first' || !this.#means.isElsewhere(stationId)
  }

  /** Of nodes that share their streams the one calls that has the station, or gets it. */
  #call(stationId: number, upstream: Upstream, lines: StationLines, now: number): void {
    if (!this.#ownership || lines.holding?.isHeld) return void this.#means.begin(stationId, upstream)
    if (now - (this.#askedAt.get(stationId) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return
    this.#askedAt.set(stationId, now)
    void this.#take(this.#ownership, stationId, upstream, lines).catch(() => {}) // the database is away: asked again
  }

  async #take(ownership: Ownership, stationId: number, upstream: Upstream, lines: StationLines): Promise<void> {
    const [holding] = await ownership.take([stationId])
    if (!holding) return
    if (lines.holding || lines.backup || !this.#pulls.has(stationId)) return holding.end()
    lines.hold(holding)
    this.#means.begin(stationId, upstream)
  }
}
