// The quality of a station's observations: its verdict, its sky, and the last day.
import type { App } from '../../../base/serving/app.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import { readStationQuality } from '../../../reads/station-quality.ts'
import { listBandTimes } from '../../../store/stations/quality/read.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from './routes.ts'

export function stationQualityRoutes(app: App, { db, clock, current }: ConsoleServices): void {
  serve(app, 'GET /stations/:id/quality', 'network.read', async ({ params }) => {
    const station = stationIn((await current()).book.byId, idOf(params.id))
    const now = clock()
    const { reasons, verdict, bands, sky, mask, position } = await readStationQuality(db, station, now)
    const times = await listBandTimes(db, station.id, new Date(now.getTime() - DAY_MS))
    return {
      ...{ verdict, bands, sky, mask, position },
      reasons: reasons.map(({ since, ...found }) => ({ found, since })),
      times: times
        .filter(({ band }) => band !== 'all')
        .map(({ at, band, cn0Median, multipathM, losses, satelliteHours }) => ({
          ...{ at, band, cn0Median, multipathM },
          lossesPerHour: satelliteHours > 0 ? losses / satelliteHours : null,
        })),
    }
  })
}
