// Makes one credential or a thousand: all or nothing, each with its event. What every deed that issues credentials does.

import { atOnce, type InSteps, inTurns, mapInSteps, mapInTurns } from '../../base/running/turns.ts'
import { newLinkKey, newPassword, sealCredential } from '../../base/secrets/credential.ts'
import { randomCode } from '../../base/secrets.ts'
import type { Doer } from '../../domain/audit/deed.ts'
import { type Fault, type FieldFault, fault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid, Refusal } from '../../domain/codes/refusal.ts'
import {
  type Credential,
  type CredentialSecrets,
  endOf,
  metadataOf,
  registered,
  textsOf,
} from '../../domain/credentials/credential.ts'
import { type Fence, readFence } from '../../domain/credentials/fence.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import { startTime } from '../../domain/credentials/start-time.ts'
import { type CustomerMail, nextNoticeAt } from '../../domain/delivery/delivery.ts'
import type { Wanted } from '../../domain/people/quota.ts'
import type { Group } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { findTaken } from '../../store/credentials/taken.ts'
import { type CredentialWriter, type RowInput, rowInput, writerIn } from '../../store/credentials/writer.ts'
import { CUSTOMER_MAILS } from '../../store/delivery/deliveries.ts'
import type { Database } from '../../store/kit/database.ts'
import type { NetworkContext } from '../context.ts'
import { credentialEvent } from '../event.ts'
import { makeRoom } from '../people/quotas.ts'
import { findAccess, findGone } from './wanted-access.ts'

const USERNAME_LENGTH = 10
/** One user name in 10^14 is drawn a second time; that it is three times in a row will not be seen. */
const DRAWS = 3
/** Seals of what was issued count on it (actions/audit/seal.ts): nobody writes later with an id taken before. */
const IDS_GOOD_MS = 5 * MINUTE_MS
/** As many as take a millisecond or two: a turn of their own would only make them wait. */
const FEW = 50

export interface IssueContext extends NetworkContext {
  /** For callers at the same moment, who share commits; left out: what is made commits with the deed. */
  readonly writer?: CredentialWriter | undefined
  /** How customers are written to; null or left out: no mail leaves this service. */
  readonly customerMail?: CustomerMail | null | undefined
  /** False: its owner has no quotas, and nobody needs to look; left out: somebody should. */
  readonly hasQuota?: boolean | undefined
  /** Once the rules have nothing against it, what the owner's quotas have no room for is refused. */
  readonly keepsQuota?: boolean | undefined
}

export interface Issued {
  readonly credential: Credential
  readonly secrets: CredentialSecrets
}

/** Where in the caller's request an item stands. */
export type PathOf = (index: number) => (string | number)[]

export async function makeCredentials(
  context: IssueContext,
  ownerId: number,
  requests: readonly CredentialRequest[],
  pathOf: PathOf = () => [],
): Promise<Issued[]> {
  const planning = plan(context, requests, pathOf)
  const plans = requests.length > FEW ? await inTurns(planning) : atOnce(planning)
  await refuseGone(context.db, plans, pathOf)
  if (context.keepsQuota) await makeRoom(context.db, ownerId, wantedBy(requests), context.now)
  const writer = context.writer ?? writerIn(context.db)
  const ids = await writer.takeIds(plans.length)
  const takenAt = performance.now()
  const draw = (index: number) => make(context, ownerId, plans[index]!, ids[index]!)
  const made =
    plans.length > FEW ? await mapInTurns(plans, (_, index) => draw(index)) : plans.map((_, index) => draw(index))
  let left = made.map((_, index) => index)
  for (let draws = 1; left.length > 0; draws++) {
    if (performance.now() - takenAt > IDS_GOOD_MS)
      throw new Error('the ids were taken too long ago: the process stood still')
    const taken = await writer.insert(left.map((index) => made[index]!.input))
    left = left.filter((index) => taken.has(ids[index]!))
    await refuseTaken(context.db, ownerId, requests, left, pathOf)
    if (left.length > 0 && draws === DRAWS) throw new Error('every user name that was drawn is taken')
    for (const index of left) made[index] = draw(index)
  }
  return made.map(({ credential, secrets }) => ({ credential, secrets }))
}

