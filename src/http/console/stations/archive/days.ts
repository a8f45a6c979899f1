// The daily files of a station, by day.
import type { Static } from 'typebox'
import type { App } from '../../../../base/serving/app.ts'
import { downloadName } from '../../../../domain/archive/daily.ts'
import { rinexPath } from '../../../../domain/archive/rinex-order.ts'
import { may, scopeOf } from '../../../../domain/people/permissions.ts'
import { type ArchivedDay, mayDownloadDaily, readDays } from '../../../../reads/daily-files.ts'
import type { ARCHIVED_DAY } from '../../contract/stations/archive.ts'
import { idOf } from '../../kit/ids.ts'
import { cutAt, placeIn } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'
import { stationIn } from '../routes.ts'

const DEFAULT_LIMIT = 14

export function archivedDayRoutes(app: App, { db, current }: ConsoleServices): void {
  serve(app, 'GET /stations/:id/archive/days', 'network.read', async ({ params, query, signedIn: { user } }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    const [before = null] = placeIn(cursor, /^before:(\d{4}-\d\d-\d\d)$/) ?? []
    const { page, nextCursor } = cutAt(await readDays(db, id, before, limit + 1), limit, ({ day }) => `before:${day}`)
    const scope = scopeOf(user)
    const mayDownload = may(user, 'orders.change') && (await mayDownloadDaily(db, scope === 'all' ? null : scope))
    return { days: page.map((day) => dayAnswer(day, mayDownload)), nextCursor }
  })
}

const dayAnswer = ({ files, ...day }: ArchivedDay, mayDownload: boolean): Static<typeof ARCHIVED_DAY> => ({
  ...day,
  files: files.map((file) => {
    const name = downloadName(file)
    return { kind: file.kind, name, bytes: file.bytes, path: mayDownload ? rinexPath(file.key, name) : null }
  }),
})
