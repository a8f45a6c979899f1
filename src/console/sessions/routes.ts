import { kickRover } from '../../actions/sessions/kick.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import type { App } from '../../running/app.ts'
import { listRoverPage } from '../../store/sessions/live-rovers.ts'
import type { Gate } from '../entrance/gate.ts'
import { cutAt, notACursor, placeIn } from '../lists/paging.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'

const DEFAULT_LIMIT = 100

export function sessionRoutes(app: App, { db, current }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /sessions', 'credentials.read', async ({ query, signedIn }) => {
    const { book } = await current()
    const limit = query.limit ?? DEFAULT_LIMIT
    const rows = await listRoverPage(db, scopeOf(signedIn.user), {
      stationId: query.stationId ?? null,
      credentialId: query.credentialId ?? null,
      search: query.search?.trim() || null,
      after: query.cursor === undefined ? null : placeOf(query.cursor),
      limit: limit + 1,
    })
    const { page, nextCursor } = cutAt(rows, limit, ({ startedAt, id }) => `after:${startedAt.toISOString()}:${id}`)
    return { sessions: page.map((rover) => roverAnswer(rover, book)), nextCursor }
  })

  serve(app, 'POST /sessions/:id/kick', 'credentials.change', async (request) => {
    await kickRover(gate.context(request), scopeOf(request.signedIn.user), request.params.id)
    return {}
  })
}

function placeOf(cursor: string): { startedAt: Date; id: string } {
  const [time, id] = placeIn(cursor, /^after:(\d{4}-\d{2}-\d{2}T[\d:.]+Z):([\w-]{1,100})$/)
  const startedAt = new Date(time!)
  if (Number.isNaN(startedAt.getTime())) throw notACursor()
  return { startedAt, id: id! }
}
