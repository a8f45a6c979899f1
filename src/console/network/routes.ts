// The network at a glance, and the rovers in it. Everybody sees the stations; of rovers one sees one's own owner's.

import { scopeOf } from '../../domain/people/permissions.ts'
import { castersSeenSince } from '../../domain/sessions/rover-count.ts'
import { listLocatedRovers } from '../../store/sessions/live-rovers.ts'
import { listRoverCounts } from '../../store/sessions/rover-counts.ts'
import type { App, ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'
import { MOST_ROVERS_SHOWN } from './live.ts'
import { readOverview } from './overview.ts'

const config = { access: 'network.read' } as const
const DAY_MS = 86_400_000

export function networkRoutes(app: App, { db, clock, current, mapTiles }: ConsoleServices): void {
  app.get('/network', { config }, async ({ visitor }) => {
    const { book } = await current()
    return { ok: true, ...(await readOverview(db, book, scopeOf(visitor.user), clock())) }
  })

  /** Those that told where they are. */
  app.get('/network/rovers', { config }, async ({ visitor }) => {
    const { book } = await current()
    const seenSince = castersSeenSince(clock())
    const rovers = await listLocatedRovers(db, scopeOf(visitor.user), seenSince, MOST_ROVERS_SHOWN)
    return { ok: true, rovers: rovers.map((rover) => roverAnswer(rover, book)) }
  })

  /** How many were connected, quarter by quarter of the last day. */
  app.get('/network/rover-counts', { config }, async ({ visitor }) => {
    const now = clock()
    const since = new Date(now.getTime() - DAY_MS)
    return { ok: true, counts: await listRoverCounts(db, scopeOf(visitor.user), since, now) }
  })

  /** Where tiles come from, if the operator wants any: the outlines that we ship need nobody. */
  app.get('/map', { config }, async () => ({
    ok: true,
    tilesUrl: mapTiles?.url ?? null,
    attribution: mapTiles?.attribution ?? null,
  }))
}
