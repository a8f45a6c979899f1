// Creates events about credentials.
import type { Credential } from '../../domain/credentials/credential.ts'
import type { ChangeableField } from '../../domain/credentials/request.ts'
import type { DeliveryType } from '../../domain/webhooks/events.ts'
import type { NewEvent } from '../../store/webhooks/events.ts'
import { changesToWire } from '../../wire/credentials/change.ts'
import { eventCredentialToWire } from '../../wire/credentials/credential.ts'
import type { NetworkContext } from '../context.ts'
import { newEvent } from '../event.ts'

type Served = Pick<NetworkContext, 'book' | 'now'>

export function credentialInEvent({ book: { network, byId, groups }, now }: Served, credential: Credential) {
  const station = credential.stationId === null ? null : (byId.get(credential.stationId) ?? null)
  return eventCredentialToWire(credential, { network, station, groups, now })
}

/** Lists the changed fields by their API names. */
export const changeEvent = (served: Served, credential: Credential, changed: readonly ChangeableField[]): NewEvent =>
  newEvent(
    'credential.updated',
    changesToWire(credentialInEvent(served, credential), changed),
    served.now,
    served.now,
    credential.isTest,
  )

export const credentialEvent = (type: DeliveryType, served: Served, credential: Credential, at?: Date): NewEvent =>
  newEvent(type, { credential: credentialInEvent(served, credential) }, served.now, at, credential.isTest)
