// One station: how it is, how it was, where its stream comes from.
import { Type } from 'typebox'
import { pushSecret, setPull } from '../../actions/stations/source.ts'
import { startOfDay } from '../../domain/credentials/start-time.ts'
import { maySeeSources, scopeOf } from '../../domain/people/permissions.ts'
import { castersSeenSince } from '../../domain/sessions/rover-count.ts'
import { firstDay, uptimeHistory } from '../../domain/stations/uptime.ts'
import { countLiveRoversOf } from '../../store/sessions/live-rovers.ts'
import { findStationRecord, listAlarmsOf, listGapMinutes, listSeries } from '../../store/stations/details.ts'
import { listDays, listStatusChanges } from '../../store/stations/rows.ts'
import { Body, IdParams, idOf } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'
import { sourceAnswer, stationDetailAnswer, uptimeAnswer } from './answers.ts'
import { stationIn } from './routes.ts'

const reading = { access: 'network.read' } as const
const changing = { access: 'network.change' } as const
const HOUR_MS = 3_600_000
const MOST_CHANGES = 50
const MOST_ALARMS = 50
const MOST_GAPS = 50
/** What the charts can be asked for, and how many minutes one of their points stands for: about 200 points each. */
const STEPS = { '6': 2, '24': 5, '168': 60 } as const

export function stationDetailRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  app.get('/stations/:id', { config: reading, schema: { params: IdParams } }, async ({ params, visitor }) => {
    const { book } = await current()
    const station = stationIn(book.byId, idOf(params.id))
    const now = clock()
    const first = firstDay(now)
    const scope = scopeOf(visitor.user)
    const [record, days, changes, alarms, rovers] = await Promise.all([
      findStationRecord(db, station.id),
      listDays(db, station.id, first),
      listStatusChanges(db, station.id, startOfDay(first), MOST_CHANGES),
      listAlarmsOf(db, station.id, MOST_ALARMS),
      countLiveRoversOf(db, scope, castersSeenSince(now), station.id),
    ])
    return {
      ok: true,
      station: stationDetailAnswer(station, record!, now),
      uptime: uptimeAnswer(uptimeHistory(days, now)),
      changes,
      alarms,
      rovers,
      source: maySeeSources(visitor.user) ? sourceAnswer(record!) : null,
    }
  })

  const query = Type.Object({ hours: Type.Optional(Type.Unsafe<keyof typeof STEPS>({ enum: Object.keys(STEPS) })) })
  const series = { config: reading, schema: { params: IdParams, querystring: query } }
  app.get('/stations/:id/series', series, async ({ params, query }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    const { hours = '24' } = query
    const since = new Date(clock().getTime() - Number(hours) * HOUR_MS)
    const [points, gaps] = await Promise.all([
      listSeries(db, id, since, STEPS[hours]),
      listGapMinutes(db, id, since, MOST_GAPS),
    ])
    return { ok: true, since, stepMinutes: STEPS[hours], points, gaps }
  })

  /** Shown once, to be entered at the station. */
  app.post('/stations/:id/secret', { config: changing, schema: { params: IdParams } }, async (request, reply) => {
    const made = await pushSecret(gate.context(request), { id: idOf(request.params.id) }, true)
    const { casterHost, casterPort } = (await current()).book.network
    return reply.code(201).send({ ok: true, ...made, casterHost, casterPort })
  })

  const pull = { config: changing, schema: { params: IdParams, body: Body({ url: Type.String({ maxLength: 500 }) }) } }
  app.put('/stations/:id/pull', pull, async (request) => {
    await setPull(gate.context(request), { id: idOf(request.params.id) }, request.body.url)
    return source(request.params.id)
  })

  app.delete('/stations/:id/pull', { config: changing, schema: { params: IdParams } }, async (request) => {
    await setPull(gate.context(request), { id: idOf(request.params.id) }, null)
    return source(request.params.id)
  })

  const source = async (id: string) => ({ ok: true, source: sourceAnswer((await findStationRecord(db, idOf(id)))!) })
}
