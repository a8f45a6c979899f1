// The position of a station as the network computed it, beside the registered one.
import { computedPosition } from '../domain/archive/integrity/computed-position.ts'
import { neighboursOf } from '../domain/archive/integrity/neighbours.ts'
import type { PositionReport } from '../domain/archive/integrity/report.ts'
import { distanceKm } from '../domain/geometry/geodesy.ts'
import type { Station } from '../domain/stations/station.ts'
import { DAY_MS } from '../domain/time/units.ts'
import type { Database } from '../store/kit/database.ts'
import { listStationCoordinates } from '../store/stations/coordinates.ts'

/** Positions older than this are not offered. */
const SHOWN_DAYS = 60

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** `null` if the network has not computed a position in the 60 days before `until`. */
export async function readPositionReport(
  db: Database,
  station: Station,
  book: { readonly active: readonly Station[]; readonly network: { readonly name: string } },
  now: Date,
  until = now,
): Promise<PositionReport | null> {
  const days = [dayOf(until.getTime() - SHOWN_DAYS * DAY_MS), dayOf(until.getTime())] as const
  const computed = computedPosition(await listStationCoordinates(db, station.id, ...days))
  if (!computed) return null
  const { code, name, datum, lat, lng, positionPending } = station
  const placed = book.active.filter((one) => !one.positionPending)
  const codes = new Map(placed.map((one) => [one.id, one.code]))
  return {
    ...{ code, name, datum, computed, now, networkName: book.network.name },
    neighbours: neighboursOf({ id: station.id, lat: computed.lat, lng: computed.lng }, placed).map(
      ({ id }) => codes.get(id)!,
    ),
    registered: positionPending ? null : { lat, lng, metres: 1000 * distanceKm(computed, station) },
  }
}
