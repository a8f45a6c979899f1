import { Refusal } from '../../domain/errors.ts'
import { startOfDay } from '../../domain/start-time.ts'
import { firstDay, uptimeHistory } from '../../domain/uptime.ts'
import { listDays, listStatusChanges } from '../../store/stations.ts'
import { HealthResponse, healthToWire } from '../../wire/health.ts'
import { StationList, stationExample, stationToWire } from '../../wire/station.ts'
import { cached, sendCached } from '../conditional.ts'
import { derivedFromStations } from '../derived.ts'
import { json, problems } from '../describe.ts'
import type { ApiServices, App } from '../services.ts'
import { IdParams, idOf } from './parameters.ts'

const MOST_CHANGES = 500

export function stationRoutes(app: App, { db, clock }: ApiServices): void {
  const stationsAt = derivedFromStations((book, now) =>
    cached(JSON.stringify({ ok: true, stations: book.active.map((station) => stationToWire(station, now)) })),
  )

  app.get(
    '/stations',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listStations',
        tags: ['Stations'],
        summary: 'Active stations with live status',
        description: 'Ordered by `codigo`, not paged. Supports `If-None-Match`. Scope `read`.',
        response: {
          200: json('The active stations.', StationList, { ok: true, stations: [stationExample] }),
          ...problems(),
        },
      },
    },
    (request, reply) => sendCached(request, reply, stationsAt(request.current.book, clock())) as never,
  )

  app.get(
    '/stations/:id/health',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getStationHealth',
        tags: ['Stations'],
        summary: 'Health and 60-day uptime history of one station',
        description:
          'Down and not measured are different things: minutes that nobody measured never lower `uptime_pct`. Scope `read`.',
        params: IdParams,
        response: {
          200: json('Health and history.', HealthResponse, healthExample()),
          ...problems('invalid_request', 'station_not_found'),
        },
      },
    },
    async ({ params, current }) => {
      const now = clock()
      const station = current.book.byId.get(idOf(params))
      if (!station || station.archived) throw new Refusal('station_not_found', 'No active station has this id.')
      const since = firstDay(now)
      const [days, changes] = await Promise.all([
        listDays(db, station.id, since),
        listStatusChanges(db, station.id, startOfDay(since), MOST_CHANGES),
      ])
      return healthToWire({ station, uptime: uptimeHistory(days, now), changes }, now)
    },
  )
}

function healthExample() {
  const now = new Date('2026-11-14T18:00:00.000Z')
  const days = uptimeHistory(
    [{ day: '2026-11-14', minutesUp: 720, minutesDown: 0, healthPct: 99.9, latencyMs: 305, satellites: 30 }],
    now,
  )
  return {
    ok: true,
    station: stationExample,
    salud: {
      telemetria: true,
      salud_pct: 99.8,
      latencia_ms: 312,
      sats: 31,
      por_constelacion: { GPS: 10, GLO: 7, GAL: 8, BDS: 6 },
      ultima_at: '2026-11-14T17:59:59.000Z',
      posicion_desvio_m: 0.01,
    },
    uptime: healthToWire({ station: { health: null } as never, uptime: days, changes: [] }, now).uptime,
    cambios: [{ status: 'online', at: '2026-11-14T06:00:00.000Z' }],
  }
}
