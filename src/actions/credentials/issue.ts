// Issues credentials for all interfaces: all or nothing, in one transaction.

import { Refusal } from '../../domain/codes/refusal.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { recordMany } from '../context.ts'
import { type IssueContext, type Issued, insertCredentials } from './request/insert.ts'
import type { PathOf } from './request/rules.ts'

export function issueCredentials(
  context: IssueContext,
  within: OwnerScope,
  ownerId: number,
  requests: readonly CredentialRequest[],
  pathOf?: PathOf,
): Promise<Issued[]> {
  // The owner of a token exists, and the rows replace audit entries (store/audit/issued.ts), so this fast path, used
  // thousands of times per second, needs no further queries.
  const byProgram = context.by.kind === 'token' && within === ownerId
  const hasQuota = context.hasQuota !== false
  // A group must stay locked until the credentials are written.
  const isOfGroups = requests.some(({ groupId, group }) => groupId !== undefined || group !== undefined)
  if (byProgram && !hasQuota && !isOfGroups) return insertCredentials(context, ownerId, requests, pathOf)
  return context.db.transaction(async (tx) => {
    // Credentials issued by the operator count towards the owner's quotas but are never rejected by them.
    const inside = { ...context, db: tx, writer: undefined, keepsQuota: within !== 'all' && hasQuota }
    if (byProgram) return insertCredentials(inside, ownerId, requests, pathOf)
    const owner = await findOwner(tx, within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const issued = await insertCredentials(inside, ownerId, requests, pathOf)
    const entries = issued.map(({ credential: { id, username, customerName } }) => ({
      action: 'credential.issued' as const,
      subject: { kind: 'credential' as const, id },
      ownerId,
      details: { username, owner: owner.name, customer: customerName },
    }))
    await recordMany(tx, context, entries)
    return issued
  })
}
