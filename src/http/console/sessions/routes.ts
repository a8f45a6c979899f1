import { kickRover } from '../../../actions/sessions/kick.ts'
import type { App } from '../../../base/serving/app.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { listRoverPage } from '../../../store/sessions/live-rovers.ts'
import type { Gate } from '../entrance/gate.ts'
import { cutAt } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'
import { sessionIn, sessionPlace } from './places.ts'

const DEFAULT_LIMIT = 100

export function sessionRoutes(app: App, { db, current }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /sessions', 'credentials.read', async ({ query, signedIn }) => {
    const { book } = await current()
    const limit = query.limit ?? DEFAULT_LIMIT
    const rows = await listRoverPage(db, scopeOf(signedIn.user), {
      stationId: query.stationId ?? null,
      credentialId: query.credentialId ?? null,
      search: query.search?.trim() || null,
      after: sessionIn(query.cursor),
      limit: limit + 1,
    })
    const { page, nextCursor } = cutAt(rows, limit, sessionPlace)
    return { sessions: page.map((rover) => roverAnswer(rover, book)), nextCursor }
  })

  serve(app, 'POST /sessions/:id/kick', 'credentials.change', async (request) => {
    await kickRover(gate.context(request), scopeOf(request.signedIn.user), request.params.id)
    return {}
  })
}
