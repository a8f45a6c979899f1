// The OpenAPI 3.1 description, generated from the schemas that validate requests and serialize answers.
import swagger from '@fastify/swagger'
import type { TSchema } from 'typebox'
import type { App } from '../../../base/serving/app.ts'
import { RinexListSchema, RinexSchema } from '../../../wire/archive/rinex.ts'
import { RinexRequestSchema } from '../../../wire/archive/rinex-request.ts'
import { ChangeSchema, RenewalSchema, RevocationSchema } from '../../../wire/credentials/change.ts'
import {
  CredentialSchema,
  EventCredentialSchema,
  ListedCredentialSchema,
  SecretlessCredentialSchema,
} from '../../../wire/credentials/credential.ts'
import { BatchRequestSchema, CredentialRequestSchema } from '../../../wire/credentials/request.ts'
import { MountpointSchema } from '../../../wire/network/mountpoint.ts'
import { OrderSchema as PaidOrderSchema } from '../../../wire/orders/order.ts'
import { OrderRequestSchema } from '../../../wire/orders/request.ts'
import { OrderListSchema, OrderSchema } from '../../../wire/orders/resource.ts'
import { MeSchema } from '../../../wire/people/me.ts'
import { UsageSchemas } from '../../../wire/people/usage.ts'
import { ProblemSchema } from '../../../wire/problems/problem.ts'
import { SessionSchema } from '../../../wire/sessions/session.ts'
import { GroupListSchema, GroupSchema } from '../../../wire/stations/group.ts'
import { StationSchema } from '../../../wire/stations/station.ts'
import { DeliverySchemas, RecoveryRequestSchema, TestRequestSchema } from '../../../wire/webhooks/delivery.ts'
import { WebhookChangeSchema, WebhookRequestSchema, WebhookSchema } from '../../../wire/webhooks/webhook.ts'
import { completed } from './complete.ts'
import { eventDescriptions } from './events.ts'
import { headersWith } from './headers.ts'
import { withNames } from './names.ts'

export const API_PREFIX = '/api/v1'

/** Schemas under `components` of the description. */
export const NAMED_SCHEMAS: readonly TSchema[] = [
  StationSchema,
  GroupSchema,
  GroupListSchema,
  MountpointSchema,
  CredentialSchema,
  ListedCredentialSchema,
  SecretlessCredentialSchema,
  EventCredentialSchema,
  CredentialRequestSchema,
  BatchRequestSchema,
  RenewalSchema,
  ChangeSchema,
  RevocationSchema,
  SessionSchema,
  PaidOrderSchema,
  WebhookSchema,
  WebhookRequestSchema,
  WebhookChangeSchema,
  ...DeliverySchemas,
  TestRequestSchema,
  RecoveryRequestSchema,
  MeSchema,
  ...UsageSchemas,
  OrderSchema,
  OrderRequestSchema,
  OrderListSchema,
  RinexRequestSchema,
  RinexSchema,
  RinexListSchema,
  ProblemSchema,
]

const descriptionOf = (
  perMinute: number,
) => `REST API over JSON for a network of continuously operating GNSS reference stations: provisions NTRIP credentials at scale, lists stations with live status, reports health and uptime, selects a mountpoint for a position, and manages signed outgoing webhooks.

Every request carries \`Authorization: Bearer <token>\`. Create tokens in the console, section Platform, or with the operator command \`vertice token create\`. A successful response is \`{"ok": true, …}\`; an error is \`application/problem+json\`. Every response carries \`X-Request-Id\`. Times are RFC 3339 in UTC.

A test token creates credentials and orders that behave like any others and are marked \`prueba\`. The caster rejects them, nothing is e-mailed or billed, only test tokens see them, and they are deleted 30 days after they end. Webhooks of a test token receive the events of test data and of stations, and only test tokens see these webhooks. Webhooks of other tokens receive every event of the organization. Events of test data carry \`"prueba": true\`.

Each IP address may send at most ${perMinute} requests in any 60 seconds; \`RateLimit-Policy\` and \`RateLimit\` report the limit and its use. \`/api/v1\` only grows: a removal is announced with \`Deprecation\` and \`Sunset\` headers at least 12 months ahead.`

interface Described {
  readonly baseUrl: string
  readonly perMinute: number
}

export async function describeApi(app: App, { baseUrl, perMinute }: Described): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vértice API',
        version: '1.0.0',
        summary: 'NTRIP credentials, stations, mountpoint choice and webhooks.',
        description: descriptionOf(perMinute),
        contact: { name: 'The operator of this network', url: `${baseUrl}/docs` },
        license: { name: 'MIT', identifier: 'MIT' },
      } as never,
      servers: [{ url: baseUrl + API_PREFIX, description: 'This service' }],
      tags: [
        { name: 'Stations', description: 'Reference stations, their live status, health and uptime.' },
        { name: 'Mountpoint', description: 'Mountpoint selection for a position.' },
        { name: 'Credentials', description: 'Time-limited NTRIP access.' },
        { name: 'Orders', description: 'Access that a customer pays for.' },
        { name: 'Archive', description: 'Recorded observations of the stations, as RINEX files.' },
        { name: 'Webhooks', description: 'Signed outgoing events.' },
        { name: 'Account', description: 'The organization and token of the caller, and their limits.' },
      ],
      components: {
        headers: headersWith(perMinute) as never,
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An access token: `vrt_` followed by 36 characters, or `vrt_test_` followed by 36 characters for a test token. Scopes: `read`, `provision`, `revoke`, and the more specific `webhooks` and `import`.',
          },
        },
      },
      security: [{ bearer: [] }],
      webhooks: eventDescriptions() as never,
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        hide: (schema as { hide?: boolean }).hide || !url.startsWith(API_PREFIX) || route.method === 'HEAD',
      } as typeof schema,
      url: url.slice(API_PREFIX.length),
    }),
    transformObject: (document) =>
      'openapiObject' in document
        ? (withNames(completed(document.openapiObject as never)) as never)
        : document.swaggerObject,
  })
}