/** Whoever names a group is in a transaction. */
async function refuseGone(tx: Database, plans: readonly Plan[], pathOf: PathOf): Promise<void> {
  const gone = await findGone(
    tx,
    plans.map(({ group }) => group?.id ?? null),
  )
  if (gone.length > 0) throw allInvalid(gone.map((index) => wrong([...pathOf(index), 'group'], 'unknown_group')))
}

/** What of the owner's quotas these use up. */
export const wantedBy = (requests: readonly CredentialRequest[]): Wanted => ({
  inForce: requests.length,
  issuedPerDay: requests.length,
  mailsPerDay: requests.filter(({ sendEmail }) => sendEmail).length,
})

/** What the rules say of these requests, each by its place, without issuing anything. */
export function faultsOf(
  context: Pick<IssueContext, 'book' | 'now' | 'customerMail'>,
  requests: readonly CredentialRequest[],
): FieldFault[] {
  try {
    atOnce(plan(context, requests, (index) => [index]))
    return []
  } catch (error) {
    if (error instanceof Refusal) return [...error.fields]
    throw error
  }
}

interface Plan {
  readonly request: CredentialRequest
  readonly station: Station | null
  readonly group: Group | null
  readonly startsAt: Date
  readonly fence: Fence | null
}

function* plan(
  { book, now, customerMail }: Pick<IssueContext, 'book' | 'now' | 'customerMail'>,
  requests: readonly CredentialRequest[],
  pathOf: PathOf,
): InSteps<Plan[]> {
  const errors: FieldFault[] = []
  const plans = yield* mapInSteps(requests, (request, index) => {
    const refuse = (field: keyof CredentialRequest, found: Fault) =>
      void errors.push({ path: [...pathOf(index), field], ...found })
    const { station, group } = findAccess(book, request, refuse)
    const start = startTime(request.startsAt, now)
    if ('fault' in start) refuse('startsAt', start.fault)
    if (request.sendEmail) {
      if (!request.customerEmail) refuse('customerEmail', fault('email_needed'))
      else if (!customerMail) refuse('sendEmail', fault('no_mail'))
    }
    const read = request.fence && readFence(request.fence)
    if (read && 'faults' in read)
      for (const { path, ...found } of read.faults)
        errors.push({ path: [...pathOf(index), 'fence', ...path], ...found })
    const fence = read && 'fence' in read ? read.fence : null
    return { request, station, group, startsAt: 'at' in start ? start.at : now, fence }
  })
  for (const field of ['reference', 'username'] as const)
    for (const index of repeatedIn(requests, field))
      errors.push({ path: [...pathOf(index), field], ...fault('twice_in_request') })
  if (errors.length > 0) throw allInvalid(errors)
  return plans
}

/** Where something stands that stood before. */
function repeatedIn(requests: readonly CredentialRequest[], field: 'reference' | 'username'): number[] {
  const seen = new Set<string>()
  const repeated: number[] = []
  for (const [index, { [field]: value }] of requests.entries()) {
    if (value === undefined) continue
    if (seen.has(value)) repeated.push(index)
    seen.add(value)
  }
  return repeated
}

/** Of those that could not be written: what the caller chose, and somebody has. Whoever chose nothing has another user name drawn. */
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
  { request, station, group, startsAt, fence }: Plan,
  id: number,
): Made {
  const secrets = { password: request.password ?? newPassword(), linkKey: newLinkKey(id) }
  // By a test token: held against the same rules, mailed to nobody, and of no use at the caster.
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
    ...textsOf(request),
    fence,
    reference: request.reference ?? null,
    metadata: metadataOf(request.metadata),
    issuedAt: now,
    startsAt,
    expiresAt: endOf(startsAt, request.validitySeconds),
    revokedAt: null,
    suspendedAt: request.suspended ? now : null,
    maxSessions: request.maxSessions,
    whenFull: request.whenFull,
    ...(request.place && registered(request.place)),
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

/** What a program issues is not in the audit log a second time: the row itself says which, from where, by which request. */
const saidByRow = ({ tokenId, requestId, address }: Doer) =>
  tokenId === null ? { tokenId } : { tokenId, requestId, address }
