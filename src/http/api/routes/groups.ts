// Groups of stations, which credentials and orders name.
import type { App } from '../../../base/serving/app.ts'
import { Ref } from '../../../wire/common.ts'
import { GroupListSchema, GroupQuery, groupExample, groupToWire } from '../../../wire/stations/group.ts'
import { json, problemsOf } from '../describe.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

export function groupRoutes(app: App, { rateLimitPerMinute, baseUrl }: ApiServices): void {
  const problems = problemsOf(rateLimitPerMinute)

  app.get(
    '/grupos',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listStationGroups',
        tags: ['Stations'],
        summary: 'Groups of stations, newest first',
        description:
          'With the codes of their active stations. Groups are common, like stations; the operator makes them. Pages by `cursor`; the `Link` header leads to the next page. Scope `read`.',
        querystring: GroupQuery,
        response: {
          200: json('A page of groups.', Ref(GroupListSchema), {
            ok: true,
            grupos: [groupExample],
            next_cursor: null,
          }),
          ...problems('invalid_request'),
        },
      },
    },
    async ({ query, current }, reply) => {
      const { groups, active } = current.book
      const { limit, before = Number.POSITIVE_INFINITY } = pageOf(query)
      const newest = [...groups.values()].filter(({ id }) => id < before).sort((a, b) => b.id - a.id)
      const { page, nextCursor } = cutPage(reply, baseUrl, newest.slice(0, limit + 1), limit)
      return { ok: true, grupos: page.map((group) => groupToWire(group, active)), next_cursor: nextCursor }
    },
  )
}
