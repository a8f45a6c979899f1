// Bearer tokens (RFC 6750): who is asking, and may they.
import type { FastifyRequest } from 'fastify'
import { isUsable, isWellFormed, type Scope, type Token } from '../domain/token.ts'
import { sha256 } from '../secrets.ts'
import type { Current } from '../store/current.ts'
import type { Database } from '../store/database.ts'
import { findTokenByHash, touchToken } from '../store/tokens.ts'
import { ApiProblem } from './problem.ts'

const TOUCH_EVERY_MS = 60_000

export class Authenticator {
  readonly #db: Database
  readonly #touched = new Map<number, number>()

  constructor(db: Database) {
    this.#db = db
  }

  /** The token of the request, or a problem to throw. `current` must have been read after the request arrived. */
  async authenticate(request: FastifyRequest, current: Current, scope: Scope, now: Date): Promise<Token> {
    const secret = bearerOf(request)
    const token = await this.#find(secret, current)
    if (!token || !isUsable(token, now)) throw invalidToken()
    if (!token.scopes.includes(scope)) {
      const challenge = `Bearer realm="vertice", error="insufficient_scope", scope="${scope}"`
      throw new ApiProblem('insufficient_scope', `This operation needs the scope "${scope}".`, {
        headers: { 'www-authenticate': challenge },
      })
    }
    this.#touch(token, now)
    return token
  }

  async #find(secret: string, { tokens }: Current): Promise<Token | null> {
    const hash = sha256(secret)
    const key = hash.toString('base64')
    const known = tokens.get(key)
    if (known) return known
    const found = await findTokenByHash(this.#db, hash)
    if (found) tokens.set(key, found)
    return found
  }

  #touch(token: Token, now: Date): void {
    if (now.getTime() - (this.#touched.get(token.id) ?? 0) < TOUCH_EVERY_MS) return
    this.#touched.set(token.id, now.getTime())
    touchToken(this.#db, token.id, now).catch(() => this.#touched.delete(token.id))
  }
}

/** Checked before anything else is asked: a missing or impossible token never reaches the database. */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string {
  if (authorization === undefined) {
    throw new ApiProblem('missing_token', 'Send the header "Authorization: Bearer <token>".', {
      headers: { 'www-authenticate': 'Bearer realm="vertice"' },
    })
  }
  const [, secret] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!secret || !isWellFormed(secret)) throw invalidToken()
  return secret
}

function invalidToken(): ApiProblem {
  return new ApiProblem('invalid_token', 'The token is unknown, mistyped, expired or revoked.', {
    headers: { 'www-authenticate': 'Bearer realm="vertice", error="invalid_token"' },
  })
}
