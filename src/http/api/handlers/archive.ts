import { orderRinex } from '../../../actions/archive/order-rinex.ts'
import { dayOf } from '../../../domain/archive/daily.ts'
import { archivedHours } from '../../../domain/archive/hours.ts'
import type { RinexOrder } from '../../../domain/archive/rinex-order.ts'
import { hourOf } from '../../../domain/archive/segment.ts'
import { program } from '../../../domain/audit/action.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/time/units.ts'
import { mayDownloadDaily } from '../../../reads/daily-files.ts'
import { listDailyFiles } from '../../../store/archive/daily.ts'
import { listArchivedHours, readExtent } from '../../../store/archive/hours.ts'
import { findRinexOrder, listRinexOrders } from '../../../store/archive/rinex-orders.ts'
import { listStationCoordinates } from '../../../store/stations/coordinates.ts'
import { listEquipment } from '../../../store/stations/equipment.ts'
import { ARCHIVE_DAYS, archiveToWire } from '../../../wire/archive/archive.ts'
import { COORDINATE_DAYS, coordinatesToWire, DEFAULT_COORDINATE_DAYS } from '../../../wire/archive/coordinates.ts'
import { rinexStateFromWire, rinexToWire } from '../../../wire/archive/rinex.ts'
import { rinexFromWire } from '../../../wire/archive/rinex-request.ts'
import { equipmentToWire } from '../../../wire/stations/equipment.ts'
import { timeIn } from '../../../wire/time-asked.ts'
import type { ARCHIVE_OPERATIONS } from '../contract/archive.ts'
import type { Handlers, RequestOf } from '../handler.ts'
import { cutPage, rinexPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { activeStation } from './stations.ts'

type Asked = Pick<RequestOf<'GET /rinex'>, 'current' | 'token'>

export function archiveHandlers({ db, clock, baseUrl }: ApiServices): Handlers<keyof typeof ARCHIVE_OPERATIONS> {
  const shown = ({ current: { book }, token }: Asked, order: RinexOrder) =>
    rinexToWire(order, book.byId.get(order.stationId), baseUrl, token.isTest)

  return {
    'GET /stations/:id/archivo': async ({ params, query, current, token }) => {
      const now = clock()
      const station = activeStation(current, params)
      const to = timeIn(query, 'hasta') ?? now
      const from = timeIn(query, 'desde') ?? new Date(to.getTime() - DAY_MS)
      if (to <= from) throw invalid(wrong(['hasta'], 'end_before_start'))
      if (to.getTime() - from.getTime() > ARCHIVE_DAYS * DAY_MS)
        throw invalid(wrong(['hasta'], 'window_too_long', { hours: (ARCHIVE_DAYS * DAY_MS) / HOUR_MS }))
      const extent = await readExtent(db, station.id)
      const mayDownload = token.scopes.includes('archivo') && (await mayDownloadDaily(db, token.organisationId))
      const linkBase = mayDownload ? baseUrl : null
      if (!extent) return archiveToWire(station, { extent, hours: [], files: [] }, linkBase)
      const began = hourOf(extent.first)
      const window = { from: from < began ? began : from, to: to > now ? now : to, now }
      const [hours, files] = await Promise.all([
        listArchivedHours(db, [station.id], window.from, window.to),
        listDailyFiles(db, station.id, dayOf(from), dayOf(new Date(to.getTime() - 1))),
      ])
      return archiveToWire(station, { extent, hours: archivedHours(hours, window), files }, linkBase)
    },

    'GET /stations/:id/coordenadas': async ({ params, query, current }) => {
      const station = activeStation(current, params)
      const to = timeIn(query, 'hasta') ?? clock()
      const from = timeIn(query, 'desde') ?? new Date(to.getTime() - DEFAULT_COORDINATE_DAYS * DAY_MS)
      if (to <= from) throw invalid(wrong(['hasta'], 'end_before_start'))
      if (to.getTime() - from.getTime() > COORDINATE_DAYS * DAY_MS)
        throw invalid(wrong(['hasta'], 'window_too_long', { hours: (COORDINATE_DAYS * DAY_MS) / HOUR_MS }))
      const days = { fromDay: utcDay(from), toDay: utcDay(new Date(to.getTime() - 1)) }
      return coordinatesToWire(station, days, await listStationCoordinates(db, station.id, days.fromDay, days.toDay))
    },

    'GET /stations/:id/equipo': async ({ params, current }) => {
      const station = activeStation(current, params)
      return equipmentToWire(station, await listEquipment(db, station.id))
    },

    'GET /rinex': async (request, reply) => {
      const { query, token } = request
      const { limit, before } = rinexPageOf(query)
      const filter = { state: rinexStateFromWire(query) }
      const rows = await listRinexOrders(db, token.ownerId, filter, { before, limit: limit + 1 }, clock())
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      return { ok: true, rinex: page.map((order) => shown(request, order)), next_cursor: nextCursor }
    },

    'POST /rinex': {
      check: ({ body }) => void rinexFromWire(body),
      work: async (request, tx) => {
        const { token, current, body } = request
        const context = { db: tx, now: clock(), by: program(token, request), book: current.book }
        const orderer = { ownerId: token.ownerId, quotaOf: token.organisationId }
        const order = await orderRinex(context, orderer, rinexFromWire(body))
        return { body: { ok: true, rinex: shown(request, order) }, location: `${baseUrl}/api/v1/rinex/${order.id}` }
      },
    },

    'GET /rinex/:id': async (request) => {
      const order = await findRinexOrder(db, request.token.ownerId, request.params.id, clock())
      if (!order) throw new Refusal('rinex_not_found')
      return { ok: true, rinex: shown(request, order) }
    },
  }
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10)
