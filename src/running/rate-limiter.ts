// So many of something a minute and client. A node counts exactly for itself; how several count together: shared-limit.ts.
export { clientOf } from '../domain/client-address.ts'

const WINDOW_MS = 60_000

interface Count {
  own: number
  others: number
  /** Already told to the other nodes. */
  shared: number
}

/** One that was counted. */
export interface Hit {
  readonly count: Count
  /** Of this node's own, up to this one. */
  readonly own: number
  readonly resetSeconds: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

/** Adds this node's counts to those of all and returns the sums, by client. */
export type ShareCounts = (minute: number, counts: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, number>>

export class RateLimiter {
  readonly #limit: number
  #minute = 0
  #counts = new Map<string, Count>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** `times`: what counts as several. */
  hit(client: string, now: number, times = 1): Verdict {
    return this.verdictOn(this.count(client, now, times))
  }

  count(client: string, now: number, times = 1): Hit {
    const minute = Math.floor(now / WINDOW_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    let count = this.#counts.get(client)
    if (!count) {
      count = { own: 0, others: 0, shared: 0 }
      this.#counts.set(client, count)
    }
    count.own += times
    return { count, own: count.own, resetSeconds: secondsLeft(minute, now) }
  }

  /** By what is known of the other nodes now. */
  verdictOn({ count, own, resetSeconds }: Hit): Verdict {
    const total = own + count.others
    return { allowed: total <= this.#limit, remaining: Math.max(0, this.#limit - total), resetSeconds }
  }

  /** For how many seconds this client has had its number, or null; counts nothing and remembers nobody. */
  waitOf(client: string, now: number): number | null {
    const minute = Math.floor(now / WINDOW_MS)
    const count = minute === this.#minute ? this.#counts.get(client) : undefined
    if (!count || count.own + count.others < this.#limit) return null
    return secondsLeft(minute, now)
  }

  /** One at a time: what is on its way must not be told twice. */
  async share(share: ShareCounts): Promise<void> {
    const counts = this.#counts
    const news = new Map<string, number>()
    for (const [client, { own, shared }] of counts) if (own > shared) news.set(client, own - shared)
    if (news.size === 0) return
    const totals = await share(this.#minute, news)
    for (const [client, fresh] of news) {
      const count = counts.get(client)!
      count.shared += fresh
      count.others = Math.max(0, totals.get(client)! - count.shared) // the table may have been emptied by a crash
    }
  }
}

const secondsLeft = (minute: number, now: number) => Math.ceil(((minute + 1) * WINDOW_MS - now) / 1000)
