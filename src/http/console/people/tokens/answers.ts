import type { Static } from 'typebox'
import { isUsable, managesWebhooksByRead } from '../../../../domain/people/tokens/token.ts'
import type { ListedToken } from '../../../../store/people/tokens/pages.ts'
import type { Token } from '../../contract/people/tokens.ts'

export const tokenAnswer = (token: ListedToken, now: Date): Static<typeof Token> => ({
  id: token.id,
  ownerId: token.ownerId,
  ownerName: token.ownerName,
  name: token.name,
  scopes: token.scopes,
  limits: token.limits,
  webhooksByRead: managesWebhooksByRead(token),
  test: token.isTest,
  state: token.revokedAt !== null ? 'revoked' : isUsable(token, now) ? 'valid' : 'expired',
  createdAt: token.createdAt,
  expiresAt: token.expiresAt,
  revokedAt: token.revokedAt,
  lastUsedAt: token.lastUsedAt,
})
