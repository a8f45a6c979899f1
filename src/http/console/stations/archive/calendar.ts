// The archive of a station: its calendar, and what it has of a window.
import type { App } from '../../../../base/serving/app.ts'
import { archivedHours } from '../../../../domain/archive/hours.ts'
import { hourOf } from '../../../../domain/archive/segment.ts'
import { fileBytes, windowContents } from '../../../../domain/archive/window.ts'
import { invalid } from '../../../../domain/codes/refusal.ts'
import { DAY_MS } from '../../../../domain/time/units.ts'
import { listArchivedHours, readExtent } from '../../../../store/archive/hours.ts'
import { idOf } from '../../kit/ids.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'
import { stationIn } from '../routes.ts'

const reading = 'network.read'
const CALENDAR_DAYS = 60
const LONGEST_WINDOW_MS = 31 * DAY_MS

export function stationArchiveRoutes(app: App, { db, clock, current }: ConsoleServices): void {
  serve(app, 'GET /stations/:id/archive', reading, async ({ params }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    const now = clock()
    const since = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (CALENDAR_DAYS - 1) * DAY_MS)
    const extent = await readExtent(db, id)
    const firstHour = extent && hourOf(extent.first)
    const from = firstHour === null || firstHour < since ? since : firstHour
    const archived = firstHour === null ? [] : await listArchivedHours(db, [id], from, now)
    const hours = firstHour === null ? [] : archivedHours(archived, { from, to: now, now })
    return {
      since,
      firstAt: firstHour,
      hoursFrom: from,
      hours: hours.map(({ epochs, expected, bytes, isDaily }) => ({ epochs, expected, bytes, isDaily })),
    }
  })

  serve(app, 'GET /stations/:id/archive/window', reading, async ({ params, query }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    const [from, to, now] = [new Date(query.from), new Date(query.to), clock()]
    const lengthMs = to.getTime() - from.getTime()
    if (lengthMs <= 0 || lengthMs > LONGEST_WINDOW_MS) throw invalid({ path: ['to'], code: 'not_valid', params: {} })
    const archived = await listArchivedHours(db, [id], hourOf(from), to)
    const contents = windowContents(archivedHours(archived, { from, to, now }), { from, to })
    const { intervalS = '30', hatanaka = 'true' } = query
    const { bytes: _, ...shown } = contents
    const estimate = fileBytes(contents, { intervalS: Number(intervalS), hatanaka: hatanaka === 'true' })
    return { ...shown, fileBytes: estimate }
  })
}
