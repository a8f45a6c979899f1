// The network overview and its rovers. Every user sees the stations, but only the rovers of the own organisation.

import type { App } from '../../../base/serving/app.ts'
import { reachOf } from '../../../domain/network/address-reach.ts'
import { FRAMES } from '../../../domain/network/frame.ts'
import { type FigurePoint, shareOf, spanOf, sumsOf } from '../../../domain/network/overview/figures.ts'
import { awaitsData, firstSteps } from '../../../domain/network/overview/first-steps.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { readFirstRover } from '../../../reads/first-rover.ts'
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
  const { db, clock, current, simulated, baseUrl } = services
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

  serve(app, 'GET /first-steps', access, async ({ signedIn: { user } }) => {
    const scope = scopeOf(user)
    const [{ book }, rows] = await Promise.all([current(), readFirstRows(db, scope)])
    const silent = book.active.filter(awaitsData)
    const steps = firstSteps(
      {
        ...rows,
        networkName: book.network.name,
        casterReach: simulated ? 'public' : reachOf(book.network.casterHost),
        webReach: simulated ? 'public' : reachOf(new URL(baseUrl).hostname),
        hasStation: book.active.length > 0,
        hasData: silent.length < book.active.length,
      },
      scope !== 'all',
    )
    return {
      steps,
      silentStationId: silent.find(({ upstream }) => !upstream)?.id ?? null,
      rover: rows.hasRover ? null : await readFirstRover({ db, book, now: clock() }, scope),
    }
  })

  serve(app, 'GET /frames', access, async () => ({
    frames: FRAMES.map(({ key, name, epsg, epoch, country }) => ({ key, name, epsg, epoch, country })),
  }))

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
