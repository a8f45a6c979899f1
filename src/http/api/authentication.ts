// Bearer tokens (RFC 6750): authentication, and authorization by scope.
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { sha256 } from '../../base/secrets.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { type BearerToken, isUsable, isWellFormed, type Token } from '../../domain/people/tokens/token.ts'
import { tokenUseNoter } from '../../recording/token-use.ts'
import type { Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { findTokenByHash } from '../../store/people/tokens/rows.ts'

/** Fast path for the usual spelling: a microsecond faster than the general form. */
const USUAL = 'Bearer '

const CLOSED = { no_webhooks: 'token_without_webhooks', no_passwords: 'token_without_passwords' } as const

type Needed = Pick<FastifyContextConfig, 'scope' | 'orScope' | 'closedBy'>

export class Authenticator {
  readonly #db: Database
  readonly #noteUse: (token: Token, now: Date) => void
  #known: Current['tokens'] = new Map()

  constructor(db: Database) {
    this.#db = db
    this.#noteUse = tokenUseNoter(db)
  }

  /** Finds the token of this secret. `current` must have been read after the request arrived. */
  async find(secret: string, { tokens }: Current): Promise<BearerToken | null> {
    this.#known = tokens
    const known = tokens.get(secret)
    if (known) return known
    const found = await findTokenByHash(this.#db, sha256(secret))
    if (found) tokens.set(secret, found)
    return found
  }

  /** The token as it is in memory, which may be out of date. */
  known(secret: string): BearerToken | null {
    return this.#known.get(secret) ?? null
  }

  /** Id of the token of a request that ended before authentication; 0 unless the token is in memory. */
  knownId(request: FastifyRequest): number {
    const secret = bearerOf(request)
    return secret instanceof Refusal ? 0 : (this.known(secret)?.id ?? 0)
  }

  /** `null` if the token may call the route. */
  refusalOf(token: Token | null, { scope = 'read', orScope, closedBy }: Needed, now: Date): Refusal | null {
    if (!token || !isUsable(token, now)) return new Refusal('invalid_token')
    if (!orScope || !token.scopes.includes(orScope)) {
      if (scope !== 'any' && !token.scopes.includes(scope)) return new Refusal('insufficient_scope', { scope })
      if (orScope && token.limits.includes('no_webhooks')) return new Refusal('token_without_webhooks')
    }
    if (closedBy && token.limits.includes(closedBy)) return new Refusal(CLOSED[closedBy])
    this.#noteUse(token, now)
    return null
  }
}

/** Returns the request's token if it is well formed. Missing and malformed tokens never reach the database. */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string | Refusal {
  const usual = authorization?.startsWith(USUAL) && authorization.slice(USUAL.length)
  if (usual && isWellFormed(usual)) return usual
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return new Refusal('missing_token')
  const [, secret] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  return secret && isWellFormed(secret) ? secret : new Refusal('invalid_token')
}
