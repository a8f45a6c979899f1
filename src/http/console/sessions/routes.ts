import { kickRover } from '../../../actions/sessions/kick.ts'
import { readSent } from '../../../actions/sessions/sent.ts'
import type { App } from '../../../base/serving/app.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { MOST_SENT_MS } from '../../../domain/sessions/sent.ts'
import { HOUR_MS } from '../../../domain/time/units.ts'
import { listRoverPage } from '../../../store/sessions/live-rovers.ts'
import type { Gate } from '../entrance/gate.ts'
import { timeOf } from '../kit/ids.ts'
import { cutAt } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'
import { sessionIn, sessionPlace } from './places.ts'

const DEFAULT_LIMIT = 100

export function sessionRoutes(app: App, { db, current, rebuildSent }: ConsoleServices, gate: Gate): void {
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

  // Operators only: the data of a station is worth money, and the record shows where stations fail.
  serve(app, 'POST /sessions/:id/sent', 'network.change', async (request) => {
    if (!rebuildSent) throw new Refusal('sent_not_in_archive')
    const { user } = request.signedIn
    const [from, to] = [timeOf(request.body.from, 'from'), timeOf(request.body.to, 'to')]
    if (to.getTime() - from.getTime() > MOST_SENT_MS)
      throw invalid(wrong(['to'], 'window_too_long', { hours: MOST_SENT_MS / HOUR_MS }))
    const context = { ...gate.context(request), book: (await current()).book }
    const { bytes, report } = await readSent(context, scopeOf(user), { id: request.params.id, from, to }, rebuildSent)
    return { report, data: bytes.toString('base64') }
  })
}
