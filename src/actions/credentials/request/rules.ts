import { atOnce, type InSteps, mapInSteps } from '../../../base/running/turns.ts'
import { type Fault, type FieldFault, fault } from '../../../domain/codes/fault.ts'
import { allInvalid, Refusal } from '../../../domain/codes/refusal.ts'
import { type Geofence, readGeofence } from '../../../domain/credentials/geofence.ts'
import type { CredentialRequest } from '../../../domain/credentials/request.ts'
import { startTime } from '../../../domain/credentials/start-time.ts'
import type { CustomerMail } from '../../../domain/delivery/delivery.ts'
import type { Group } from '../../../domain/stations/group.ts'
import type { Station } from '../../../domain/stations/station.ts'
import type { StationBook } from '../../../store/current/current.ts'
import { findAccess } from './access.ts'

export type PathOf = (index: number) => (string | number)[]

export interface RequestRules {
  readonly book: StationBook
  readonly now: Date
  /** `null` or undefined if the service sends no mail. */
  readonly customerMail?: CustomerMail | null | undefined
}

/** Validates requests without issuing; each path starts with the index of the request. */
export function faultsOf(context: RequestRules, requests: readonly CredentialRequest[]): FieldFault[] {
  try {
    atOnce(planRequests(context, requests, (index) => [index]))
    return []
  } catch (error) {
    if (error instanceof Refusal) return [...error.fields]
    throw error
  }
}

export interface Plan {
  readonly request: CredentialRequest
  readonly station: Station | null
  readonly group: Group | null
  readonly startsAt: Date
  readonly geofence: Geofence | null
}

export function* planRequests(
  { book, now, customerMail }: RequestRules,
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
    const read = request.fence && readGeofence(request.fence)
    if (read && 'faults' in read)
      for (const { path, ...found } of read.faults)
        errors.push({ path: [...pathOf(index), 'fence', ...path], ...found })
    const geofence = read && 'geofence' in read ? read.geofence : null
    return { request, station, group, startsAt: 'at' in start ? start.at : now, geofence }
  })
  for (const field of ['reference', 'username'] as const)
    for (const index of repeatedIn(requests, field))
      errors.push({ path: [...pathOf(index), field], ...fault('twice_in_request') })
  if (errors.length > 0) throw allInvalid(errors)
  return plans
}

/** Indexes of values that occurred before. */
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
