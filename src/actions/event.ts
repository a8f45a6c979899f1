// Creates events, with the exact bytes that will be signed and sent.
import { randomCode } from '../base/secrets.ts'
import { type DeliveryType, eventId } from '../domain/webhooks/events.ts'
import type { NewEvent } from '../store/webhooks/events.ts'
import { eventBody } from '../wire/webhooks/event-body.ts'

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
