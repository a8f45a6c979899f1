// The OpenAPI 3.1 description, generated from the schemas that validate requests and serialize answers.
import swagger from '@fastify/swagger'
import type { TSchema } from 'typebox'
import type { App } from '../../../base/serving/app.ts'
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
  ProblemSchema,
]

const descriptionOf = (
  perMinute: number,
) => `REST API over JSON for a network of continuously operating GNSS reference stations: provisions NTRIP credentials at scale, lists stations with live status, reports health and uptime, selects a mountpoint for a position, and manages signed outgoing webhooks.

Every request carries \`Authorization: Bearer <token>\`; tokens are created in the administration area, section Platform, or by the operator's command \`vertice token create\`. A success is \`{"ok": true, …}\`, an error is \`application/problem+json\`. Every response carries \`X-Request-Id\`. Times are RFC 3339 in UTC.

A test token makes credentials and orders that are treated like any others and marked \`prueba\`: the caster refuses them, nothing is mailed or billed, only test tokens see them, and they are removed 30 days after their end. Webhooks of a test token get the events of tests and of stations, and only test tokens see them; those of other tokens get every event of the owner. Events of tests carry \`"prueba": true\`.

At most ${perMinute} requests in any 60 seconds by IP address, told by \`RateLimit-Policy\` and \`RateLimit\`. \`/api/v1\` only grows; a removal is announced with \`Deprecation\` and \`Sunset\` headers at least 12 months ahead.`

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
        { name: 'Mountpoint', description: 'Which mountpoint serves a position.' },
        { name: 'Credentials', description: 'Time-limited NTRIP access.' },
        { name: 'Orders', description: 'Access that a customer pays for.' },
        { name: 'Webhooks', description: 'Signed outgoing events.' },
        { name: 'Account', description: 'The organization and token that ask, and their limits.' },
      ],
      components: {
        headers: headersWith(perMinute) as never,
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An access token: `vrt_` and 36 characters, or for tests `vrt_test_` and 36. Scopes: `read`, `provision`, `revoke`, and the finer `webhooks` and `import`.',
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
