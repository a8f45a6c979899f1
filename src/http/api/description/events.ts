// Describes the events that webhooks receive, as requests to the subscriber.
import type { TSchema } from 'typebox'
import { EventSchemas } from '../../../wire/webhooks/event.ts'

/** Resolves references, because @fastify/swagger copies `webhooks` unchanged. */
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

/** The first sentence as plain text, not Markdown. */
export const summaryOf = (when: string): string => when.replace(/\..*$/s, '').replaceAll('`', '')

export function eventDescriptions() {
  return Object.fromEntries(
    EventSchemas.map(({ type, when, schema }) => [
      type,
      {
        post: {
          operationId: `on${type.replace(/(^|[._])([a-z])/g, (_, __, letter) => letter.toUpperCase())}`,
          tags: ['Webhooks'],
          summary: summaryOf(when),
          description: `${when} Delivered at least once, in no guaranteed order; any 2xx response confirms the delivery.`,
          security: [],
          parameters: [
            header(
              'X-Service-Signature',
              '`sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed with the whole secret.',
            ),
            {
              ...header(
                'X-Service-Signature-Previous',
                'The same signature with the previous secret, for one day after it was replaced.',
              ),
              required: false,
            },
            header('webhook-id', "The event's id (Standard Webhooks)."),
            header('webhook-timestamp', 'Unix time of this attempt in seconds (Standard Webhooks).'),
            header(
              'webhook-signature',
              '`v1,` and a base64 signature (Standard Webhooks), keyed with the decoded bytes after `whsec_`.',
            ),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: withLocalReferences(schema) } } },
          responses: {
            '2XX': { description: 'Received.' },
            '4XX': { description: 'The delivery is retried later; 410 deactivates the webhook.' },
          },
        },
      },
    ]),
  )
}
