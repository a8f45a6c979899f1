import { groupToWire } from '../../../wire/stations/group.ts'
import type { Handlers } from '../handler.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

export const groupHandlers = ({ baseUrl }: ApiServices): Handlers<'GET /grupos'> => ({
  'GET /grupos': async ({ query, current }, reply) => {
    const { groups, active } = current.book
    const { limit, before = Number.POSITIVE_INFINITY } = pageOf(query)
    const newest = [...groups.values()].filter(({ id }) => id < before).sort((a, b) => b.id - a.id)
    const { page, nextCursor } = cutPage(reply, baseUrl, newest.slice(0, limit + 1), limit)
    return { ok: true, grupos: page.map((group) => groupToWire(group, active)), next_cursor: nextCursor }
  },
})
