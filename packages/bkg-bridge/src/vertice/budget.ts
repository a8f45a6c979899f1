// The API's rate limit, as its response headers report it. Passwords are read one by one, so reading many of them must
// leave room for changes.

/** The limit slides: after this long some requests are free again. */
const STALE_AFTER_MS = 5_000
const BLOCKED_MS = 10_000

export class Budget {
  #remaining = Number.POSITIVE_INFINITY
  #quota = 0
  #at = Number.NEGATIVE_INFINITY
  #blockedUntil = Number.NEGATIVE_INFINITY

  /** `fetch` for the API client; records the rate limit headers. */
  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    this.#remaining = numberIn(response.headers.get('ratelimit'), 'r') ?? Number.POSITIVE_INFINITY
    this.#quota = numberIn(response.headers.get('ratelimit-policy'), 'q') ?? 0
    this.#at = performance.now()
    return response
  }

  /** Call after a 429. */
  block(seconds: number | null): void {
    this.#blockedUntil = performance.now() + (seconds === null ? BLOCKED_MS : seconds * 1_000)
  }

  get isBlocked(): boolean {
    return performance.now() < this.#blockedUntil
  }

  /** Whether more than this share of the limit is left. */
  leaves(share: number): boolean {
    return this.#remaining > this.#quota * share || performance.now() - this.#at > STALE_AFTER_MS
  }
}

/** `"default";r=230;t=60` */
function numberIn(header: string | null, name: string): number | null {
  const [, digits] = new RegExp(`;${name}=(\\d+)`).exec(header ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
