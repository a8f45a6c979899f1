// Validates requests and inserts credentials with their events, one or a thousand, all or none. All issuing actions use
// this.

import { atOnce, inTurns, mapInTurns } from '../../../base/running/turns.ts'
import { newLinkKey, newPassword, sealCredential } from '../../../base/secrets/credential.ts'
import { randomCode } from '../../../base/secrets.ts'
import type { Actor } from '../../../domain/audit/action.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { allInvalid, Refusal } from '../../../domain/codes/refusal.ts'
import {
  type Credential,
  type CredentialSecrets,
  endOf,
  metadataOf,
  registered,
  writtenOf,
} from '../../../domain/credentials/credential.ts'
import type { CredentialRequest } from '../../../domain/credentials/request.ts'
import { nextNoticeAt } from '../../../domain/delivery/delivery.ts'
import type { QuotaAmounts } from '../../../domain/people/quota.ts'
import { DEFAULT_LIMIT } from '../../../domain/sessions/limit.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import { findTaken } from '../../../store/credentials/taken.ts'
import { type CredentialWriter, type RowInput, rowInput, writerIn } from '../../../store/credentials/writer.ts'
import { CUSTOMER_MAILS } from '../../../store/delivery/deliveries.ts'
import type { Database } from '../../../store/kit/database.ts'
import type { NetworkContext } from '../../context.ts'
import { makeRoom } from '../../people/quotas.ts'
import { credentialEvent } from '../../webhooks/credential-event.ts'
import { findGone } from './access.ts'
import { type PathOf, type Plan, planRequests, type RequestRules } from './rules.ts'

const USERNAME_LENGTH = 10
/** There are 31^10 user names. With ten million in use, one draw in 80 million collides; three in a row never do. */
const DRAWS = 3
/** Seals of issued credentials rely on this limit (actions/audit/seal.ts): an id is not used later. */
const IDS_GOOD_MS = 5 * MINUTE_MS
/** This many take a millisecond or two, too few to run in turns. */
const FEW = 50

export interface IssueContext extends NetworkContext, Pick<RequestRules, 'customerMail'> {
  /** Shares commits between concurrent callers; without it the rows commit with the caller's transaction. */
  readonly writer?: CredentialWriter | undefined
  /** False if the owner is known to have no quotas, so that they need not be read. */
  readonly hasQuota?: boolean | undefined
  /** Rejects valid requests that exceed the owner's quotas. */
  readonly keepsQuota?: boolean | undefined
}

export interface Issued {
  readonly credential: Credential
  readonly secrets: CredentialSecrets
}

export async function insertCredentials(
  context: IssueContext,
  ownerId: number,
  requests: readonly CredentialRequest[],
  pathOf: PathOf = () => [],
): Promise<Issued[]> {
  const planning = planRequests(context, requests, pathOf)
  const plans = requests.length > FEW ? await inTurns(planning) : atOnce(planning)
  await refuseGone(context.db, plans, pathOf)
  if (context.keepsQuota) await makeRoom(context.db, ownerId, quotaAmountsOf(requests), context.now)
  const writer = context.writer ?? writerIn(context.db)
  const ids = await writer.takeIds(plans.length)
  const takenAt = performance.now()
  const draw = (index: number) => make(context, ownerId, plans[index]!, ids[index]!)
  const made =
    plans.length > FEW ? await mapInTurns(plans, (_, index) => draw(index)) : plans.map((_, index) => draw(index))
  let left = made.map((_, index) => index)
  for (let draws = 1; left.length > 0; draws++) {
    if (performance.now() - takenAt > IDS_GOOD_MS)
      throw new Error('the reserved credential ids have expired because the process was frozen')
    const taken = await writer.insert(left.map((index) => made[index]!.input))
    left = left.filter((index) => taken.has(ids[index]!))
    await refuseTaken(context.db, ownerId, requests, left, pathOf)
    if (left.length > 0 && draws === DRAWS) throw new Error('could not generate an unused username')
    for (const index of left) made[index] = draw(index)
  }
  return made.map(({ credential, secrets }) => ({ credential, secrets }))
}

