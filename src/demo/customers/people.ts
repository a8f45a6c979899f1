// The demo's console users: one per role that sees something different.

import { known, type PasswordHasher } from '../../base/passwords/password-hasher.ts'
import { randomCode } from '../../base/secrets.ts'
import { needsOwner } from '../../domain/people/permissions.ts'
import type { Role } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertUser, setPasswordHash } from '../../store/people/users.ts'
import { simulated } from './names.ts'

export interface ConsoleLogin {
  readonly role: Role
  readonly email: string
  readonly password: string
}

const PEOPLE: readonly { role: Role; email: string; name: string }[] = [
  { role: 'administrator', email: 'admin@demo.example', name: 'Ana Torres' },
  { role: 'viewer', email: 'viewer@demo.example', name: 'Víctor Luna' },
  { role: 'reseller', email: 'reseller@demo.example', name: 'Rosa Medina' },
]

/** One password for all of them: there is nothing to protect. */
export async function writePeople(
  db: Database,
  hasher: PasswordHasher,
  resellerOwnerId: number,
  now: Date,
): Promise<ConsoleLogin[]> {
  const password = randomCode(16)
  const hash = await hasher.hash(password, known('setup'))
  for (const { role, email, name } of PEOPLE) {
    const ownerId = needsOwner(role) ? resellerOwnerId : null
    const user = await insertUser(db, { email, name: simulated(name), role, ownerId, language: null, createdAt: now })
    await setPasswordHash(db, user!.id, hash)
  }
  return PEOPLE.map(({ role, email }) => ({ role, email, password }))
}
