import { Refusal } from '../../../domain/codes/refusal.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { figuresHoldUntil } from '../../../domain/stations/status.ts'
import { firstDay, uptimeHistory } from '../../../domain/stations/uptime.ts'
import { startOfDay } from '../../../domain/time/local-time.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import { readPositionNow } from '../../../reads/station-position.ts'
import { readStationQuality } from '../../../reads/station-quality.ts'
import type { Current } from '../../../store/current/current.ts'
import { derivedFromStations } from '../../../store/current/derived.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listDays, listStatusChanges } from '../../../store/stations/rows.ts'
import { healthToText, pastToText } from '../../../wire/stations/health.ts'
import { qualityToWire } from '../../../wire/stations/quality.ts'
import { stationToWire } from '../../../wire/stations/station-to-wire.ts'
import { idOf } from '../contract/parameters.ts'
import type { Handlers } from '../handler.ts'
import type { ApiServices } from '../services.ts'
import { cached, sendCached } from '../transport/conditional.ts'

const MOST_CHANGES = 500
/** Max cached texts, of about 8 kB each. */
const MOST_KEPT = 5_000

type Names = 'GET /stations' | 'GET /stations/:id' | 'GET /stations/:id/health' | 'GET /stations/:id/calidad'

export function stationHandlers({ db, clock }: ApiServices): Handlers<Names> {
  const stationsAt = derivedFromStations(
    (book, now) =>
      cached(JSON.stringify({ ok: true, stations: book.active.map((station) => stationToWire(station, now)) })),
    figuresHoldUntil,
  )
  const pastOf = pastReader(db)

  return {
    'GET /stations': (request, reply) => sendCached(request, reply, stationsAt(request.current.book, clock())),

    'GET /stations/:id': async ({ params, current }) => ({
      ok: true,
      station: stationToWire(activeStation(current, params), clock()),
    }),

    'GET /stations/:id/health': async ({ params, current }, reply) => {
      const now = clock()
      const station = activeStation(current, params)
      const past = await pastOf(station.id, current.histories, now)
      return reply.type('application/json; charset=utf-8').send(healthToText(station, past, now))
    },

    'GET /stations/:id/calidad': async ({ params, current }) => {
      const station = activeStation(current, params)
      const now = clock()
      const byNetwork = await readPositionNow(db, station.id, now)
      return qualityToWire(station, await readStationQuality(db, station, now), byNetwork)
    },
  }
}

export function activeStation({ book }: Current, params: { id: string }): Station {
  const station = book.byId.get(idOf(params))
  if (!station || station.archived) throw new Refusal('station_not_found')
  return station
}

/**
 * Caches a station's history as text, for a minute or until a day or a status change is written. Building the text
 * takes ten times as long as the rest of the answer.
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
