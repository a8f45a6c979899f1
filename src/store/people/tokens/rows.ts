import type { BearerToken, Scope, Token, TokenLimit } from '../../../domain/people/tokens/token.ts'
import { type Database, first, only, statement } from '../../kit/database.ts'

const OWN = `id, name, scopes, limits, is_test as "isTest", created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", last_used_at as "lastUsedAt"`
const COLUMNS = `${OWN}, owner_id as "ownerId"`

const OWNER = 'case when is_test then (select owners.id from owners where test_of = owner_id) else owner_id end'
// Test tokens count against no quota.
const HAS_QUOTA = `(select coalesce(quota_in_force, quota_issued_per_day, quota_mails_per_day) is not null and not is_test
  from owners where owners.id = owner_id) as "ownerHasQuota"`
const byHash = statement(
  'token-by-hash',
  `select ${OWN}, owner_id as "organisationId", ${OWNER} as "ownerId", ${HAS_QUOTA} from tokens where hash = $1`,
)

export async function findTokenByHash(db: Database, hash: Buffer): Promise<BearerToken | null> {
  return first<BearerToken>(db, byHash, [hash])
}

export interface NewToken {
  readonly ownerId: number
  readonly name: string
  readonly hash: Buffer
  readonly scopes: readonly Scope[]
  readonly limits: readonly TokenLimit[]
  readonly isTest: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

const insert = statement(
  'token-insert',
  `insert into tokens (owner_id, name, hash, scopes, limits, is_test, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
)

export async function insertToken(db: Database, token: NewToken): Promise<Token> {
  const { ownerId, name, hash, scopes, limits, isTest, createdAt, expiresAt } = token
  return only<Token>(db, insert, [ownerId, name, hash, scopes, limits, isTest, createdAt, expiresAt])
}

export const listTokens = (db: Database) =>
  db.query<Token & { ownerName: string }>(
    statement(
      'tokens',
      `select tokens.id, owner_id as "ownerId", owners.name as "ownerName", tokens.name, scopes, limits, is_test as "isTest", tokens.created_at as "createdAt",
         expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
       from tokens join owners on owners.id = owner_id order by tokens.id`,
    ),
  )

export const markTokenRevoked = (db: Database, id: number, now: Date) =>
  db.query(statement('token-revoke', 'update tokens set revoked_at = $2 where id = $1'), [id, now])

/** Writes at most once a minute per token, however many nodes use it. */
export const touchToken = (db: Database, id: number, now: Date) =>
  db.query(
    statement(
      'token-touch',
      `update tokens set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    ),
    [id, now],
  )
