// Creates events, with the exact bytes that will be signed and sent.

import { randomCode } from '../base/secrets.ts'
import type { Credential } from '../domain/credentials/credential.ts'
import type { ChangeableField } from '../domain/credentials/request.ts'
import { type DeliveryType, eventId } from '../domain/webhooks/events.ts'
import type { NewEvent } from '../store/webhooks/events.ts'
import { changesToWire } from '../wire/credentials/change.ts'
import { eventCredentialToWire } from '../wire/credentials/credential.ts'
import { eventBody } from '../wire/webhooks/event.ts'
import type { NetworkContext } from './context.ts'

let tellMade: ((eventId: string) => void) | null = null

/** Sets a hook that is called for each new event, for tracing; `null` removes it. */
export const followEvents = (tell: ((eventId: string) => void) | null): void => {
  tellMade = tell
}

/** `at`: when the change happened, if not now. `isTest`: the subject was created by a test token. */
export function newEvent(type: DeliveryType, data: object, now: Date, at: Date = now, isTest = false): NewEvent {
  const id = eventId(now, randomCode)
  tellMade?.(id)
  return { id, type, createdAt: now, body: eventBody({ id, type, at, isTest }, data) }
}

type Served = Pick<NetworkContext, 'book' | 'now'>

export function toldCredential({ book: { network, byId, groups }, now }: Served, credential: Credential) {
  const station = credential.stationId === null ? null : (byId.get(credential.stationId) ?? null)
  return eventCredentialToWire(credential, { network, station, groups, now })
}

/** Lists the changed fields by their API names. */
export const changeEvent = (served: Served, credential: Credential, changed: readonly ChangeableField[]): NewEvent =>
  newEvent(
    'credential.updated',
    changesToWire(toldCredential(served, credential), changed),
    served.now,
    served.now,
    credential.isTest,
  )

export const credentialEvent = (type: DeliveryType, served: Served, credential: Credential, at?: Date): NewEvent =>
  newEvent(type, { credential: toldCredential(served, credential) }, served.now, at, credential.isTest)
