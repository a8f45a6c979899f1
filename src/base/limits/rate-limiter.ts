// Sliding-window rate limit: max requests per client in any 60 seconds. Exact within a node; shared-limit.ts shares
// counts between nodes.
//
// Rejected requests are not counted, so a client that keeps asking still gets its full rate.
import { MINUTE_MS } from '../../domain/time/units.ts'

export { clientOf } from '../../domain/sessions/client-address.ts'

const WINDOW_MS = MINUTE_MS
/** Nodes share counts per client and slot, not single requests. Must divide the window. */
export const SLOT_MS = 5_000
/** Times within another node's slot are unknown: a slot counts until its last possible request leaves the window. */
const SLOTS_COUNTED = WINDOW_MS / SLOT_MS + 1
/** If the clock is set back by more than this, counting restarts: entries in the future would count far too long. */
const SET_BACK_MS = 1_000
/** Expired entries are removed when there are more than this and they are more than half of all. */
const MOST_LEFT_PLACES = 64

export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS)
const endOfSlot = (slot: number) => (slot + SLOTS_COUNTED) * SLOT_MS

export interface SlotCount {
  readonly client: string
  readonly slot: number
  readonly count: number
}

/** Publishes this node's counts and returns the other nodes' counts of the same clients since slot `since`. */
export type ShareCounts = (news: readonly SlotCount[], since: number) => Promise<readonly SlotCount[]>

interface Log {
  /** Times of admitted requests, oldest first; entries before index `first` have left the window. */
  times: number[]
  first: number
  /** Number of newest entries that the other nodes do not know yet. */
  untold: number
  /** Counts of other nodes, oldest first. */
  others: readonly SlotCount[]
}

export interface Hit {
  readonly log: Log
  readonly now: number
  readonly times: number
  readonly counted: boolean
  /** This node's count up to and including this request. */
  readonly own: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export class RateLimiter {
  readonly #limit: number
  #now = 0
  /** Clients seen in the current period; `#before`: only in the previous one. Others have nothing in the window. */
  #logs = new Map<string, Log>()
  #before = new Map<string, Log>()
  #turnsAt = 0
  /** Clients with counts that the other nodes do not know yet. */
  #untold = new Map<string, Log>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** `times`: weight of the request. */
  hit(client: string, now: number, times = 1): Verdict {
    return this.verdictOn(this.count(client, now, times))
  }

  count(client: string, at: number, times = 1): Hit {
    const now = this.#goOn(at)
    const log = this.#logOf(client)
    leave(log, now - WINDOW_MS)
    const own = log.times.length - log.first + times
    const counted = own + othersOf(log, now) <= this.#limit
    if (counted) {
      for (let count = 0; count < times; count++) log.times.push(now)
      if (log.untold === 0) this.#untold.set(client, log)
      log.untold += times
    }
    return { log, now, times, counted, own }
  }

  /** Uses the other nodes' counts as known now. */
  verdictOn({ log, now, times, counted, own }: Hit): Verdict {
    const total = own + othersOf(log, now)
    const allowed = counted && total <= this.#limit
    const remaining = Math.max(0, this.#limit - (counted ? total : total - times))
    const tooMany = allowed ? 1 : total - this.#limit
    return { allowed, remaining, resetSeconds: secondsUntilFree(log, now, tooMany) }
  }

  /** Seconds until a client at its limit is admitted again, otherwise `null`. Counts nothing. */
  waitOf(client: string, at: number): number | null {
    const now = this.#goOn(at)
    const log = this.#logs.get(client) ?? this.#before.get(client)
    if (!log) return null
    leave(log, now - WINDOW_MS)
    const tooMany = log.times.length - log.first + othersOf(log, now) + 1 - this.#limit
    return tooMany > 0 ? secondsUntilFree(log, now, tooMany) : null
  }

  /** Not reentrant: counts in flight must not be sent twice. */
  async share(share: ShareCounts): Promise<void> {
    this.#forgetLate()
    const telling = Array.from(this.#untold, ([client, log]) => ({ client, log, count: log.untold }))
    const news = telling.flatMap(({ client, log: { times, untold } }) => {
      const bySlot = Map.groupBy(times.slice(-untold), slotOf)
      return Array.from(bySlot, ([slot, { length }]) => ({ client, slot, count: length }))
    })
    if (news.length === 0) return
    const others = Map.groupBy(await share(news, slotOf(this.#now) - SLOTS_COUNTED + 1), ({ client }) => client)
    for (const { client, log, count } of telling) {
      log.untold -= count
      if (log.untold === 0) this.#untold.delete(client)
      log.others = (others.get(client) ?? []).sort((a, b) => a.slot - b.slot)
    }
  }

  /** Drops counts that left the window before they could be shared. */
  #forgetLate(): void {
    for (const [client, log] of this.#untold) {
      leave(log, this.#now - WINDOW_MS)
      log.untold = Math.min(log.untold, log.times.length - log.first)
      if (log.untold === 0) this.#untold.delete(client)
    }
  }

  /** Returns a monotonic time, except after the clock was set back. */
  #goOn(at: number): number {
    if (at < this.#now - SET_BACK_MS) {
      this.#logs = new Map()
      this.#before = new Map()
      this.#untold = new Map()
      this.#now = at
      this.#turnsAt = at + WINDOW_MS
    }
    if (at > this.#now) this.#now = at
    if (this.#now >= this.#turnsAt) {
      // Other nodes' counts may stay in the window for one slot longer than our own.
      this.#before = this.#now >= this.#turnsAt + WINDOW_MS + SLOT_MS ? new Map() : this.#logs
      this.#logs = new Map()
      this.#turnsAt = this.#now + WINDOW_MS + SLOT_MS
    }
    return this.#now
  }

  #logOf(client: string): Log {
    let log = this.#logs.get(client)
    if (log) return log
    log = this.#before.get(client) ?? { times: [], first: 0, untold: 0, others: [] }
    this.#logs.set(client, log)
    return log
  }
}

function leave(log: Log, until: number): void {
  const { times } = log
  let { first } = log
  while (first < times.length && times[first]! <= until) first += 1
  if (first > MOST_LEFT_PLACES && first * 2 > times.length) {
    times.splice(0, first)
    first = 0
  }
  log.first = first
}

function othersOf({ others }: Log, now: number): number {
  let sum = 0
  for (const { slot, count } of others) if (endOfSlot(slot) > now) sum += count
  return sum
}

/** Seconds until `wanted` counted requests have left the window. */
function secondsUntilFree({ times, first, others }: Log, now: number, wanted: number): number {
  let [own, other, left] = [first, 0, wanted]
  let freeAt = now + WINDOW_MS
  while (left > 0 && (own < times.length || other < others.length)) {
    const ownEnd = own < times.length ? times[own]! + WINDOW_MS : Number.POSITIVE_INFINITY
    const otherEnd = other < others.length ? endOfSlot(others[other]!.slot) : Number.POSITIVE_INFINITY
    freeAt = Math.min(ownEnd, otherEnd)
    if (ownEnd <= otherEnd) {
      own += 1
      left -= 1
    } else {
      if (otherEnd > now) left -= others[other]!.count
      other += 1
    }
  }
  return Math.max(1, Math.ceil((freeAt - now) / 1000))
}
