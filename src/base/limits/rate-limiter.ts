// So many of something in any 60 seconds and by client. A node counts exactly for itself; how several count together: shared-limit.ts.
//
// What is refused is not counted: whoever asks on all the time gets its number again as soon as something is free.
import { MINUTE_MS } from '../../domain/time/units.ts'

export { clientOf } from '../../domain/sessions/client-address.ts'

const WINDOW_MS = MINUTE_MS
/** Nodes tell each other so many of a client in a slot of time, not each one. Divides the window. */
export const SLOT_MS = 5_000
/** Of another node's slot nobody knows when in it they came: it counts until the last that may have is out of the window. */
const SLOTS_COUNTED = WINDOW_MS / SLOT_MS + 1
/** A clock that was set back by more begins anew: what lies ahead would else count for as long as it was set back. */
const SET_BACK_MS = 1_000
/** Places that were left are given back when they are so many, and half of all. */
const MOST_LEFT_PLACES = 64

export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS)
const endOfSlot = (slot: number) => (slot + SLOTS_COUNTED) * SLOT_MS

/** So many of a client in a slot of time. */
export interface SlotCount {
  readonly client: string
  readonly slot: number
  readonly count: number
}

/** Tells all nodes what this one counted, and returns what the others did of these clients, since that slot. */
export type ShareCounts = (news: readonly SlotCount[], since: number) => Promise<readonly SlotCount[]>

/** What one client did. */
interface Log {
  /** When each came that was let through, oldest first; those before `first` are out of the window. */
  times: number[]
  first: number
  /** Of the newest: not told to the other nodes yet. */
  untold: number
  /** What other nodes counted, oldest first. */
  others: readonly SlotCount[]
}

/** One that was counted, or would have been. */
export interface Hit {
  readonly log: Log
  readonly now: number
  readonly times: number
  readonly counted: boolean
  /** Of this node's own, up to this one. */
  readonly own: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Until something is free (again). */
  readonly resetSeconds: number
}

export class RateLimiter {
  readonly #limit: number
  #now = 0
  /** Those that were seen in this minute, and those only in the one before: who is in neither has nothing in the window. */
  #logs = new Map<string, Log>()
  #before = new Map<string, Log>()
  #turnsAt = 0
  /** Those of which the other nodes do not know all. */
  #untold = new Map<string, Log>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** `times`: what counts as several. */
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

  /** By what is known of the other nodes now. */
  verdictOn({ log, now, times, counted, own }: Hit): Verdict {
    const total = own + othersOf(log, now)
    const allowed = counted && total <= this.#limit
    const remaining = Math.max(0, this.#limit - (counted ? total : total - times))
    const tooMany = allowed ? 1 : total - this.#limit
    return { allowed, remaining, resetSeconds: secondsUntilFree(log, now, tooMany) }
  }

  /** For how many seconds this client has had its number, or null; counts nothing and remembers nobody. */
  waitOf(client: string, at: number): number | null {
    const now = this.#goOn(at)
    const log = this.#logs.get(client) ?? this.#before.get(client)
    if (!log) return null
    leave(log, now - WINDOW_MS)
    const tooMany = log.times.length - log.first + othersOf(log, now) + 1 - this.#limit
    return tooMany > 0 ? secondsUntilFree(log, now, tooMany) : null
  }

  /** One at a time: what is on its way must not be told twice. */
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

  /** Nobody could be told in time, and now it does not matter any more. */
  #forgetLate(): void {
    for (const [client, log] of this.#untold) {
      leave(log, this.#now - WINDOW_MS)
      log.untold = Math.min(log.untold, log.times.length - log.first)
      if (log.untold === 0) this.#untold.delete(client)
    }
  }

  /** The time to count with: never an earlier one than before, but after the clock was set back. */
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
      // What others counted may be in it for a slot longer than our own.
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

/** What came until then is out of the window. */
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

/** Until so many of those that count will be out of the window. */
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
