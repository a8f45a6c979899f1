// Issues the demo's credentials as the service does, each at its own time.
import type { NetworkContext } from '../../actions/context.ts'
import { issueCredentials } from '../../actions/credentials/issue.ts'
import { revokeCredential } from '../../actions/credentials/revoke.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import { DAY_S } from '../../domain/time/units.ts'
import { type PlannedCredential, planCredentials } from './credential-plan.ts'
import { simulated } from './names.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

export interface Written {
  readonly count: number
  /** Of `wanted`, in that order. */
  readonly logins: readonly Login[]
}

/**
 * Two months of them, and those that are wanted besides: in the order of their times, as ids are given out. One transaction: hundreds of
 * commits would take longer than all the rest of the start.
 */
export async function writeCredentials(
  context: NetworkContext,
  ownerId: number,
  wanted: readonly PlannedCredential[],
): Promise<Written> {
  const plans = [...planCredentials(context.now), ...wanted].sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime())
  const logins = new Map<PlannedCredential, Login>()
  await context.db.transaction(async (tx) => {
    for (const plan of plans) {
      const { request, issuedAt, revokedAt } = plan
      const [issued] = await issueCredentials({ ...context, db: tx, now: issuedAt }, ownerId, ownerId, [request])
      const { credential, secrets } = issued!
      logins.set(plan, { username: credential.username, password: secrets.password })
      if (revokedAt) await revokeCredential({ ...context, db: tx, now: revokedAt }, ownerId, credential.id)
    }
  })
  return { count: plans.length, logins: wanted.map((plan) => logins.get(plan)!) }
}

/** One that somebody connects with. `stationCode` null: the network's mountpoint. */
export const planLogin = (
  issuedAt: Date,
  stationCode: string | null,
  label: string,
  more: Partial<CredentialRequest> = {},
): PlannedCredential => ({
  request: {
    validitySeconds: 30 * DAY_S,
    stationId: undefined,
    stationCode: stationCode ?? undefined,
    label: simulated(label),
    customerName: undefined,
    customerEmail: undefined,
    sendEmail: false,
    startsAt: undefined,
    ...more,
  },
  issuedAt,
  revokedAt: null,
})
