// The credentials that an action on many does not change.
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { BodyOf } from '../../../../../src/http/console/contract/routes.ts'

type Kind = BodyOf<'POST /credentials/jobs/change'>['kind']
type Pausable = Pick<Credential, 'state' | 'suspendedAt'>

interface Skippable {
  readonly chosen: readonly (Pausable & Pick<Credential, 'username'>)[] | null
  readonly revoked: number
  readonly expired: number
}

/** Why an action does not change a credential; `null` if it does. */
export function skipReason(
  kind: Kind,
  { state, suspendedAt }: Pausable,
): 'revoked' | 'expired' | 'suspended' | 'running' | null {
  if (state === 'revoked') return 'revoked'
  if (kind === 'renew' || kind === 'change') return null
  if (state === 'expired') return 'expired'
  if (kind === 'suspend' && suspendedAt !== null) return 'suspended'
  return kind === 'resume' && suspendedAt === null ? 'running' : null
}

/** The number of credentials that an action will skip, as far as known, and the selected ones with the reason. */
export function skippedOf(kind: Kind, { chosen, revoked, expired }: Skippable) {
  const isRenewal = kind === 'renew' || kind === 'change'
  if (!chosen) return { count: isRenewal ? revoked : revoked + expired, named: [] }
  const named = chosen.flatMap(({ username, ...credential }) => {
    const why = skipReason(kind, credential)
    return why ? [{ username, why }] : []
  })
  return { count: named.length, named }
}
