import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { startOfDay } from '../../../domain/credentials/start-time.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { figuresHoldUntil } from '../../../domain/stations/status.ts'
import { firstDay, uptimeHistory } from '../../../domain/stations/uptime.ts'
import type { Current } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listDays, listStatusChanges } from '../../../store/stations/rows.ts'
import { HealthResponse, healthExample, healthToText, pastToText } from '../../../wire/stations/health.ts'
import { StationList, StationResponse, stationExample, stationToWire } from '../../../wire/stations/station.ts'
import { cached, sendCached } from '../conditional.ts'
import { derivedFromStations } from '../derived.ts'
import { json, problemsOf } from '../describe.ts'
import type { ApiServices } from '../services.ts'
import { IdParams, idOf } from './parameters.ts'

const MOST_CHANGES = 500
const MINUTE_MS = 60_000
/** 8 kB each. */
const MOST_KEPT = 5_000

export function stationRoutes(app: App, { rateLimitPerMinute, db, clock }: ApiServices): void {
  const problems = problemsOf(rateLimitPerMinute)
  const stationsAt = derivedFromStations(
    (book, now) =>
      cached(JSON.stringify({ ok: true, stations: book.active.map((station) => stationToWire(station, now)) })),
    figuresHoldUntil,
  )
  const pastOf = pastReader(db)

  app.get(
    '/stations',
    {
      config: { scope: 'read', isOpen: true },
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
    '/stations/:id',
    {
      config: { scope: 'read', isOpen: true },
      schema: {
        operationId: 'getStation',
        tags: ['Stations'],
        summary: 'One station with its live status',
        description: 'As in the list; an archived station is a 404. Scope `read`.',
        params: IdParams,
        response: {
          200: json('The station.', StationResponse, { ok: true, station: stationExample }),
          ...problems('invalid_request', 'station_not_found'),
        },
      },
    },
    async ({ params, current }) => ({ ok: true, station: stationToWire(activeStation(current, params), clock()) }),
  )

  app.get(
    '/stations/:id/health',
    {
      config: { scope: 'read', isOpen: true },
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
    async ({ params, current }, reply) => {
      const now = clock()
      const station = activeStation(current, params)
      const past = await pastOf(station.id, current.histories, now)
      return reply.type('application/json; charset=utf-8').send(healthToText(station, past, now) as never)
    },
  )
}

function activeStation({ book }: Current, params: { id: string }): Station {
  const station = book.byId.get(idOf(params))
  if (!station || station.archived) throw new Refusal('station_not_found')
  return station
}

/**
 * What lies behind a station, as text, for those that are asked for: it holds for a minute, or until a day or a change of status
 * is written. Making it takes ten times as long as all the rest of an answer.
 */
function pastReader(db: Database): (stationId: number, revision: number, now: Date) => Promise<string> {
  let texts = new Map<number, string>()
  let of = ''
  return async (stationId, revision, now) => {
    const key = `${revision} ${Math.floor(now.getTime() / MINUTE_MS)}`
    if (key !== of) {
      texts = new Map()
      of = key
    }
    const known = texts.get(stationId)
    if (known !== undefined) return known
    const mine = texts
    const first = firstDay(now)
    const [days, changes] = await Promise.all([
      listDays(db, stationId, first),
      listStatusChanges(db, stationId, startOfDay(first), MOST_CHANGES),
    ])
    const text = pastToText(uptimeHistory(days, now), changes)
    if (mine.size < MOST_KEPT) mine.set(stationId, text)
    return text
  }
}
