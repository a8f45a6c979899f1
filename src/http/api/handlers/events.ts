import { EVENTS_SHOWN_MS } from '../../../domain/webhooks/events.ts'
import { listEvents } from '../../../store/webhooks/event-log.ts'
import { eventFilterFromWire, eventPageText } from '../../../wire/webhooks/event-log.ts'
import type { Handlers } from '../handler.ts'
import { cutPage, eventPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

export const eventHandlers = ({ db, baseUrl, clock }: ApiServices): Handlers<'GET /eventos'> => ({
  'GET /eventos': async ({ query, token }, reply) => {
    const { limit, before } = eventPageOf(query)
    const { types, since, until } = eventFilterFromWire(query)
    const oldest = clock().getTime() - EVENTS_SHOWN_MS
    const from = new Date(Math.max(since?.getTime() ?? 0, oldest))
    const rows = await listEvents(db, token.ownerId, { types, since: from, until, before, limit: limit + 1 })
    const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
    const bodies = page.map(({ body }) => body)
    return reply.type('application/json; charset=utf-8').send(eventPageText(bodies, nextCursor))
  },
})
