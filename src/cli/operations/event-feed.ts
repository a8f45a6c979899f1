// Polls the events of a token's owner from the API.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventOnWire, eventPageFromWire, eventQueryToWire } from '../../wire/webhooks/event-log.ts'
import { CommandFailure } from '../kit/failures.ts'

const PAGE = 1_000
/** A poll that finds more events than this forwards only the newest. */
const MOST = 10_000
/**
 * Ids are assigned before the commit, so an event can appear after newer ones. No transaction of the service takes
 * longer.
 */
const OVERLAP_MS = 20_000
const REQUEST_MS = 30_000
const LONGEST_WAIT_MS = 60_000

/** The service is unavailable; `retryAfterMs` is `null` unless it says when to retry. */
export class Unavailable extends Error {
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export class EventFeed {
  readonly #api: string
  readonly #token: string
  readonly #signal: AbortSignal
  /** Time of the newest event; `null` if there is none yet. */
  #newest: string | null = null
  #seen: ReadonlySet<string> = new Set()

  constructor(api: string, token: string, signal: AbortSignal) {
    this.#api = api
    this.#token = token
    this.#signal = signal
  }

  async skipToNow(): Promise<void> {
    const { events } = await this.#page({ limit: 1 })
    this.#newest = events[0]?.timestamp ?? null
    if (this.#newest !== null) await this.next()
  }

  /** New events since the last call, oldest first. A failed call skips nothing. */
  async next(): Promise<EventOnWire[]> {
    const found = await this.#since(this.#newest)
    const unseen = found.filter(({ id }) => !this.#seen.has(id))
    this.#newest = found[0]?.timestamp ?? this.#newest
    this.#seen = new Set(found.map(({ id }) => id))
    return unseen.reverse()
  }

  /** Newest first. */
  async #since(time: string | null): Promise<EventOnWire[]> {
    const since = time === null ? undefined : new Date(Date.parse(time) - OVERLAP_MS)
    const found: EventOnWire[] = []
    let cursor: string | null = null
    do {
      const { events, nextCursor } = await this.#page({ limit: PAGE, since, cursor })
      found.push(...events)
      cursor = nextCursor
    } while (cursor !== null && found.length < MOST)
    return found
  }

  async #page(
    asked: Parameters<typeof eventQueryToWire>[0],
  ): Promise<NonNullable<ReturnType<typeof eventPageFromWire>>> {
    const answer = await this.#get(`${this.#api}/eventos?${eventQueryToWire(asked)}`)
    const body = (await answer.json().catch(() => null)) as { detail?: string; code?: string } | null
    const page = answer.ok ? eventPageFromWire(body) : null
    if (page) return page
    const said = body?.detail ?? `HTTP ${answer.status}`
    if (answer.status === 429 || answer.status >= 500) throw new Unavailable(said, retryAfterMs(answer))
    if (body?.code) throw new CommandFailure(`the service refused: ${said}`)
    throw new CommandFailure(`${this.#api} is not the API of Vértice (HTTP ${answer.status}); check --url`)
  }

  async #get(url: string): Promise<Response> {
    try {
      return await fetch(url, {
        headers: { authorization: `Bearer ${this.#token}`, accept: 'application/json' },
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(REQUEST_MS)]),
      })
    } catch (error) {
      const { cause, message } = error as Error
      throw new Unavailable(cause instanceof Error ? cause.message || message : message)
    }
  }
}

function retryAfterMs({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_WAIT_MS) : null
}

/** Returns early if `signal` is aborted. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
