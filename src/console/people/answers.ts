// What the console's routes answer with, field by field: nothing gets out that is not named here.
import type { AuditEntry } from '../../domain/audit/deed.ts'
import type { ConsoleSession } from '../../domain/people/sign-in.ts'
import type { User } from '../../domain/people/user.ts'
import { isUsable } from '../../domain/tokens/token.ts'
import { OWNED_COUNTED, type OwnerWithCounts } from '../../store/people/owner-pages.ts'
import type { Owner } from '../../store/people/owners.ts'
import type { ListedToken } from '../../store/tokens/pages.ts'

export const userAnswer = (user: User & { ownerName?: string | null; seenAt?: Date | null }) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  ownerId: user.ownerId,
  ownerName: user.ownerName ?? null,
  language: user.language,
  hasPassword: user.hasPassword,
  hasSecondFactor: user.hasSecondFactor,
  disabled: user.disabledAt !== null,
  createdAt: user.createdAt,
  seenAt: user.seenAt ?? null,
})

export const sessionAnswer = (session: ConsoleSession, currentId: number) => ({
  id: session.id,
  current: session.id === currentId,
  createdAt: session.createdAt,
  seenAt: session.seenAt,
  address: session.address,
  agent: session.agent,
})

export const ownerAnswer = ({ id, name, email, createdAt }: Owner) => ({ id, name, email, createdAt })

/** How many, up to a bound, and whether there are more. */
const countAnswer = (counted: number) => ({
  count: Math.min(counted, OWNED_COUNTED),
  more: counted > OWNED_COUNTED,
})

export const ownerWithCountsAnswer = (owner: OwnerWithCounts) => ({
  ...ownerAnswer(owner),
  credentials: countAnswer(owner.credentials),
  tokens: countAnswer(owner.tokens),
  activeWebhooks: countAnswer(owner.activeWebhooks),
})

export const tokenAnswer = (token: ListedToken, now: Date) => ({
  id: token.id,
  ownerId: token.ownerId,
  ownerName: token.ownerName,
  name: token.name,
  scopes: token.scopes,
  state: token.revokedAt !== null ? 'revoked' : isUsable(token, now) ? 'valid' : 'expired',
  createdAt: token.createdAt,
  expiresAt: token.expiresAt,
  revokedAt: token.revokedAt,
  lastUsedAt: token.lastUsedAt,
})

export const auditAnswer = (entry: AuditEntry) => ({
  id: entry.id,
  at: entry.at,
  userId: entry.userId,
  actorKind: entry.kind,
  actor: entry.name,
  action: entry.action,
  subjectKind: entry.subjectKind,
  subjectId: entry.subjectId,
  ownerId: entry.ownerId,
  details: entry.details,
  address: entry.address,
  requestId: entry.requestId,
})
