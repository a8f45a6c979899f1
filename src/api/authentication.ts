// Bearer tokens (RFC 6750): who is asking, and may they.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import { isUsable, isWellFormed, type Scope, type Token } from '../domain/tokens/token.ts'
import { tokenUseNoter } from '../recording/token-use.ts'
import { sha256 } from '../secrets.ts'
import type { Current } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { findTokenByHash } from '../store/tokens/rows.ts'

export class Authenticator {
  readonly #db: Database
  readonly #noteUse: (token: Token, now: Date) => void

  constructor(db: Database) {
    this.#db = db
    this.#noteUse = tokenUseNoter(db)
  }

  /** The token behind the secret, or a problem to throw. `current` must have been read after the request arrived. */
  async authenticate(secret: string, current: Current, scope: Scope, now: Date): Promise<Token> {
    const token = current.tokens.get(secret) ?? (await this.#find(secret, current))
    if (!token || !isUsable(token, now)) throw new Refusal('invalid_token')
    if (!token.scopes.includes(scope)) throw new Refusal('insufficient_scope', { scope })
    this.#noteUse(token, now)
    return token
  }

  async #find(secret: string, { tokens }: Current): Promise<Token | null> {
    const found = await findTokenByHash(this.#db, sha256(secret))
    if (found) tokens.set(secret, found)
    return found
  }
}

/** The token of the request, well formed: a missing or impossible one never reaches the database. */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) throw new Refusal('missing_token')
  const [, secret] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!secret || !isWellFormed(secret)) throw new Refusal('invalid_token')
  return secret
}
