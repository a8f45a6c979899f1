// Creates events about credentials.
import type { Credential } from '../../domain/credentials/credential.ts'
import type { ChangeableField } from '../../domain/credentials/request.ts'
import type { DeliveryType } from '../../domain/webhooks/events.ts'
import type { NewEvent } from '../../store/webhooks/events.ts'
import { changesToWire } from '../../wire/credentials/change.ts'
import { eventCredentialToWire, servedBy } from '../../wire/credentials/credential.ts'
import type { NetworkContext } from '../context.ts'
import { newEvent } from '../event.ts'

type Served = Pick<NetworkContext, 'book' | 'now'>

export const credentialInEvent = ({ book, now }: Served, credential: Credential) =>
  eventCredentialToWire(credential, servedBy(book, credential, now))

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
