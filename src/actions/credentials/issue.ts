// Issues one credential or a thousand: all or nothing, each with its event, in one transaction.
import { type Credential, type CredentialSecrets, endOf } from '../../domain/credentials/credential.ts'
import { startTime } from '../../domain/credentials/start-time.ts'
import { type Fault, type FieldFault, fault } from '../../domain/fault.ts'
import { type CustomerMail, nextNoticeAt } from '../../domain/handover/handover.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import { BASE62, randomCode } from '../../secrets.ts'
import type { CredentialWriter, NewCredential, NewMail } from '../../store/credentials/writer.ts'
import type { StationBook } from '../../store/current.ts'
import { isUniqueViolation } from '../../store/database.ts'
import { CUSTOMER_MAILS } from '../../store/handover/handovers.ts'
import type { NewEvent } from '../../store/webhooks/events.ts'
import type { CredentialRequest } from '../../wire/credentials/credential.ts'
import type { Actor, Context } from '../context.ts'
import { credentialEvent } from '../event.ts'

const USERNAME_LENGTH = 10
const PASSWORD_LENGTH = 16
const LINK_KEY_LENGTH = 24

export interface IssueContext extends Omit<Context, 'db'> {
  readonly writer: CredentialWriter
  /** How customers are written to; null or left out: no mail leaves this service. */
  readonly customerMail?: CustomerMail | null | undefined
}

export interface Issued {
  readonly credential: Credential
  readonly secrets: CredentialSecrets
}

/** `pathOf` says where in the caller's request an item stands. */
export async function issueCredentials(
  context: IssueContext,
  actor: Actor,
  requests: readonly CredentialRequest[],
  pathOf: (index: number) => (string | number)[] = () => [],
): Promise<Issued[]> {
  const plans = plan(context, requests, pathOf)
  for (let attempt = 1; ; attempt++) {
    const ids = await context.writer.takeIds(plans.length)
    const made = plans.map((item, index) => make(context, actor, item, ids[index]!))
    try {
      await context.writer.insert(made)
      return made.map(({ credential, secrets }) => ({ credential, secrets }))
    } catch (error) {
      // One user name in 10^14 is free to be drawn twice.
      if (attempt === 3 || !isUniqueViolation(error, 'credentials_username')) throw error
    }
  }
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
  pathOf: (index: number) => (string | number)[],
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
  if (errors.length > 0) throw invalid(...errors)
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

type Made = { credential: NewCredential; secrets: CredentialSecrets; event: NewEvent; mail: NewMail | null }

function make(
  { book, keys, now, customerMail }: IssueContext,
  { ownerId, tokenId }: Actor,
  { request, station, startsAt }: Plan,
  id: number,
): Made {
  const secrets = { password: randomCode(PASSWORD_LENGTH), linkKey: newLinkKey(id) }
  const credential = {
    id,
    ownerId,
    tokenId,
    stationId: station?.id ?? null,
    username: randomCode(USERNAME_LENGTH),
    secret: sealCredential(keys, id, secrets),
    label: request.label ?? null,
    customerName: request.customerName ?? null,
    customerEmail: request.customerEmail ?? null,
    issuedAt: now,
    startsAt,
    expiresAt: endOf(startsAt, request.validitySeconds),
    revokedAt: null,
    maxSessions: request.maxSessions,
    whenFull: request.whenFull,
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
  return { credential, secrets, event: credentialEvent('credential.issued', { book, now }, credential), mail }
}

/** The link names its row, so that finding it needs no index; what opens it is the random part. */
export const newLinkKey = (id: number): string => `${id.toString(36)}-${randomCode(LINK_KEY_LENGTH, BASE62)}`

export const sealCredential = (keys: Context['keys'], id: number, secrets: CredentialSecrets): Buffer =>
  keys.encrypt(JSON.stringify(secrets), credentialContext(id))

/** The associated data of a credential's ciphertext; `store/encryption-keys` knows the same form in SQL. */
export const credentialContext = (id: number) => `credential:${id}`
