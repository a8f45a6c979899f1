import type { FastifyReply } from 'fastify'
import { EVENTS_SHOWN_MS } from '../../../domain/webhooks/events.ts'
import { type EventFilter, findEventPlace, listEvents, listEventsAfter } from '../../../store/webhooks/event-log.ts'
import { eventFilterFromWire, eventPageText, isOldestFirst, unknownEventId } from '../../../wire/webhooks/event-log.ts'
import type { Handlers, RequestOf } from '../handler.ts'
import { cutPage, cutTextPage, eventPageOf, notACursor, textPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

export const eventHandlers = (services: ApiServices): Handlers<'GET /eventos'> => ({
  'GET /eventos': async (request, reply) => {
    const { types, since, until } = eventFilterFromWire(request.query)
    const oldest = services.clock().getTime() - EVENTS_SHOWN_MS
    const filter = { types, since: new Date(Math.max(since?.getTime() ?? 0, oldest)), until }
    const read = isOldestFirst(request.query) ? readOldestFirst : readNewestFirst
    const { page, nextCursor } = await read(services, request, reply, filter)
    const bodies = page.map(({ body }) => body)
    return reply.type('application/json; charset=utf-8').send(eventPageText(bodies, nextCursor))
  },
})

type Asked = RequestOf<'GET /eventos'>
type Filter = Pick<EventFilter, 'types' | 'since' | 'until'>

async function readNewestFirst(
  { db, baseUrl }: ApiServices,
  { query, token }: Asked,
  reply: FastifyReply,
  filter: Filter,
) {
  const { limit, before } = eventPageOf(query)
  const rows = await listEvents(db, token.ownerId, { ...filter, before, limit: limit + 1 })
  return cutPage(reply, baseUrl, rows, limit)
}

/** The cursor overrides `despues_de`, because the link to the next page has both. */
async function readOldestFirst(
  { db, baseUrl }: ApiServices,
  { query, token }: Asked,
  reply: FastifyReply,
  filter: Filter,
) {
  const { limit, after: pageStart } = textPageOf(query)
  const id = pageStart ?? query.despues_de
  const place = id === undefined ? undefined : await findEventPlace(db, token.ownerId, id)
  if (place === null) throw pageStart === undefined ? unknownEventId() : notACursor()
  const rows = await listEventsAfter(db, token.ownerId, { ...filter, limit: limit + 1 }, place)
  return cutTextPage(reply, baseUrl, rows, limit, (event) => event.id)
}
