import { checkSource } from '../../../actions/network/source-address.ts'
import { pushSecret, setPull } from '../../../actions/stations/source.ts'
import type { App } from '../../../base/serving/app.ts'
import { stationConcerns } from '../../../domain/network/overview/attention.ts'
import { maySeeSources, scopeOf } from '../../../domain/people/permissions.ts'
import { firstDay, uptimeHistory } from '../../../domain/stations/uptime.ts'
import { startOfDay } from '../../../domain/time/local-time.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/time/units.ts'
import { countLiveRoversOf } from '../../../store/sessions/live-rovers.ts'
import { listCertificatesOf } from '../../../store/stations/certificates.ts'
import { findStationRecord, listAlarmsOf, listGapMinutes, listSeries } from '../../../store/stations/details.ts'
import { listAnnounced } from '../../../store/stations/positions.ts'
import { listDays, listStatusChanges } from '../../../store/stations/rows.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationDetailAnswer } from './answers.ts'
import { stationIn } from './routes.ts'
import { sourceAnswer, sourceReader } from './source.ts'

const reading = 'network.read'
const changing = 'network.change'
const MOST_CHANGES = 50
const MOST_ALARMS = 50
const MOST_GAPS = 50
/** Periods of the charts in hours, and minutes per point: about 200 points each. */
const STEPS = { '6': 2, '24': 5, '168': 60 } as const

export function stationDetailRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, clock, current, refuseSource } = services
  const source = sourceReader(db, clock)

  serve(app, 'GET /stations/:id', reading, async ({ params, signedIn }) => {
    const { book } = await current()
    const station = stationIn(book.byId, idOf(params.id))
    const now = clock()
    const first = firstDay(now)
    const scope = scopeOf(signedIn.user)
    const [record, certificates, days, changes, alarms, rovers] = await Promise.all([
      findStationRecord(db, station.id),
      listCertificatesOf(db, station.id),
      listDays(db, station.id, first),
      listStatusChanges(db, station.id, startOfDay(first), MOST_CHANGES),
      listAlarmsOf(db, station.id, MOST_ALARMS),
      countLiveRoversOf(db, scope, station.id),
    ])
    return {
      station: stationDetailAnswer(station, record!, now),
      uptime: uptimeHistory(days, now),
      changes,
      concerns: stationConcerns(
        station,
        alarms.filter(({ endedAt }) => endedAt === null),
        now,
      ),
      alarms,
      rovers,
      source: maySeeSources(signedIn.user) ? sourceAnswer(record!, certificates, now) : null,
    }
  })

  serve(app, 'GET /stations/:id/series', reading, async ({ params, query }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    const { hours = '24' } = query
    const since = new Date(clock().getTime() - Number(hours) * HOUR_MS)
    const [points, gaps] = await Promise.all([
      listSeries(db, id, since, STEPS[hours]),
      listGapMinutes(db, id, since, MOST_GAPS),
    ])
    return { since, stepMinutes: STEPS[hours], points, gaps }
  })

  serve(app, 'GET /stations/:id/positions', reading, async ({ params }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    const since = new Date(clock().getTime() - DAY_MS)
    return { since, positions: await listAnnounced(db, id, since) }
  })

  /** The secret is shown once, to be entered at the station. */
  serve(app, 'POST /stations/:id/secret', changing, async (request) => {
    const made = await pushSecret(gate.context(request), { id: idOf(request.params.id) }, true)
    const { casterHost, casterPort } = (await current()).book.network
    return { ...made, casterHost, casterPort }
  })

  serve(app, 'PUT /stations/:id/pull', changing, async (request) => {
    await checkSource(refuseSource, 'url', request.body.url)
    await setPull(gate.context(request), { id: idOf(request.params.id) }, request.body.url)
    return source(request.params.id)
  })

  serve(app, 'DELETE /stations/:id/pull', changing, async (request) => {
    await setPull(gate.context(request), { id: idOf(request.params.id) }, null)
    return source(request.params.id)
  })
}
