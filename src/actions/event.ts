// An event on its way into the database, with the bytes that will be signed and sent.
import type { Credential } from '../domain/credentials/credential.ts'
import { type DeliveryType, eventId } from '../domain/webhooks/events.ts'
import { randomCode } from '../secrets.ts'
import type { NewEvent } from '../store/webhooks/events.ts'
import { eventCredentialToWire } from '../wire/credentials/credential.ts'
import { eventBody } from '../wire/webhooks/event.ts'
import type { NetworkContext } from './context.ts'

/** `at`: when it happened, where that is not now. */
export function newEvent(type: DeliveryType, data: object, now: Date, at: Date = now): NewEvent {
  const id = eventId(now, randomCode)
  return { id, type, createdAt: now, body: eventBody({ id, type, at }, data) }
}

type Served = Pick<NetworkContext, 'book' | 'now'>

/** A credential as events tell of it. */
export function toldCredential({ book: { network, byId }, now }: Served, credential: Credential) {
  const station = credential.stationId === null ? null : (byId.get(credential.stationId) ?? null)
  return eventCredentialToWire(credential, { network, station, now })
}

export const credentialEvent = (type: DeliveryType, served: Served, credential: Credential, at?: Date): NewEvent =>
  newEvent(type, { credential: toldCredential(served, credential) }, served.now, at)
