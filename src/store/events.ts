import type { EventType } from '../domain/events.ts'

/** An event on its way into the database, in the transaction of what it tells. */
export interface NewEvent {
  readonly id: string
  readonly type: EventType | 'webhook.test'
  readonly createdAt: Date
  /** The bytes that will be signed and sent, made once. */
  readonly body: string
}
