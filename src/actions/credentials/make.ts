// Makes one credential or a thousand: all or nothing, each with its event. What every deed that issues credentials does.
import type { Doer } from '../../domain/audit/deed.ts'
import {
  type Credential,
  type CredentialSecrets,
  endOf,
  registered,
  textsOf,
} from '../../domain/credentials/credential.ts'
import { startTime } from '../../domain/credentials/start-time.ts'
import { type Fault, type FieldFault, fault } from '../../domain/fault.ts'
import { type CustomerMail, nextNoticeAt } from '../../domain/handover/handover.ts'
import { allInvalid, Refusal } from '../../domain/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import { mapInTurns } from '../../running/turns.ts'
import { randomCode } from '../../secrets.ts'
import { type CredentialWriter, type RowInput, rowInput, writerIn } from '../../store/credentials/writer.ts'
import type { StationBook } from '../../store/current/current.ts'
import { CUSTOMER_MAILS } from '../../store/handover/handovers.ts'
import type { CredentialRequest } from '../../wire/credentials/credential.ts'
import type { NetworkContext } from '../context.ts'
import { credentialEvent } from '../event.ts'
import { newLinkKey, sealCredential } from './seal.ts'

const USERNAME_LENGTH = 10
const PASSWORD_LENGTH = 16
/** One user name in 10^14 is drawn a second time; that it is three times in a row will not be seen. */
const DRAWS = 3
/** Seals of what was issued count on it (actions/audit/seal.ts): nobody writes later with an id taken before. */
const IDS_GOOD_MS = 5 * 60_000
/** As many as take a millisecond or two: a turn of their own would only make them wait. */
const FEW = 50

export interface IssueContext extends NetworkContext {
  /** For callers at the same moment, who share commits; left out: what is made commits with the deed. */
  readonly writer?: CredentialWriter | undefined
  /** How customers are written to; null or left out: no mail leaves this service. */
  readonly customerMail?: CustomerMail | null | undefined
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
  const plans = plan(context, requests, pathOf)
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
    if (left.length > 0 && draws === DRAWS) throw new Error('every user name that was drawn is taken')
    for (const index of left) made[index] = draw(index)
  }
  return made.map(({ credential, secrets }) => ({ credential, secrets }))
}

/** What the rules say of these requests, each by its place, without issuing anything. */
export function faultsOf(
  context: Pick<IssueContext, 'book' | 'now' | 'customerMail'>,
  requests: readonly CredentialRequest[],
): FieldFault[] {
  try {
    plan(context, requests, (index) => [index])
    return []
  } catch (error) {
    if (error instanceof Refusal) return [...error.fields]
    throw error
  }
}

interface Plan {
  readonly request: CredentialRequest
  readonly station: Station | null
  readonly startsAt: Date
}

function plan(
  { book, now, customerMail }: Pick<IssueContext, 'book' | 'now' | 'customerMail'>,
  requests: readonly CredentialRequest[],
  pathOf: PathOf,
): Plan[] {
  const errors: FieldFault[] = []
  const plans = requests.map((request, index) => {
    const refuse = (field: keyof CredentialRequest, found: Fault) =>
      void errors.push({ path: [...pathOf(index), field], ...found })
    const station = findStation(book, request, refuse)
    const start = startTime(request.startsAt, now)
    if ('fault' in start) refuse('startsAt', start.fault)
    if (request.sendEmail) {
      if (!request.customerEmail) refuse('customerEmail', fault('email_needed'))
      else if (!customerMail) refuse('sendEmail', fault('no_mail'))
    }
    return { request, station, startsAt: 'at' in start ? start.at : now }
  })
  if (errors.length > 0) throw allInvalid(errors)
  return plans
}

function findStation(
  book: StationBook,
  { stationId, stationCode }: CredentialRequest,
  refuse: (field: 'stationId' | 'stationCode', found: Fault) => void,
): Station | null {
  const usable = (station: Station | undefined) => (station && !station.archived ? station : null)
  const byId = stationId === undefined ? undefined : usable(book.byId.get(stationId))
  const byCode = stationCode === undefined ? undefined : usable(book.byCode.get(stationCode.toLowerCase()))
  if (byId === null) refuse('stationId', fault('unknown_station_id'))
  if (byCode === null) refuse('stationCode', fault('unknown_station_code'))
  if (byId && byCode && byId !== byCode) refuse('stationCode', fault('other_station', { id: byId.id, code: byId.code }))
  return byId ?? byCode ?? null
}

type Made = Issued & { readonly input: RowInput }

function make(
  { book, keys, now, by, customerMail }: IssueContext,
  ownerId: number,
  { request, station, startsAt }: Plan,
  id: number,
): Made {
  const secrets = { password: randomCode(PASSWORD_LENGTH), linkKey: newLinkKey(id) }
  const credential = {
    id,
    ownerId,
    ...saidByRow(by),
    stationId: station?.id ?? null,
    username: randomCode(USERNAME_LENGTH),
    secret: sealCredential(keys, id, secrets),
    ...textsOf(request),
    issuedAt: now,
    startsAt,
    expiresAt: endOf(startsAt, request.validitySeconds),
    revokedAt: null,
    maxSessions: request.maxSessions,
    whenFull: request.whenFull,
    ...(request.place && registered(request.place)),
  }
  const mail =
    request.sendEmail && customerMail
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
