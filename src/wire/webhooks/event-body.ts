// The body of a webhook delivery. Its bytes are created once, with the event. Without schemas
// (stations/station-to-wire.ts says why).
import { isoTime } from '../../domain/text/iso-time.ts'
import type { DeliveryType } from '../../domain/webhooks/events.ts'

interface EventFacts {
  readonly id: string
  readonly type: DeliveryType
  readonly at: Date
  readonly isTest?: boolean
}

export function eventBody({ id, type, at, isTest }: EventFacts, data: object): string {
  const prueba = isTest ? true : undefined
  return JSON.stringify({ id, type, timestamp: isoTime(at), api_version: 'v1', prueba, data })
}

/** Removes the data of an erased customer from an event. */
export function withoutCustomer(body: string): string {
  const event = JSON.parse(body)
  const { credential, order } = event.data ?? {}
  if (credential) Object.assign(credential, { label: null, cliente_nombre: null, cliente_email: null, metadatos: {} })
  if (order) Object.assign(order, { cliente_nombre: '', cliente_email: '' })
  return JSON.stringify(event)
}
