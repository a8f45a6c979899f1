// Rovers that are connected now, and ending such a session.

import { Type } from 'typebox'
import { kickRover } from '../../actions/sessions/kick.ts'
import { wrong } from '../../domain/fault.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import { invalid } from '../../domain/refusal.ts'
import { castersSeenSince } from '../../domain/sessions/rover-count.ts'
import { type LiveRover, listRoverPage } from '../../store/sessions/live-rovers.ts'
import { PageQuery } from '../../wire/common.ts'
import { OwnerId, Search } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'

const DEFAULT_LIMIT = 100
const RoverParams = Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,100}$' }) })

export function sessionRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  const query = Type.Object({
    ...PageQuery,
    stationId: Type.Optional(OwnerId),
    credentialId: Type.Optional(OwnerId),
    search: Type.Optional(Search),
  })
  const list = { config: { access: 'credentials.read' }, schema: { querystring: query } } as const
  app.get('/sessions', list, async ({ query, visitor }) => {
    const { book } = await current()
    const limit = query.limit ?? DEFAULT_LIMIT
    const rows = await listRoverPage(db, scopeOf(visitor.user), castersSeenSince(clock()), {
      stationId: query.stationId ?? null,
      credentialId: query.credentialId ?? null,
      search: query.search?.trim() || null,
      after: query.cursor === undefined ? null : placeOf(query.cursor),
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const nextCursor = rows.length > limit ? cursorOf(page.at(-1)!) : null
    return { ok: true, sessions: page.map((rover) => roverAnswer(rover, book)), nextCursor }
  })

  const kick = { config: { access: 'credentials.change' }, schema: { params: RoverParams } } as const
  app.post('/sessions/:id/kick', kick, async (request) => {
    await kickRover(gate.context(request), scopeOf(request.visitor.user), request.params.id)
    return { ok: true }
  })
}

const cursorOf = ({ startedAt, id }: LiveRover) =>
  Buffer.from(`after:${startedAt.toISOString()}:${id}`).toString('base64url')

function placeOf(cursor: string): { startedAt: Date; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^after:(\d{4}-\d{2}-\d{2}T[\d:.]+Z):([\w-]{1,100})$/.exec(text) ?? []
  const startedAt = new Date(time ?? '')
  if (!id || Number.isNaN(startedAt.getTime())) throw invalid(wrong(['cursor'], 'not_a_cursor'))
  return { startedAt, id }
}
