import type { DeliveryType } from '../../domain/webhooks/events.ts'

/** An event on its way into the database, in the transaction of what it tells. */
export interface NewEvent {
  readonly id: string
  readonly type: DeliveryType
  readonly createdAt: Date
  /** The bytes that will be signed and sent, made once. */
  readonly body: string
}
