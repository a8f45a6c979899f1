import type { Scope, Token, TokenLimit } from '../../domain/tokens/token.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

const COLUMNS = `id, owner_id as "ownerId", name, scopes, limits, created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", last_used_at as "lastUsedAt"`

const byHash = statement('token-by-hash', `select ${COLUMNS} from tokens where hash = $1`)

export async function findTokenByHash(db: Database, hash: Buffer): Promise<Token | null> {
  return first<Token>(db, byHash, [hash])
}

export interface NewToken {
  readonly ownerId: number
  readonly name: string
  readonly hash: Buffer
  readonly scopes: readonly Scope[]
  readonly limits: readonly TokenLimit[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

const insert = statement(
  'token-insert',
  `insert into tokens (owner_id, name, hash, scopes, limits, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
)

export async function insertToken(db: Database, token: NewToken): Promise<Token> {
  const { ownerId, name, hash, scopes, limits, createdAt, expiresAt } = token
  return only<Token>(db, insert, [ownerId, name, hash, scopes, limits, createdAt, expiresAt])
}

export const listTokens = (db: Database) =>
  db.query<Token & { ownerName: string }>(
    statement(
      'tokens',
      `select tokens.id, owner_id as "ownerId", owners.name as "ownerName", tokens.name, scopes, limits, tokens.created_at as "createdAt",
         expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
       from tokens join owners on owners.id = owner_id order by tokens.id`,
    ),
  )

export const markTokenRevoked = (db: Database, id: number, now: Date) =>
  db.query(statement('token-revoke', 'update tokens set revoked_at = $2 where id = $1'), [id, now])

/** At most one write a minute and token, however many nodes see it used. */
export const touchToken = (db: Database, id: number, now: Date) =>
  db.query(
    statement(
      'token-touch',
      `update tokens set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    ),
    [id, now],
  )
