// Who may do what in the administration area: the one table.
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

/** Whose rows somebody sees: one owner's, or everybody's. */
export type OwnerScope = number | 'all'

export function scopeOf({ role, ownerId }: Pick<User, 'role' | 'ownerId'>): OwnerScope {
  if (role !== 'reseller') return 'all'
  if (ownerId === null) throw new Error('a reseller without an owner') // the database forbids it
  return ownerId
}

export const isWithin = (scope: OwnerScope, ownerId: number): boolean => scope === 'all' || scope === ownerId
