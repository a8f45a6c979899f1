// The quality of the stations' observations: all stations by what needs attention, and of one its verdict, its sky and the
// last day.
import type { App } from '../../../base/serving/app.ts'
import type { Reason } from '../../../domain/network/quality/reason.ts'
import { rankQuality, readQualityDay, readQualityHistory, readStationQuality } from '../../../reads/station-quality.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from './routes.ts'

export function stationQualityRoutes(app: App, { db, clock, current }: ConsoleServices): void {
  const stationOf = async (id: string) => stationIn((await current()).book.byId, idOf(id))

  serve(app, 'GET /quality', 'network.read', async () => {
    const { book } = await current()
    const ranked = await rankQuality(db, book.active, clock())
    return {
      stations: ranked.map(({ station: { id, code, name, simulated, declaredStatus }, verdict, reasons }) => ({
        ...{ id, code, name, simulated, verdict, reasons: shown(reasons) },
        isInMaintenance: declaredStatus === 'maintenance',
      })),
    }
  })

  serve(app, 'GET /stations/:id/quality', 'network.read', async ({ params }) => {
    const quality = await readStationQuality(db, await stationOf(params.id), clock())
    const { reasons, verdict, bands, sky, mask, position } = quality
    return { verdict, bands, sky, mask, position, reasons: shown(reasons) }
  })

  serve(app, 'GET /stations/:id/quality/day', 'network.read', async ({ params }) =>
    readQualityDay(db, await stationOf(params.id), clock()),
  )

  serve(app, 'GET /stations/:id/quality/history', 'network.read', async ({ params }) =>
    readQualityHistory(db, await stationOf(params.id), clock()),
  )
}

const shown = (reasons: readonly Reason[]) => reasons.map(({ since, ...found }) => ({ found, since }))
