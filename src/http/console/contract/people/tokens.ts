import { Type } from 'typebox'
import { SCOPES, TOKEN_LIMITS, TOKEN_STATES } from '../../../../domain/people/tokens/token.ts'
import { Nullable } from '../../../../wire/common.ts'
import * as T from '../pieces.ts'

export const Token = T.Exact({
  id: T.Id,
  ...T.Owned,
  name: T.Text,
  scopes: T.List(T.OneOf(SCOPES)),
  limits: T.List(T.OneOf(TOKEN_LIMITS)),
  webhooksByRead: T.Flag,
  /** A test token: the caster does not accept its credentials. */
  test: T.Flag,
  state: T.OneOf(TOKEN_STATES),
  createdAt: T.At,
  expiresAt: T.AtOrNull,
  revokedAt: T.AtOrNull,
  lastUsedAt: T.AtOrNull,
})
export type Token = T.Received<typeof Token>

export const TokenRequest = T.Exact({
  id: T.Id,
  at: T.At,
  method: T.Text,
  /** Without the query string. */
  path: T.Text,
  status: T.Count,
  requestId: T.Text,
  /** Number of earlier requests that were not recorded. */
  missed: T.Count,
})

export const TOKEN_ROUTES = {
  'GET /tokens': {
    query: T.ListQuery({ ownerId: Type.Optional(T.Id), state: Type.Optional(T.OneOf(TOKEN_STATES)) }),
    answer: { tokens: T.List(Token), nextCursor: T.NextCursor },
  },
  'GET /tokens/:id': { answer: { token: Token } },
  'GET /tokens/:id/requests': {
    query: T.ListQuery({ failed: Type.Optional(T.YesOrNo) }),
    answer: { requests: T.List(TokenRequest), nextCursor: T.NextCursor },
  },
  'POST /tokens': {
    body: T.Exact({
      ownerId: T.Id,
      name: T.Name,
      scopes: Type.Array(T.OneOf(SCOPES), { minItems: 1, uniqueItems: true }),
      limits: Type.Optional(Type.Array(T.OneOf(TOKEN_LIMITS), { uniqueItems: true })),
      test: Type.Optional(T.Flag),
      expiresAt: Type.Optional(Nullable('string', { format: 'date-time' })),
    }),
    answer: { token: Token, secret: T.Text },
    status: 201,
    confirmed: true,
  },
  'DELETE /tokens/:id': { answer: { token: Token }, confirmed: true },
} as const satisfies Record<string, T.RouteContract>
