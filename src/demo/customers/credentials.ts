// Issues the demo's credentials through the service's own actions, each at its own time.
import type { NetworkContext } from '../../actions/context.ts'
import { issueCredentials } from '../../actions/credentials/issue.ts'
import { revokeCredential } from '../../actions/credentials/revoke.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import { DAY_S } from '../../domain/time/units.ts'
import { type PlannedCredential, planCredentials } from './credential-plan.ts'
import type { Organizations, Seller } from './organizations.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

export interface Written {
  readonly count: number
  /** In the order of `wanted`. */
  readonly logins: readonly Login[]
}

/**
 * Writes two months of credentials and the wanted ones, sorted by time, because ids are assigned in that order. One
 * transaction: hundreds of commits would take longer than the rest of the start.
 */
export async function writeCredentials(
  context: NetworkContext,
  organizations: Organizations,
  wanted: readonly PlannedCredential[],
): Promise<Written> {
  const plans = [...planCredentials(context.now), ...wanted].sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime())
  const logins = new Map<PlannedCredential, Login>()
  await context.db.transaction(async (tx) => {
    for (const plan of plans) {
      const { request, issuedAt, revokedAt, seller } = plan
      // Issued by the organization's token, as its software would.
      const { ownerId, by } = organizations[seller]
      const [issued] = await issueCredentials({ ...context, by, db: tx, now: issuedAt }, ownerId, ownerId, [request])
      const { credential, secrets } = issued!
      logins.set(plan, { username: credential.username, password: secrets.password })
      if (revokedAt) await revokeCredential({ ...context, by, db: tx, now: revokedAt }, ownerId, credential.id)
    }
  })
  return { count: plans.length, logins: wanted.map((plan) => logins.get(plan)!) }
}

/** A credential to connect with. `stationCode` is `null` for the network mountpoint. */
export const planLogin = (
  issuedAt: Date,
  stationCode: string | null,
  label: string,
  { seller = 'operator', ...more }: Partial<CredentialRequest> & { readonly seller?: Seller } = {},
): PlannedCredential => ({
  seller,
  request: {
    validitySeconds: 30 * DAY_S,
    stationId: undefined,
    stationCode: stationCode ?? undefined,
    label,
    customerName: undefined,
    customerEmail: undefined,
    sendEmail: false,
    startsAt: undefined,
    ...more,
  },
  issuedAt,
  revokedAt: null,
})
