import { MAX_ACTIVE_WEBHOOKS, MOST_PREVIOUS_SECRETS } from '../../../domain/webhooks/webhook.ts'
import { Ref } from '../../../wire/common.ts'
import {
  deactivatedExample,
  WebhookChangeSchema,
  WebhookCreated,
  WebhookList,
  WebhookQuery,
  WebhookRequestSchema,
  WebhookResponse,
  WebhookRotated,
  webhookExample,
} from '../../../wire/webhooks/webhook.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

const webhook = webhookExample
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDL7Gt4Tg5Y5I='

export const WEBHOOK_OPERATIONS = {
  'GET /webhooks': {
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks of the organization, newest first',
    description: 'Includes deactivated webhooks.',
    scope: 'read',
    orScope: 'webhooks',
    query: WebhookQuery,
    answer: answer('A page of webhooks.', WebhookList, { ok: true, webhooks: [webhook], next_cursor: null }),
  },
  'POST /webhooks': {
    id: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Register a webhook',
    description: `The secret is only included in this response. At most ${MAX_ACTIVE_WEBHOOKS} active webhooks per organization.`,
    scope: 'read',
    orScope: 'webhooks',
    body: Ref(WebhookRequestSchema),
    idempotent: true,
    status: 201,
    answer: answer('The webhook with its secret.', WebhookCreated, { ok: true, webhook, secret }),
    problems: ['webhook_limit_reached', 'quota_exceeded'],
  },
  'GET /webhooks/:id': {
    id: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'A webhook of another organization returns 404.',
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    isTagged: true,
    answer: answer('The webhook.', WebhookResponse, { ok: true, webhook }),
    problems: ['webhook_not_found'],
  },
  'PATCH /webhooks/:id': {
    id: 'changeWebhook',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description: 'Omitted fields do not change. A reactivated webhook counts against the limit of active webhooks.',
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    isTagged: true,
    body: Ref(WebhookChangeSchema),
    answer: answer('The webhook, changed.', WebhookResponse, { ok: true, webhook }),
    problems: ['webhook_not_found', 'webhook_limit_reached', 'quota_exceeded'],
  },
  'POST /webhooks/:id/rotar': {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Replace the secret of a webhook',
    description: `The new secret is only included in this response. For 24 hours deliveries are signed with both secrets, so you can update the receiver without losing deliveries. If you rotate again within that time, up to ${MOST_PREVIOUS_SECRETS} previous secrets keep signing for 24 hours each: all of them in \`webhook-signature\`, the most recent one in \`X-Service-Signature-Previous\`.`,
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    idempotent: true,
    answer: answer('The webhook with its new secret.', WebhookRotated, {
      ok: true,
      webhook,
      secret,
      anterior_hasta: '2026-11-15T18:20:00.000Z',
    }),
    problems: ['webhook_not_found'],
  },
  'DELETE /webhooks/:id': {
    id: 'deactivateWebhook',
    tag: 'Webhooks',
    summary: 'Deactivate a webhook',
    description:
      'The webhook stays in the list with `activo: false`. Idempotent: repeating the call returns the same response.',
    scope: 'read',
    orScope: 'webhooks',
    params: IdParams,
    answer: answer('The webhook, deactivated.', WebhookResponse, { ok: true, webhook: deactivatedExample }),
    problems: ['webhook_not_found'],
  },
} as const satisfies Record<string, Operation>
