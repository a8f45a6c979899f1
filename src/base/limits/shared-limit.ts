// A rate limit shared by all nodes. Frequent requests are counted locally and shared every second, so several nodes
// together can exceed the limit by what arrives meanwhile. Rare requests are counted on all nodes before they are
// answered. While the counts cannot be shared, each node counts for itself.

import { alignedInterval } from '../running/aligned-interval.ts'
import { SharedRound } from '../running/shared-round.ts'
import { RateLimiter, type ShareCounts, type SlotCount, type Verdict } from './rate-limiter.ts'

const SHARE_EVERY_MS = 1_000

export class SharedLimit {
  readonly #limiter: RateLimiter
  readonly #sharing: SharedRound<void, void>
  readonly stop: () => void

  /** `what`: prefix of the client's key in the shared counts, which separates different limits. */
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

  /** Counts on all nodes. A client known to be over the limit costs no query. */
  async hitEverywhere(client: string, now: number): Promise<Verdict> {
    const hit = this.#limiter.count(client, now)
    const known = this.#limiter.verdictOn(hit)
    if (!known.allowed) return known
    await this.#share()
    return this.#limiter.verdictOn(hit)
  }

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
