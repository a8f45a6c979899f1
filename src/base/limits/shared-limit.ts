// So many of something in any 60 seconds and by client, counted by all nodes together. Two ways: what is frequent is counted here and told to the
// others every second, so that several nodes together overshoot by as much as comes meanwhile; what is rare is counted by all before it is
// answered. While nobody can be told, each node counts for itself.

import { alignedInterval } from '../running/aligned-interval.ts'
import { SharedRound } from '../running/shared-round.ts'
import { RateLimiter, type ShareCounts, type SlotCount, type Verdict } from './rate-limiter.ts'

const SHARE_EVERY_MS = 1_000

export class SharedLimit {
  readonly #limiter: RateLimiter
  /** One after the other, and a crowd together. */
  readonly #sharing: SharedRound<void, void>
  readonly stop: () => void

  /** `what`: goes before the client's name where all counts are kept, so that those of other things stay apart. */
  constructor(perMinute: number, share: ShareCounts, what = '') {
    this.#limiter = new RateLimiter(perMinute)
    this.#sharing = new SharedRound(async (callers) => {
      await this.#limiter.share(named(what, share))
      return callers
    })
    this.stop = alignedInterval(() => void this.#share(), SHARE_EVERY_MS, { background: true })
  }

  hit(client: string, now: number): Verdict {
    return this.#limiter.hit(client, now)
  }

  /** Of all nodes. Whoever is known to be over it costs no question. */
  async hitEverywhere(client: string, now: number): Promise<Verdict> {
    const hit = this.#limiter.count(client, now)
    const known = this.#limiter.verdictOn(hit)
    if (!known.allowed) return known
    await this.#share()
    return this.#limiter.verdictOn(hit)
  }

  /** For how many seconds this client has had its number, or null; counts nothing. */
  waitOf(client: string, now: number): number | null {
    return this.#limiter.waitOf(client, now)
  }

  #share = (): Promise<void> => this.#sharing.join().catch(() => {})
}

function named(what: string, share: ShareCounts): ShareCounts {
  if (what === '') return share
  const prefix = `${what} `
  const renamed = (counts: readonly SlotCount[], nameOf: (client: string) => string) =>
    counts.map(({ client, slot, count }) => ({ client: nameOf(client), slot, count }))
  return async (news, since) => {
    const others = await share(
      renamed(news, (client) => prefix + client),
      since,
    )
    return renamed(others, (client) => client.slice(prefix.length))
  }
}
