// The demo's console users: one per role, and one for the second reseller.

import { known, type PasswordHasher } from '../../base/passwords/password-hasher.ts'
import { randomCode } from '../../base/secrets.ts'
import type { Role } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertUser, setPasswordHash } from '../../store/people/users.ts'
import { ORGANIZATION_NAMES, type Organizations } from './organizations.ts'

export interface ConsoleLogin {
  readonly role: Role
  readonly email: string
  readonly password: string
  /** The only organization that a reseller sees; `null` for other roles. */
  readonly organization: string | null
}

const PEOPLE: readonly { role: Role; email: string; name: string; seller?: 'survey' | 'farm' }[] = [
  { role: 'administrator', email: 'admin@demo.example', name: 'Ana Torres' },
  { role: 'operator', email: 'operator@demo.example', name: 'Omar Ríos' },
  { role: 'viewer', email: 'viewer@demo.example', name: 'Víctor Luna' },
  { role: 'reseller', email: 'reseller@demo.example', name: 'Rosa Medina', seller: 'survey' },
  { role: 'reseller', email: 'farm@demo.example', name: 'Felipe Garza', seller: 'farm' },
]

/** One password for all of them: there is nothing to protect. */
export async function writePeople(
  db: Database,
  hasher: PasswordHasher,
  organizations: Organizations,
  now: Date,
): Promise<ConsoleLogin[]> {
  const password = randomCode(16)
  const hash = await hasher.hash(password, known('setup'))
  for (const { role, email, name, seller } of PEOPLE) {
    const ownerId = seller ? organizations[seller].ownerId : null
    const user = await insertUser(db, { email, name, role, ownerId, language: null, createdAt: now })
    await setPasswordHash(db, user!.id, hash)
  }
  return PEOPLE.map(({ role, email, seller }) => ({
    ...{ role, email, password },
    organization: seller ? ORGANIZATION_NAMES[seller] : null,
  }))
}
