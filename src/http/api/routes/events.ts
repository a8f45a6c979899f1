import type { App } from '../../../base/serving/app.ts'
import { EVENTS_SHOWN_MS } from '../../../domain/webhooks/events.ts'
import { listEvents } from '../../../store/webhooks/event-log.ts'
import {
  EventList,
  EventQuery,
  eventFilterFromWire,
  eventPageExample,
  eventPageText,
} from '../../../wire/webhooks/event-log.ts'
import { json, problemsOf } from '../describe.ts'
import { cutPage, eventPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

export function eventRoutes(app: App, { db, baseUrl, clock, rateLimitPerMinute }: ApiServices): void {
  const problems = problemsOf(rateLimitPerMinute)

  app.get(
    '/eventos',
    {
      config: { scope: 'read', isOpen: true },
      schema: {
        operationId: 'listEvents',
        tags: ['Webhooks'],
        summary: 'Events of the last 90 days, newest first',
        description:
          'What was or would have been sent, whether a webhook subscribed to it or not, each as its body was sent: never a password. Scope `read`.',
        querystring: EventQuery,
        response: {
          200: json('A page of events.', EventList, eventPageExample),
          ...problems('invalid_request'),
        },
      },
    },
    async ({ query, token }, reply) => {
      const { limit, before } = eventPageOf(query)
      const { types, since, until } = eventFilterFromWire(query)
      const oldest = clock().getTime() - EVENTS_SHOWN_MS
      const from = new Date(Math.max(since?.getTime() ?? 0, oldest))
      const rows = await listEvents(db, token.ownerId, { types, since: from, until, before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      const text = eventPageText(
        page.map(({ body }) => body),
        nextCursor,
      )
      return reply.type('application/json; charset=utf-8').send(text as never)
    },
  )
}
