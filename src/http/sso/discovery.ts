// Reads the provider's metadata when first needed, and caches it for an hour. After a failure the service backs off, so
// that not every user who presses the button waits for a timeout.
import { allowInsecureRequests, type Configuration, discovery, type ServerMetadata } from 'openid-client'
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'

const KEPT_MS = HOUR_MS
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = MINUTE_MS
const TIMEOUT_SECONDS = 8

export interface ProviderDependencies {
  readonly clock: () => Date
  readonly warn: (message: string) => void
}

/**
 * The messages of the error and its causes. Nothing else is logged, because the provider's response may contain
 * personal data.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause instanceof Error ? [reasonOf(error.cause)] : [])].join(': ')
    : 'unknown'

export class Discovery {
  readonly #issuer: URL
  readonly #clientId: string
  readonly #clock: () => Date
  readonly #warn: (message: string) => void
  #known: { readonly metadata: ServerMetadata; readonly at: number } | null = null
  #going: Promise<ServerMetadata> | null = null
  #failure: { readonly error: unknown; readonly until: number; readonly waited: number } | null = null

  constructor(issuer: string, clientId: string, { clock, warn }: ProviderDependencies) {
    this.#issuer = new URL(issuer)
    this.#clientId = clientId
    this.#clock = clock
    this.#warn = warn
  }

  /** HTTP is allowed, because it never leaves this machine. */
  get isInsecure(): boolean {
    return this.#issuer.protocol === 'http:'
  }

  /** Falls back to stale metadata if the provider fails. */
  async metadata(): Promise<ServerMetadata> {
    const now = this.#clock().getTime()
    if (this.#known && now - this.#known.at < KEPT_MS) return this.#known.metadata
    try {
      if (this.#failure && now < this.#failure.until) throw this.#failure.error
      this.#going ??= this.#ask().finally(() => {
        this.#going = null
      })
      return await this.#going
    } catch (error) {
      if (this.#known) return this.#known.metadata
      throw error
    }
  }

  async #ask(): Promise<ServerMetadata> {
    try {
      const execute = this.isInsecure ? [allowInsecureRequests as (config: Configuration) => void] : []
      const timeout = TIMEOUT_SECONDS
      const found = await discovery(this.#issuer, this.#clientId, undefined, undefined, { execute, timeout })
      const metadata = found.serverMetadata()
      this.#known = { metadata, at: this.#clock().getTime() }
      this.#failure = null
      return metadata
    } catch (error) {
      const waited = Math.min(LONGEST_WAIT_MS, this.#failure ? 2 * this.#failure.waited : FIRST_WAIT_MS)
      this.#failure = { error, until: this.#clock().getTime() + waited, waited }
      this.#warn(
        `OIDC_ISSUER: ${this.#issuer.href} does not answer as a provider of single sign-on: ${reasonOf(error)}`,
      )
      throw error
    }
  }
}
