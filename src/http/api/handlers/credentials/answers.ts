// Shared by the operations on credentials: the action's context, the answer, the audit of revealed passwords.
import type { FastifyRequest } from 'fastify'
import { openCredential } from '../../../../base/secrets/credential.ts'
import { program } from '../../../../domain/audit/action.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import type { Credential } from '../../../../domain/credentials/credential.ts'
import type { CredentialUse } from '../../../../domain/credentials/use.ts'
import type { RequestAudit } from '../../../../recording/request-audit.ts'
import { CHANGEABLE, type StoredCredential } from '../../../../store/credentials/columns.ts'
import { findCredential, findUse } from '../../../../store/credentials/use.ts'
import type { Database } from '../../../../store/kit/database.ts'
import { credentialToWire, servedBy } from '../../../../wire/credentials/credential.ts'
import { idOf } from '../../contract/parameters.ts'
import type { ApiServices } from '../../services.ts'
import { entityTag } from '../../transport/conditional.ts'

export const contextOf = <Db extends Database>(
  { keys, customerMail, clock }: ApiServices,
  request: FastifyRequest,
  db: Db,
) => ({
  ...{ db, keys, customerMail: customerMail ?? null, now: clock() },
  book: request.current.book,
  by: program(request.token, request),
})

export async function existing(db: Database, { token }: FastifyRequest, params: { id: string }) {
  const found = await findCredential(db, token.ownerId, idOf(params))
  if (!found) throw new Refusal('credential_not_found')
  return found
}

/** Covers the fields that can be changed, not the use of the credential. `cuts` increases with each new password. */
export const credentialTag = (credential: StoredCredential): string => {
  const { id, expiresAt, revokedAt, suspendedAt, cuts } = credential
  const changeable = CHANGEABLE.map((name) => credential[name])
  return entityTag({ id, expiresAt, revokedAt, suspendedAt, cuts, changeable })
}

/** `db` is the transaction that changed the credential, or the pool. */
export async function shown(services: ApiServices, db: Database, request: FastifyRequest, found: StoredCredential) {
  return shownWith(services, request, found, await findUse(db, found.id))
}

export function shownWith(
  { keys, baseUrl, clock }: ApiServices,
  { current }: FastifyRequest,
  found: StoredCredential,
  use: CredentialUse,
) {
  const served = servedBy(current.book, found, clock())
  return { ok: true, credential: credentialToWire(found, openCredential(keys, found), served, use, baseUrl) }
}

/**
 * Records that a token read the password of an existing credential. Issuing and changing have audit entries of their
 * own.
 */
export function noteRevealed(
  requestAudit: RequestAudit,
  request: FastifyRequest,
  credential: Credential,
  now: Date,
): void {
  if (request.token.limits.includes('no_passwords')) return
  const { id, ownerId, username } = credential
  const subject = { kind: 'credential', id } as const
  const audited = { action: 'credential.revealed', subject, ownerId, details: { username } } as const
  requestAudit.note(program(request.token, request), audited, now, { passwords: 1 })
}

/** Records how many passwords or links a token read at once. */
export function noteRead(
  requestAudit: RequestAudit,
  request: FastifyRequest,
  read: Record<string, number>,
  now: Date,
): void {
  if (request.token.limits.includes('no_passwords')) return
  const details = { requests: 1, ...read }
  const audited = { action: 'credentials.read', ownerId: request.token.ownerId, details } as const
  requestAudit.note(program(request.token, request), audited, now, read)
}
