// The OpenAPI 3.1 description, made from the schemas that validate and serialise.
import swagger from '@fastify/swagger'
import type { TSchema } from 'typebox'
import type { App } from '../running/app.ts'
import {
  BatchRequestSchema,
  CredentialRequestSchema,
  CredentialSchema,
  EventCredentialSchema,
  ListedCredentialSchema,
} from '../wire/credentials/credential.ts'
import { VrsSchemas } from '../wire/network/vrs.ts'
import { ProblemSchema } from '../wire/problem.ts'
import { StationSchema } from '../wire/stations/station.ts'
import { EventSchemas } from '../wire/webhooks/event.ts'
import { WebhookRequestSchema, WebhookSchema } from '../wire/webhooks/webhook.ts'

export const API_PREFIX = '/api/v1'

/** Schemas with a name of their own, in the description under `components`. */
export const NAMED_SCHEMAS: readonly TSchema[] = [
  StationSchema,
  ...VrsSchemas,
  CredentialSchema,
  ListedCredentialSchema,
  EventCredentialSchema,
  CredentialRequestSchema,
  BatchRequestSchema,
  WebhookSchema,
  WebhookRequestSchema,
  ProblemSchema,
]

const descriptionOf = (
  perMinute: number,
) => `REST API over JSON for a network of continuously operating GNSS reference stations: provisions NTRIP credentials at scale, lists stations with live status, reports health and uptime, selects a mountpoint for a position, and manages signed outgoing webhooks.

Every request carries \`Authorization: Bearer <token>\`; tokens are created in the administration area, section Platform, or by the operator's command \`vertice token create\`. A success is \`{"ok": true, …}\`, an error is \`application/problem+json\`. Every response carries \`X-Request-Id\`. Times are RFC 3339 in UTC.

At most ${perMinute} requests per minute and IP address, told by \`RateLimit-Policy\` and \`RateLimit\`. \`/api/v1\` only grows; a removal is announced with \`Deprecation\` and \`Sunset\` headers at least 12 months ahead.`

export async function describeApi(app: App, perMinute: number): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vértice API',
        version: '1.0.0',
        summary: 'NTRIP credentials, stations, mountpoint choice and webhooks.',
        description: descriptionOf(perMinute),
        license: { name: 'MIT', identifier: 'MIT' },
      } as never,
      // Relative to this document: right on whatever host serves it.
      servers: [{ url: API_PREFIX, description: 'This service' }],
      tags: [
        { name: 'Stations', description: 'Reference stations, their live status, health and uptime.' },
        { name: 'Mountpoint', description: 'Which mountpoint serves a position.' },
        { name: 'Credentials', description: 'Time-limited NTRIP access.' },
        { name: 'Webhooks', description: 'Signed outgoing events.' },
      ],
      components: {
        headers: headersWith(perMinute) as never,
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token: `vrt_` and 36 characters. Scopes: `read`, `provision`, `revoke`.',
          },
        },
      },
      security: [{ bearer: [] }],
      webhooks: webhookDescriptions() as never,
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, hide: !url.startsWith(API_PREFIX) || route.method === 'HEAD' } as typeof schema,
      url: url.slice(API_PREFIX.length),
    }),
    transformObject: (document) =>
      'openapiObject' in document ? (completed(document.openapiObject as never) as never) : document.swaggerObject,
  })
}

const textHeader = (description: string, example: string, required = true) => ({
  description,
  required,
  schema: { type: 'string', examples: [example] },
})

/** Headers of answers, described once. */
const headersWith = (perMinute: number) => ({
  'X-Request-Id': textHeader('Names this request in our logs.', 'req-5f3kq2-1c'),
  'RateLimit-Policy': textHeader('How many requests (`q`) in how many seconds (`w`).', `"default";q=${perMinute};w=60`),
  RateLimit: textHeader(
    'How many requests are left (`r`), for how many seconds (`t`).',
    `"default";r=${perMinute - 1};t=42`,
  ),
  ETag: textHeader('Names this state of the list, for `If-None-Match`.', '"0T3Zc9mQm1kVwXr2bYt5Ug"'),
  Link: textHeader(
    'The next page, when there is one (RFC 8288).',
    '<https://rtk.example.mx/api/v1/webhooks?cursor=YmVmb3JlOjQy>; rel="next"',
    false,
  ),
  Location: textHeader('The address of the new credential.', 'https://rtk.example.mx/api/v1/credentials/1042'),
  'Idempotent-Replayed': textHeader('`true`: the stored answer to the first request with this key.', 'true', false),
})
type HeaderName = keyof ReturnType<typeof headersWith>

interface Operation {
  readonly operationId: string
  readonly parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: unknown }[]
  readonly responses: Record<string, { description: string; headers?: Record<string, object> }>
}

/** Adds what the schemas of the routes, made for checking and serialising, do not say. */
function completed<Document extends { paths: Record<string, Record<string, Operation>> }>(
  document: Document,
): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) {
      // Ids are read as text, so that one of any size can be answered with a 404; to callers they are integers.
      if (parameter.in === 'path') parameter.schema = { type: 'integer', minimum: 1 }
      // Routes know headers in lower case only; people know them as Idempotency-Key.
      if (parameter.in === 'header')
        parameter.name = parameter.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    }

    if (operation.operationId === 'listStations')
      operation.responses['304'] = { description: 'Nothing has changed since the answer with this `ETag`.' }
    for (const [status, response] of Object.entries(operation.responses)) {
      const shared = headersOf(operation, status).map((name) => [name, { $ref: `#/components/headers/${name}` }])
      response.headers = { ...Object.fromEntries(shared), ...response.headers }
    }
  }
  return document
}

function headersOf({ operationId, parameters = [] }: Operation, status: string): HeaderName[] {
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name)
  const names: HeaderName[] = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (operationId === 'listStations' && /^(200|304)$/.test(status)) names.push('ETag')
  if (operationId === 'createCredential' && status === '201') names.push('Location')
  if (takes('cursor') && status === '200') names.push('Link')
  if (takes('Idempotency-Key') && status === '201') names.push('Idempotent-Replayed')
  return names
}

/** What stands under `webhooks` is passed on as it is: its references are ours to resolve. */
const withLocalReferences = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? `#/components/schemas/${value.replace(/#$/, '')}` : value,
  )

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
})

function webhookDescriptions() {
  return Object.fromEntries(
    EventSchemas.map(({ type, when, schema }) => [
      type,
      {
        post: {
          operationId: `on${type.replace(/(^|\.)(\w)/g, (_, __, letter) => letter.toUpperCase())}`,
          tags: ['Webhooks'],
          summary: when.replace(/\..*$/s, '').replaceAll('`', ''), // not Markdown, unlike a description
          description: `${when} Delivered at least once, in no particular order; success is any 2xx.`,
          security: [],
          parameters: [
            header(
              'X-Service-Signature',
              '`sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed with the whole secret.',
            ),
            {
              ...header(
                'X-Service-Signature-Previous',
                'The same with the secret before this one, for a day after it was replaced.',
              ),
              required: false,
            },
            header('webhook-id', "The event's id (Standard Webhooks)."),
            header('webhook-timestamp', 'Seconds since 1970 of this attempt (Standard Webhooks).'),
            header(
              'webhook-signature',
              '`v1,` and a base64 signature (Standard Webhooks), keyed with the decoded bytes after `whsec_`.',
            ),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: withLocalReferences(schema) } } },
          responses: {
            '2XX': { description: 'Received.' },
            '4XX': { description: 'Tried again later; 410 deactivates the webhook.' },
          },
        },
      },
    ]),
  )
}
