// The network overview and its rovers. Every user sees the stations, but only the rovers of the own organisation.

import type { App } from '../../../base/serving/app.ts'
import { type FigurePoint, shareOf, spanOf, sumsOf } from '../../../domain/network/overview/figures.ts'
import { awaitsData, firstStepsDone } from '../../../domain/network/overview/first-steps.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { readFirstRows } from '../../../store/network/first-steps.ts'
import { listFigures } from '../../../store/network/past-figures.ts'
import { listLocatedRovers } from '../../../store/sessions/live-rovers.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { roverAnswer } from '../stations/answers.ts'
import { MOST_ROVERS_SHOWN } from './live.ts'
import { readOverview } from './overview.ts'

const access = 'network.read'

export function networkRoutes(app: App, services: ConsoleServices): void {
  const { db, clock, current, simulated } = services
  serve(app, 'GET /network', access, async ({ signedIn }) => {
    const { book } = await current()
    return { ...(await readOverview(db, book, scopeOf(signedIn.user), clock())) }
  })

  serve(app, 'GET /network/rovers', access, async ({ signedIn }) => {
    const { book } = await current()
    const rovers = await listLocatedRovers(db, scopeOf(signedIn.user), MOST_ROVERS_SHOWN)
    return { rovers: rovers.map((rover) => roverAnswer(rover, book)) }
  })

  serve(app, 'GET /network/figures', access, async ({ query, signedIn }) => {
    const { from, to, pointMs } = spanOf(query.period ?? 'day', clock())
    const scope = scopeOf(signedIn.user)
    const earlier = new Date(2 * from.getTime() - to.getTime())
    const [points, before] = await Promise.all([
      listFigures(db, scope, from, to, pointMs),
      listFigures(db, scope, earlier, from, pointMs),
    ])
    return { from, to, pointMs, points: points.map(pointAnswer), sums: sumsOf(points), before: sumsOf(before) }
  })

  serve(app, 'GET /first-steps', 'settings.read', async () => {
    const [{ book }, rows] = await Promise.all([current(), readFirstRows(db)])
    const { name: networkName, casterHost } = book.network
    const silent = book.active.filter(awaitsData)
    const hasStation = book.active.length > 0
    const hasData = silent.length < book.active.length
    return {
      done: firstStepsDone({ ...rows, networkName, casterHost: simulated ? null : casterHost, hasStation, hasData }),
      silentStationId: silent.find(({ upstream }) => !upstream)?.id ?? null,
    }
  })

  serve(app, 'GET /map', access, async () => {
    await current()
    return { tilesUrl: services.mapTiles?.url ?? null, attribution: services.mapTiles?.attribution ?? null }
  })
}

/** Traffic is a rate, so a point that was measured for half of its interval is not half as high. */
const pointAnswer = ({ at, rovers, told, fixed, bytes, bytesMs, refusals }: FigurePoint) => ({
  at,
  rovers,
  fixedPct: shareOf(fixed, told),
  bytesPerSecond: bytes === null ? null : Math.round((1000 * bytes) / bytesMs),
  refusals,
})
