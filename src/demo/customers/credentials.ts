// Issues the demo's credentials as the service does, each at its own time.
import type { Actor, Context } from '../../actions/context.ts'
import { type Issued, issueCredentials } from '../../actions/credentials/issue.ts'
import { revokeCredential } from '../../actions/credentials/revoke.ts'
import { writerIn } from '../../store/credentials/writer.ts'
import type { CredentialRequest } from '../../wire/credentials/credential.ts'
import { planCredentials } from './credential-plan.ts'
import { simulated } from './names.ts'

/** Returns how many. One transaction: hundreds of commits would take longer than all the rest of the start. */
export async function writeCredentials({ db, keys, book, now }: Context, actor: Actor): Promise<number> {
  const plans = planCredentials(now)
  await db.transaction(async (tx) => {
    for (const { request, issuedAt, revokedAt } of plans) {
      const then = { keys, book, now: issuedAt, writer: writerIn(tx) }
      const [issued] = await issueCredentials(then, actor, [request])
      if (revokedAt)
        await revokeCredential({ db: tx, keys, book, now: revokedAt }, actor.ownerId, issued!.credential.id)
    }
  })
  return plans.length
}

export interface Login {
  readonly username: string
  readonly password: string
}

const DAY_S = 86_400

/** One that somebody connects with. `stationCode` null: the network's mountpoint. */
export async function issueLogin(
  { db, keys, book, now }: Context,
  actor: Actor,
  stationCode: string | null,
  label: string,
  more: Partial<CredentialRequest> = {},
): Promise<Login> {
  const request: CredentialRequest = {
    validitySeconds: 30 * DAY_S,
    stationId: undefined,
    stationCode: stationCode ?? undefined,
    label: simulated(label),
    customerName: undefined,
    customerEmail: undefined,
    sendEmail: false,
    startsAt: undefined,
    ...more,
  }
  const [issued] = (await issueCredentials({ keys, book, now, writer: writerIn(db) }, actor, [request])) as [Issued]
  return { username: issued.credential.username, password: issued.secrets.password }
}
