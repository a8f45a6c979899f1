// Polls the events of a token's owner from the API.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventOnWire, eventQueryToWire, eventsFromWire } from '../../wire/webhooks/event-log.ts'
import { CommandFailure } from '../kit/failures.ts'

/** Max events per poll; further ones are read by the next. */
const PAGE = 1_000
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
  /** Id of the last event read; `null` if there is none yet. */
  #last: string | null = null

  constructor(api: string, token: string, signal: AbortSignal) {
    this.#api = api
    this.#token = token
    this.#signal = signal
  }

  async skipToNow(): Promise<void> {
    const [newest] = await this.#events({ limit: 1 })
    this.#last = newest?.id ?? null
  }

  /** Events since the last call, oldest first. A call that fails skips nothing. */
  async next(): Promise<readonly EventOnWire[]> {
    const events = await this.#events({ limit: PAGE, isOldestFirst: true, after: this.#last })
    this.#last = events.at(-1)?.id ?? this.#last
    return events
  }

  async #events(asked: Parameters<typeof eventQueryToWire>[0]): Promise<readonly EventOnWire[]> {
    const answer = await this.#get(`${this.#api}/eventos?${eventQueryToWire(asked)}`)
    const body = (await answer.json().catch(() => null)) as { detail?: string; code?: string } | null
    const events = answer.ok ? eventsFromWire(body) : null
    if (events) return events
    const said = body?.detail ?? `HTTP ${answer.status}`
    if (answer.status === 429 || answer.status >= 500) throw new Unavailable(said, retryAfterMs(answer))
    if (body?.code) throw new CommandFailure(`the service rejected the request: ${said}`)
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
