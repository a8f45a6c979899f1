// Stations: list, create, change, archive. They are common to all owners.
import { archiveStation } from '../../../actions/stations/archive.ts'
import { acceptPosition, acknowledgePosition } from '../../../actions/stations/position.ts'
import { addStation, addUnplacedStation, changeStation, restoreStation } from '../../../actions/stations/save.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { maySeeSources } from '../../../domain/people/permissions.ts'
import { shownStatusAt } from '../../../domain/stations/shown-status.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { firstOfWeek, weekReader } from '../../../domain/stations/uptime.ts'
import { findStationRecord } from '../../../store/stations/details.ts'
import { listWeeks } from '../../../store/stations/rows.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationAnswer, stationDetailAnswer } from './answers.ts'
import { countsOf, findStations, pageByCode, stationsInOrder } from './list.ts'

const reading = 'network.read'
const changing = 'network.change'
const DEFAULT_LIMIT = 200

export function stationRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /stations', reading, async ({ query, signedIn }) => {
    const { book } = await current()
    const now = clock()
    const {
      search = '',
      status = null,
      archived = 'false',
      limit = DEFAULT_LIMIT,
      cursor,
      sort,
      upstreamId = null,
    } = query
    const filter = { archived: archived === 'true', upstreamId }
    const isSecret = upstreamId !== null && !maySeeSources(signedIn.user)
    const all = isSecret ? [] : filter.archived ? [...book.byId.values()] : book.active
    const searched = await findStations(all, search.trim(), filter)
    const found = status === null ? searched : searched.filter((station) => shownStatusAt(station, now) === status)
    const { page, nextCursor } = pageByCode(stationsInOrder(found, sort, now), limit, cursor)
    const weekOf = weekReader(
      await listWeeks(
        db,
        page.map(({ id }) => id),
        firstOfWeek(now),
      ),
      now,
    )
    const stations = page.map((station) => ({ ...stationAnswer(station, now), week: weekOf(station.id) }))
    return { stations, counts: countsOf(searched, now), total: found.length, nextCursor }
  })

  /** The station after a change. */
  const answer = async (id: number) => {
    const { book } = await current()
    const [station, record] = [stationIn(book.byId, id), await findStationRecord(db, id)]
    return { station: stationDetailAnswer(station, record!, clock()) }
  }

  serve(app, 'POST /stations', changing, async (request) => {
    const { positionFromStream = false, ...input } = request.body
    const add = positionFromStream ? addUnplacedStation : addStation
    return await answer(await add(gate.context(request), input))
  })

  serve(app, 'PATCH /stations/:id', changing, async (request) => {
    const id = idOf(request.params.id)
    await changeStation(gate.context(request), { id }, request.body)
    return answer(id)
  })

  serve(app, 'POST /stations/:id/maintenance', changing, async (request) => {
    const id = idOf(request.params.id)
    await changeStation(gate.context(request), { id }, { declaredStatus: request.body.on ? 'maintenance' : 'online' })
    return answer(id)
  })

  serve(app, 'POST /stations/:id/position', changing, async (request) => {
    const id = idOf(request.params.id)
    const { decision, days = null } = request.body
    const context = gate.context(request)
    if (decision === 'ignore') await acknowledgePosition(context, { id }, days)
    else await acceptPosition(context, { id }, decision)
    return answer(id)
  })

  serve(app, 'DELETE /stations/:id', changing, async (request) => {
    const id = idOf(request.params.id)
    await archiveStation(gate.context(request), { id })
    return answer(id)
  })

  serve(app, 'POST /stations/:id/restore', changing, async (request) => {
    const id = idOf(request.params.id)
    await restoreStation(gate.context(request), { id })
    return answer(id)
  })
}

export function stationIn(byId: ReadonlyMap<number, Station>, id: number): Station {
  const station = byId.get(id)
  if (!station) throw new Refusal('station_not_found')
  return station
}
