// OTLP over HTTP: posts a message to a collector, with two retries if it is overloaded or unavailable.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Collector } from '../config/services/opentelemetry.ts'
import { encode, type Message, type Shape } from './messages/protobuf.ts'

/** Retryable statuses according to OTLP 1.x, "Failures". */
const LATER = [429, 502, 503, 504]
const AGAIN_AFTER_MS = [1_000, 5_000]
const LONGEST_WAIT_MS = 30_000
const TIMEOUT_MS = 10_000

class NotTaken extends Error {
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export class Sender {
  readonly #collector: Collector
  readonly #shape: Shape
  readonly #hurry = new AbortController()

  constructor(collector: Collector, shape: Shape) {
    this.#collector = collector
    this.#shape = shape
  }

  async send(message: Message): Promise<void> {
    const body = encode(this.#shape, message) as Buffer<ArrayBuffer>
    for (let tries = 0; ; tries++) {
      try {
        return await this.#post(body)
      } catch (error) {
        const waitMs = AGAIN_AFTER_MS[tries]
        const isFinal = error instanceof NotTaken && error.retryAfterMs === null
        if (waitMs === undefined || isFinal || this.#hurry.signal.aborted) throw error
        const saidMs = error instanceof NotTaken ? error.retryAfterMs! : 0
        const restMs = Math.max(saidMs, waitMs * (0.8 + Math.random() * 0.4))
        await sleep(Math.min(LONGEST_WAIT_MS, restMs), null, { ref: false, signal: this.#hurry.signal }).catch(() => {})
      }
    }
  }

  /** For shutdown: pending retries run immediately and are not repeated. */
  hurry(): void {
    this.#hurry.abort()
  }

  async #post(body: Buffer<ArrayBuffer>): Promise<void> {
    const { url, headers } = this.#collector
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/x-protobuf', ...headers },
    })
    await answer.body?.cancel()
    if (answer.ok) return
    const seconds = Number(answer.headers.get('retry-after') ?? 0)
    throw new NotTaken(
      `it answered ${answer.status}`,
      LATER.includes(answer.status) ? (Number.isFinite(seconds) ? seconds * 1000 : 0) : null,
    )
  }
}
