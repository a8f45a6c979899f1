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
  'credentials.reveal', // see a password
  'credentials.import', // import users of another caster, with their passwords
  'orders.change',
  'webhooks.change',
  'tokens.change',
  'owners.change',
  'owners.view_as', // view the console as an organization
] as const
const ADMINISTRATION = ['users.read', 'users.change', 'settings.change', 'audit.read'] as const

export const PERMISSIONS = [...READS, ...CHANGES, ...ADMINISTRATION] as const
export type Permission = (typeof PERMISSIONS)[number]

const ALLOWED: Record<Role, readonly Permission[]> = {
  administrator: PERMISSIONS,
  operator: [...READS, ...CHANGES],
  viewer: READS,
  // Limited to the reseller's own owner (see scopeOf). All roles share the stations.
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

const isRead = (permission: Permission): boolean => permission.endsWith('.read')

/** A user with the rights of a session. */
type Holder = Pick<User, 'role' | 'isViewing'>

export const permissionsOf = ({ role, isViewing = false }: Holder): readonly Permission[] =>
  isViewing ? ALLOWED[role].filter(isRead) : ALLOWED[role]

export const may = (holder: Holder, permission: Permission): boolean => permissionsOf(holder).includes(permission)

/**
 * The user as whom a session acts. While it views the console as an organization, that is a reseller of the organization
 * who may only read. The user keeps their name in the audit log.
 */
export function actingUser<Known extends Pick<User, 'role' | 'ownerId'>>(
  user: Known,
  viewingOwnerId: number | null,
): Known & Pick<User, 'isViewing'> {
  // A user who lost the right since sees their own console.
  if (viewingOwnerId === null || !may(user, 'owners.view_as')) return user
  return { ...user, role: 'reseller', ownerId: viewingOwnerId, isViewing: true }
}

/** Only the operator sets session limits: a reseller could give away capacity that is not theirs. */
export const maySetSessions = ({ role }: Pick<User, 'role'>): boolean => role !== 'reseller'

/** Only the operator decides what the network's shop sells. */
export const mayOfferInShop = ({ role }: Pick<User, 'role'>): boolean => role !== 'reseller'

/** Only the operator sees the sources of station streams. */
export const maySeeSources = ({ role }: Pick<User, 'role'>): boolean => role !== 'reseller'

/** Roles that belong to one owner and see only its rows. All other roles have no owner and see all rows. */
export const needsOwner = (role: Role): boolean => role === 'reseller'

/** True for enabled administrators; at least one must always remain. */
export const administers = ({ role, disabledAt }: Pick<User, 'role' | 'disabledAt'>): boolean =>
  role === 'administrator' && disabledAt === null

/** The owner whose rows a user sees, or `all`. */
export type OwnerScope = number | 'all'

export function scopeOf({ role, ownerId }: Pick<User, 'role' | 'ownerId'>): OwnerScope {
  if (!needsOwner(role)) return 'all'
  if (ownerId === null) throw new Error('a reseller without an owner') // the database forbids it
  return ownerId
}

export const isWithin = (scope: OwnerScope, ownerId: number): boolean => scope === 'all' || scope === ownerId
