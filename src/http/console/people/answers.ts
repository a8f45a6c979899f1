// Builds the console's answers about people, field by field, so that nothing else leaves the server.
import type { Static } from 'typebox'
import { shadesOf } from '../../../domain/delivery/accent.ts'
import { logoAddress, type OwnerBrand } from '../../../domain/delivery/brand.ts'
import type { ConsoleSession } from '../../../domain/people/sign-in.ts'
import type { User as KnownUser } from '../../../domain/people/user.ts'
import { OWNED_COUNTED, type OwnerWithCounts } from '../../../store/people/owner-pages.ts'
import type { Owner as StoredOwner } from '../../../store/people/owners.ts'
import type { NamedOwner, OwnBrand, OwnedCount, Owner, Session, User } from '../contract/people/people.ts'

export const userAnswer = (
  user: KnownUser & { ownerName?: string | null; seenAt?: Date | null },
): Static<typeof User> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  ownerId: user.ownerId,
  ownerName: user.ownerName ?? null,
  language: user.language,
  hasPassword: user.hasPassword,
  byProvider: user.byProvider,
  hasSecondFactor: user.hasSecondFactor,
  disabled: user.disabledAt !== null,
  createdAt: user.createdAt,
  seenAt: user.seenAt ?? null,
})

export const sessionAnswer = (session: ConsoleSession, currentId: number): Static<typeof Session> => ({
  id: session.id,
  current: session.id === currentId,
  createdAt: session.createdAt,
  seenAt: session.seenAt,
  address: session.address,
  agent: session.agent,
})

export const ownerAnswer = ({ id, name, email, createdAt }: StoredOwner): Static<typeof NamedOwner> => ({
  id,
  name,
  email,
  createdAt,
})

export const ownBrandAnswer = ({ name, accent, logoHash }: OwnerBrand): Static<typeof OwnBrand> => ({
  name,
  accent,
  deep: accent && shadesOf(accent).deep,
  logo: logoHash && logoAddress(logoHash),
})

const countAnswer = (counted: number): Static<typeof OwnedCount> => ({
  count: Math.min(counted, OWNED_COUNTED),
  more: counted > OWNED_COUNTED,
})

export const ownerWithCountsAnswer = (owner: OwnerWithCounts): Static<typeof Owner> => ({
  ...ownerAnswer(owner),
  credentials: countAnswer(owner.credentials),
  tokens: countAnswer(owner.tokens),
  activeWebhooks: countAnswer(owner.activeWebhooks),
})
