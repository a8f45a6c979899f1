// The network at a glance, and the rovers in it. Everybody sees the stations; of rovers one sees one's own owner's.

import { scopeOf } from '../../domain/people/permissions.ts'
import type { App } from '../../running/app.ts'
import { listLocatedRovers } from '../../store/sessions/live-rovers.ts'
import { listRoverCounts } from '../../store/sessions/rover-counts.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'
import { MOST_ROVERS_SHOWN } from './live.ts'
import { readOverview } from './overview.ts'

const access = 'network.read'
const DAY_MS = 86_400_000

export function networkRoutes(app: App, { db, clock, current, mapTiles }: ConsoleServices): void {
  serve(app, 'GET /network', access, async ({ signedIn }) => {
    const { book } = await current()
    return { ...(await readOverview(db, book, scopeOf(signedIn.user), clock())) }
  })

  /** Those that told where they are. */
  serve(app, 'GET /network/rovers', access, async ({ signedIn }) => {
    const { book } = await current()
    const rovers = await listLocatedRovers(db, scopeOf(signedIn.user), MOST_ROVERS_SHOWN)
    return { rovers: rovers.map((rover) => roverAnswer(rover, book)) }
  })

  /** How many were connected, quarter by quarter of the last day. */
  serve(app, 'GET /network/rover-counts', access, async ({ signedIn }) => {
    const now = clock()
    const since = new Date(now.getTime() - DAY_MS)
    return { counts: await listRoverCounts(db, scopeOf(signedIn.user), since, now) }
  })

  /** Where tiles come from, if the operator wants any: the outlines that we ship need nobody. */
  serve(app, 'GET /map', access, async () => ({
    tilesUrl: mapTiles?.url ?? null,
    attribution: mapTiles?.attribution ?? null,
  }))
}
