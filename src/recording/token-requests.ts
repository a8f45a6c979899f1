// Records the requests of tokens in batches. No request waits for this; requests that are not recorded are counted.
import { mayRecord } from '../domain/people/tokens/request-log.ts'
import { MINUTE_MS } from '../domain/time/units.ts'
import type { Database } from '../store/kit/database.ts'
import { insertRequests, type TokenRequest } from '../store/people/tokens/requests.ts'

const WRITE_AFTER_MS = 1_000
/** Reached only while the database is unavailable. */
const MOST_WAITING = 5_000
const MOST_AT_ONCE = 1_000

interface Recorded {
  minute: number
  entries: number
  missed: number
}

export class TokenRequests {
  readonly #db: Database
  readonly #tokens = new Map<number, Recorded>()
  #waiting: (TokenRequest & { readonly tokenId: number })[] = []
  /** Set only while requests are pending, so that an idle service has no timer. */
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database) {
    this.#db = db
  }

  note(tokenId: number, request: Omit<TokenRequest, 'missed'>): void {
    const recorded = this.#recordedOf(tokenId, Math.floor(request.at.getTime() / MINUTE_MS))
    if (this.#waiting.length >= MOST_WAITING || !mayRecord(recorded.entries, request.status)) {
      recorded.missed += 1
      return
    }
    recorded.entries += 1
    this.#waiting.push({ tokenId, ...request, missed: recorded.missed })
    recorded.missed = 0
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref()
  }

  /** Writes pending requests; failed writes are retried later. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async close(): Promise<void> {
    await this.write()
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #writeAll(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    try {
      while (this.#waiting.length > 0) {
        const some = this.#waiting.slice(0, MOST_AT_ONCE)
        await insertRequests(this.#db, some)
        this.#waiting = this.#waiting.slice(some.length)
      }
    } catch {
      this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref()
    }
  }

  #recordedOf(tokenId: number, minute: number): Recorded {
    const known = this.#tokens.get(tokenId)
    if (!known) {
      const recorded = { minute, entries: 0, missed: 0 }
      this.#tokens.set(tokenId, recorded)
      return recorded
    }
    if (known.minute !== minute) {
      known.minute = minute
      known.entries = 0
    }
    return known
  }
}
