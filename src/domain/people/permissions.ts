// Who may do what in the administration area: the one table, and the few rules beside it.
import type { Role, User } from './user.ts'

const READS = [
  'network.read',
  'credentials.read',
  'orders.read',
  'webhooks.read',
  'tokens.read',
  'owners.read',
  'settings.read',
  'system.read',
] as const
const CHANGES = [
  'network.change',
  'credentials.change',
  'credentials.reveal', // look at a password
  'credentials.import', // bring users of another caster over, with their passwords
  'orders.change',
  'webhooks.change',
  'tokens.change',
  'owners.change',
] as const
const ADMINISTRATION = ['users.read', 'users.change', 'settings.change', 'audit.read'] as const

export const PERMISSIONS = [...READS, ...CHANGES, ...ADMINISTRATION] as const
export type Permission = (typeof PERMISSIONS)[number]

const ALLOWED: Record<Role, readonly Permission[]> = {
  administrator: PERMISSIONS,
  operator: [...READS, ...CHANGES],
  viewer: READS,
  // Of its own owner only: see scopeOf. Stations are common.
  reseller: [
    'network.read',
    'credentials.read',
    'credentials.change',
    'credentials.reveal',
    'orders.read',
    'orders.change',
    'webhooks.read',
    'webhooks.change',
    'tokens.read',
    'tokens.change',
    'owners.read',
  ],
}

export const permissionsOf = (role: Role): readonly Permission[] => ALLOWED[role]

export const may = (role: Role, permission: Permission): boolean => ALLOWED[role].includes(permission)

/** How many sessions a credential has is the operator's to say: a reseller could give away what is not theirs. */
export const maySetSessions = ({ role }: Pick<User, 'role'>): boolean => role !== 'reseller'

/** What the network's own shop offers is the operator's to say. */
export const mayOfferInShop = ({ role }: Pick<User, 'role'>): boolean => role !== 'reseller'

/** Where a station's stream comes from is nobody's but the operator's. */
export const maySeeSources = ({ role }: Pick<User, 'role'>): boolean => role !== 'reseller'

/** Somebody of this kind sees one owner's rows, and has to have one; everybody else sees all owners', and has none. */
export const needsOwner = (role: Role): boolean => role === 'reseller'

/** Can administer now: of these, one always stays. */
export const administers = ({ role, disabledAt }: Pick<User, 'role' | 'disabledAt'>): boolean =>
  role === 'administrator' && disabledAt === null

/** Whose rows somebody sees: one owner's, or everybody's. */
export type OwnerScope = number | 'all'

export function scopeOf({ role, ownerId }: Pick<User, 'role' | 'ownerId'>): OwnerScope {
  if (!needsOwner(role)) return 'all'
  if (ownerId === null) throw new Error('a reseller without an owner') // the database forbids it
  return ownerId
}

export const isWithin = (scope: OwnerScope, ownerId: number): boolean => scope === 'all' || scope === ownerId
