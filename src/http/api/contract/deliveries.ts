import { MOST_RECOVERED } from '../../../domain/webhooks/webhook.ts'
import { Ref } from '../../../wire/common.ts'
import {
  DeliveryList,
  DeliveryQuery,
  DeliveryResponse,
  deliveryExample,
  pendingExample,
  RecoveryRequestSchema,
  RecoveryResponse,
  TestRequestSchema,
  testDeliveryExample,
} from '../../../wire/webhooks/delivery.ts'
import { EventList, EventQuery, eventPageExample } from '../../../wire/webhooks/event-log.ts'
import { answer, type Operation } from './operation.ts'
import { DeliveryParams, IdParams } from './parameters.ts'

export const DELIVERY_OPERATIONS = {
  'GET /webhooks/:id/entregas': {
    id: 'listDeliveries',
    tag: 'Webhooks',
    summary: 'List deliveries of a webhook, newest first',
    description:
      'Includes every attempt. By default, successful deliveries are kept for 30 days and failed ones for 90.',
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    query: DeliveryQuery,
    isOpen: true,
    answer: answer('A page of deliveries.', DeliveryList, { ok: true, entregas: [deliveryExample], next_cursor: null }),
    problems: ['webhook_not_found'],
  },
  'POST /webhooks/:id/probar': {
    id: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'An event of type `webhook.test` or, with `evento`, a sample of any other type, marked with `"prueba": true`. Sent only to this webhook, regardless of its subscription. Samples contain fictitious data and are not listed by `GET /eventos`. The body is optional.',
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    body: Ref(TestRequestSchema),
    isBodyOptional: true,
    idempotent: true,
    answer: answer('The queued delivery.', DeliveryResponse, { ok: true, entrega: testDeliveryExample }),
    problems: ['webhook_not_found', 'webhook_inactive'],
  },
  'POST /webhooks/:id/entregas/:entrega/reenviar': {
    id: 'resendDelivery',
    tag: 'Webhooks',
    summary: 'Resend a delivery',
    description: 'Works for deliveries in any state. The event keeps its `id`.',
    scope: 'read',
    orScope: 'webhooks',
    params: DeliveryParams,
    idempotent: true,
    answer: answer('The delivery, pending again.', DeliveryResponse, { ok: true, entrega: pendingExample }),
    problems: ['webhook_not_found', 'delivery_not_found', 'webhook_inactive'],
  },
  'POST /webhooks/:id/recuperar': {
    id: 'recoverWebhook',
    tag: 'Webhooks',
    summary: 'Resend undelivered events',
    description: `Resends every subscribed event since \`desde\` whose delivery failed, or that happened while the webhook was inactive or did not exist. Delivered and pending events are not resent. At most ${MOST_RECOVERED} per request, oldest first.`,
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    body: Ref(RecoveryRequestSchema),
    idempotent: true,
    answer: answer('The number of events to resend.', RecoveryResponse, { ok: true, reenviadas: 38, hay_mas: false }),
    problems: ['webhook_not_found', 'webhook_inactive'],
  },
  'GET /eventos': {
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'List events of the last 90 days',
    description:
      'Returns all events, with or without a subscribed webhook, newest first. Each has the same body as a delivery and never contains a password. To poll for new events, pass the `id` of the last event that you read as `despues_de`: events are then listed oldest first, in the order in which they were recorded. An event is listed once no other event can appear before it, usually within a second, so you neither miss events nor read them twice. `timestamp` can differ slightly from this order.',
    scope: 'read',
    query: EventQuery,
    isOpen: true,
    answer: answer('A page of events.', EventList, eventPageExample),
  },
} as const satisfies Record<string, Operation>