/** Requests with a group always run in a transaction. */
async function refuseGone(tx: Database, plans: readonly Plan[], pathOf: PathOf): Promise<void> {
  const gone = await findGone(
    tx,
    plans.map(({ group }) => group?.id ?? null),
  )
  if (gone.length > 0) throw allInvalid(gone.map((index) => wrong([...pathOf(index), 'group'], 'unknown_group')))
}

export const quotaAmountsOf = (requests: readonly CredentialRequest[]): QuotaAmounts => ({
  inForce: requests.length,
  issuedPerDay: requests.length,
  mailsPerDay: requests.filter(({ sendEmail }) => sendEmail).length,
})

/**
 * Rejects rows whose reference or user name, chosen by the caller, is taken. Generated user names are drawn again.
 */
async function refuseTaken(
  db: Database,
  ownerId: number,
  requests: readonly CredentialRequest[],
  left: readonly number[],
  pathOf: PathOf,
): Promise<void> {
  const chosen = left.filter(
    (index) => requests[index]!.reference !== undefined || requests[index]!.username !== undefined,
  )
  if (chosen.length === 0) return
  const choices = chosen.map((index) => requests[index]!)
  const { references, usernames } = await findTaken(
    db,
    ownerId,
    choices.flatMap(({ reference }) => reference ?? []),
    choices.flatMap(({ username }) => username ?? []),
  )
  for (const index of chosen) {
    const { reference, username } = requests[index]!
    const id = reference === undefined ? undefined : references.get(reference)
    if (id !== undefined)
      throw new Refusal('reference_taken', { id }, [wrong([...pathOf(index), 'reference'], 'reference_taken', { id })])
    if (username !== undefined && usernames.has(username))
      throw new Refusal('username_taken', {}, [wrong([...pathOf(index), 'username'], 'username_taken')])
  }
}

type Made = Issued & { readonly input: RowInput }

function make(
  { book, keys, now, by, customerMail }: IssueContext,
  ownerId: number,
  { request, station, group, startsAt, geofence }: Plan,
  id: number,
): Made {
  const secrets = { password: request.password ?? newPassword(), linkKey: newLinkKey(id) }
  // Test credentials follow the same rules but are not mailed and open nothing at the caster.
  const isTest = by.isTest ?? false
  const credential = {
    id,
    ownerId,
    ...saidByRow(by),
    stationId: station?.id ?? null,
    groupId: group?.id ?? null,
    username: request.username ?? randomCode(USERNAME_LENGTH),
    givenUsername: null,
    secret: sealCredential(keys, id, secrets),
    ...writtenOf(request),
    geofence,
    reference: request.reference ?? null,
    metadata: metadataOf(request.metadata),
    issuedAt: now,
    startsAt,
    expiresAt: endOf(startsAt, request.validitySeconds),
    revokedAt: null,
    suspendedAt: request.suspended ? now : null,
    maxSessions: request.maxSessions ?? DEFAULT_LIMIT.maxSessions,
    whenFull: request.whenFull ?? DEFAULT_LIMIT.whenFull,
    ...registered(request.place),
    cuts: 0,
    isTest,
  }
  const mail =
    request.sendEmail && customerMail && !isTest
      ? {
          mailKind: CUSTOMER_MAILS.data,
          mailKey: `${CUSTOMER_MAILS.data}:${id}`,
          language: customerMail.language,
          nextNoticeAt: nextNoticeAt(credential, customerMail.noticesMs, now),
        }
      : null
  const event = credentialEvent('credential.issued', { book, now }, credential)
  return { credential, secrets, input: rowInput(credential, event, mail) }
}

/** Credentials issued by a token have no audit entry: the row names the token, the request and the client address. */
const saidByRow = ({ tokenId, requestId, address }: Actor) =>
  tokenId === null ? { tokenId } : { tokenId, requestId, address }
