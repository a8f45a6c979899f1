import { Type } from 'typebox'
import type { App } from '../../../base/serving/app.ts'
import type { Mount } from '../../../domain/sessions/access.ts'
import { PageQuery } from '../../../wire/common.ts'
import { MountpointList, mountpointExample, mountpointToWire } from '../../../wire/network/mountpoint.ts'
import { json, problemsOf } from '../describe.ts'
import { cutTextPage, textPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

type OfStation = Extract<Mount, { kind: 'station' }>

export function mountpointRoutes(app: App, { baseUrl, rateLimitPerMinute }: ApiServices): void {
  const problems = problemsOf(rateLimitPerMinute)

  app.get(
    '/mountpoints',
    {
      config: { scope: 'read', isOpen: true },
      schema: {
        operationId: 'listMountpoints',
        tags: ['Stations'],
        summary: 'Mountpoints of the stations, and what each gives',
        description:
          "Each active station's own mountpoint and those that are made of its stream, ordered by `nombre` without regard to case, paged. A credential of a station opens all of its mountpoints. The network's mountpoint is not among them. Scope `read`.",
        querystring: Type.Object(PageQuery),
        response: {
          200: json('A page of mountpoints.', MountpointList, {
            ok: true,
            mountpoints: [mountpointExample],
            next_cursor: null,
          }),
          ...problems('invalid_request'),
        },
      },
    },
    async ({ query, current }, reply) => {
      const { limit, after } = textPageOf(query)
      const names = [...current.book.mounts].filter(([, mount]) => mount.kind === 'station').sort(byName)
      const rows = names.filter(([name]) => after === undefined || name > after).slice(0, limit + 1)
      const { page, nextCursor } = cutTextPage(reply, baseUrl, rows, limit, ([name]) => name)
      return {
        ok: true,
        mountpoints: page.map(([, mount]) => mountpointToWire(mount as OfStation)),
        next_cursor: nextCursor,
      }
    },
  )
}

const byName = ([one]: readonly [string, Mount], [other]: readonly [string, Mount]) =>
  one < other ? -1 : one > other ? 1 : 0
