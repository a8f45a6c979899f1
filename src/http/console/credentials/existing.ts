import { Refusal } from '../../../domain/codes/refusal.ts'
import { type OwnerScope, scopeOf } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import { findListedCredential } from '../../../store/credentials/listed.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findTestSpace } from '../../../store/people/test-spaces.ts'
import { idOf } from '../kit/ids.ts'

/** Finds a credential that the user may see, real or test. Actions on it run within its owner's scope. */
export async function existingCredential(db: Database, user: User, id: string): Promise<ListedCredential> {
  const scope = scopeOf(user)
  const found = (await findListedCredential(db, scope, idOf(id))) ?? (await findTest())
  if (!found) throw new Refusal('credential_not_found')
  return found

  async function findTest() {
    const space = scope === 'all' ? null : await findTestSpace(db, scope)
    return space === null ? null : findListedCredential(db, space, idOf(id))
  }
}

/**
 * Scope for a change of the credential. Users who see all owners keep that scope, so an owner's quotas do not apply to
 * them.
 */
export async function scopeOfExisting(db: Database, user: User, id: string): Promise<OwnerScope> {
  const { ownerId } = await existingCredential(db, user, id)
  return scopeOf(user) === 'all' ? 'all' : ownerId
}
