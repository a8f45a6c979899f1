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
    summary: 'Deliveries of a webhook, newest first',
    description:
      'With every attempt. Delivered ones are kept for 30 days and failed ones for 90, unless the operator keeps them otherwise.',
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
      'An event of type `webhook.test` or, with `evento`, a sample of any other type, marked with `"prueba": true`. Goes to this webhook alone, whatever it subscribed to. The data of a sample are made up, and `GET /eventos` does not list it. The body may be left out.',
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    body: Ref(TestRequestSchema),
    isBodyOptional: true,
    idempotent: true,
    answer: answer('The delivery that is on its way.', DeliveryResponse, { ok: true, entrega: testDeliveryExample }),
    problems: ['webhook_not_found', 'webhook_inactive'],
  },
  'POST /webhooks/:id/entregas/:entrega/reenviar': {
    id: 'resendDelivery',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
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
    summary: 'Send again what was not delivered',
    description: `Every event of the webhook's subscription since \`desde\` that failed, or that happened while the webhook was not active or did not exist. What was delivered or is on its way is left alone. At most ${MOST_RECOVERED} a request, oldest first.`,
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    body: Ref(RecoveryRequestSchema),
    idempotent: true,
    answer: answer('How many will be sent.', RecoveryResponse, { ok: true, reenviadas: 38, hay_mas: false }),
    problems: ['webhook_not_found', 'webhook_inactive'],
  },
  'GET /eventos': {
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'Events of the last 90 days',
    description:
      'What was or would have been sent, whether a webhook subscribed to it or not, each as its body was sent: never a password. Newest first. To poll for new events, pass the `id` of the last event that you read as `despues_de`: events then come oldest first, in the order in which they were recorded. An event is listed once no event can appear before it any more, usually within a second, so you neither miss events nor read them twice. `timestamp` can differ from this order by moments.',
    scope: 'read',
    query: EventQuery,
    isOpen: true,
    answer: answer('A page of events.', EventList, eventPageExample),
  },
} as const satisfies Record<string, Operation>
