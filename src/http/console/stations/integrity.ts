// The computed position of a station, and computations from the archive.
import type { Static } from 'typebox'
import { requestRun } from '../../../actions/archive/request-run.ts'
import type { App } from '../../../base/serving/app.ts'
import type { IntegrityRun } from '../../../domain/archive/integrity/run.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { readPositionReport } from '../../../reads/computed-position.ts'
import { listIntegrityRuns } from '../../../store/archive/integrity-runs.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { INTEGRITY_RUN } from '../contract/stations/integrity.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf, timeOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from './routes.ts'

const reading = 'network.read'
const SHOWN_RUNS = 5

export function stationIntegrityRoutes(
  app: App,
  { db, clock, current, positionPdf }: ConsoleServices,
  gate: Gate,
): void {
  serve(app, 'GET /stations/:id/computed-position', reading, async ({ params }) => {
    const { book } = await current()
    const station = stationIn(book.byId, idOf(params.id))
    const report = await readPositionReport(db, station, book, clock())
    if (!report) return { computed: null, datum: station.datum, metres: null }
    const { position: _, ...computed } = report.computed
    return { computed, datum: report.datum, metres: report.registered?.metres ?? null }
  })

  serve(app, 'GET /stations/:id/computed-position.pdf', reading, async ({ params, query }, reply) => {
    const { book } = await current()
    const station = stationIn(book.byId, idOf(params.id))
    const report = await readPositionReport(db, station, book, clock())
    if (!report) throw new Refusal('position_not_computed', { code: station.code })
    const pdf = await positionPdf(report, query.language)
    return reply
      .header('content-disposition', `attachment; filename="${station.code}.pdf"`)
      .type('application/pdf')
      .send(pdf)
  })

  serve(app, 'GET /stations/:id/runs', reading, async ({ params }) => {
    const { book } = await current()
    const { id } = stationIn(book.byId, idOf(params.id))
    return { runs: (await listIntegrityRuns(db, id, SHOWN_RUNS)).map((run) => runAnswer(run, book)) }
  })

  serve(app, 'POST /stations/:id/runs', 'network.change', async (request) => {
    const { book } = await current()
    const station = stationIn(book.byId, idOf(request.params.id))
    const { from, to } = request.body
    const window = { from: timeOf(from, 'from'), to: timeOf(to, 'to') }
    return { run: runAnswer(await requestRun(gate.context(request), station, window), book) }
  })
}

function runAnswer(
  { id, from, to, state, progressPct, failure, createdAt, finishedAt, result }: IntegrityRun,
  { byId }: Pick<StationBook, 'byId'>,
): Static<typeof INTEGRITY_RUN> {
  return {
    ...{ id, from, to, state, progressPct, failure, createdAt, finishedAt },
    result: result && {
      ...{ days: result.coordinates.length, movements: result.movements.length, unchecked: result.unchecked },
      ...{ qualityMinutes: result.qualityMinutes, unread: result.unread },
      qualityDays: (result.qualityDays ?? []).map(({ day, verdict }) => ({ day, verdict })),
      baselines: result.baselines.map(({ stationId, km, fixedPct }) => ({
        ...{ code: byId.get(stationId)?.code ?? String(stationId), km, fixedPct },
      })),
    },
  }
}
