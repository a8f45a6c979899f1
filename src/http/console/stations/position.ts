// The position of a station by its baselines to its neighbours.
import { setMovementLimits } from '../../../actions/stations/position.ts'
import type { App } from '../../../base/serving/app.ts'
import { MOVEMENT_LIMITS_MM } from '../../../domain/archive/integrity/observed.ts'
import { readStationPosition } from '../../../reads/station-position.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from './routes.ts'

export function stationPositionRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  const answer = async (id: number) => {
    const { book } = await current()
    const station = stationIn(book.byId, id)
    const { days, trend, ...position } = await readStationPosition(db, station, book.active, clock())
    const { horizontal, vertical } = MOVEMENT_LIMITS_MM
    return {
      ...position,
      days: days.map(({ day, eastMm, northMm, upMm, sigmaMm, sigmaUpMm }) => ({
        ...{ day, eastMm, northMm, upMm, sigmaMm, sigmaUpMm },
      })),
      trend,
      limits: { horizontalMm: station.movementLimitMm ?? null, verticalMm: station.movementLimitUpMm ?? null },
      defaults: { horizontalMm: horizontal.normal, verticalMm: vertical.normal },
    }
  }

  serve(app, 'GET /stations/:id/integrity', 'network.read', ({ params }) => answer(idOf(params.id)))

  serve(app, 'PATCH /stations/:id/integrity', 'network.change', async (request) => {
    const id = idOf(request.params.id)
    await setMovementLimits(gate.context(request), { id }, request.body)
    return answer(id)
  })
}
