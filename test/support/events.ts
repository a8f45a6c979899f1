// The events of one credential, in the order of its life cycle.
import type { TestService } from './service.ts'

const LIFE = [
  'credential.issued',
  'credential.suspended',
  'credential.resumed',
  'credential.updated',
  'credential.revoked',
  'credential.expired',
  'credential.renewed',
  'order.paid',
]

export interface WrittenEvent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  readonly body: any
  /** The exact bytes of the body. */
  readonly text: string
}

export async function eventsOf(service: TestService, credentialId: number): Promise<WrittenEvent[]> {
  const events = (await service.events()).filter(({ credential_id }) => credential_id === credentialId)
  return events
    .map(({ type, body }) => ({ type, body: JSON.parse(body), text: body }))
    .sort((a, b) => LIFE.indexOf(a.type) - LIFE.indexOf(b.type))
}

export const eventTypesOf = async (service: TestService, credentialId: number): Promise<string[]> =>
  (await eventsOf(service, credentialId)).map(({ type }) => type)
