import type { Mount } from '../../../domain/sessions/access.ts'
import { mountpointToWire } from '../../../wire/network/mountpoint.ts'
import type { Handlers } from '../handler.ts'
import { cutTextPage, textPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

type OfStation = Extract<Mount, { kind: 'station' }>

export const mountpointHandlers = ({ baseUrl }: ApiServices): Handlers<'GET /mountpoints'> => ({
  'GET /mountpoints': async ({ query, current }, reply) => {
    const { limit, after } = textPageOf(query)
    const names = [...current.book.mounts].filter(([, mount]) => mount.kind === 'station').sort(byName)
    const rows = names.filter(([name]) => after === undefined || name > after).slice(0, limit + 1)
    const { page, nextCursor } = cutTextPage(reply, baseUrl, rows, limit, ([name]) => name)
    const mountpoints = page.map(([, mount]) => mountpointToWire(mount as OfStation))
    return { ok: true, mountpoints, next_cursor: nextCursor }
  },
})

const byName = ([one]: readonly [string, Mount], [other]: readonly [string, Mount]) =>
  one < other ? -1 : one > other ? 1 : 0
