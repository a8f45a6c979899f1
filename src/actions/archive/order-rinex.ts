// Orders RINEX files of a station's archive. A worker makes them.
import { BASE62, randomCode } from '../../base/secrets.ts'
import { hasDailyEpochs } from '../../domain/archive/daily.ts'
import { archivedHours } from '../../domain/archive/hours.ts'
import {
  hoursOf,
  LEAST_SHARE_PCT,
  MOST_PENDING_RINEX,
  RINEX_KEY_LENGTH,
  type RinexOrder,
  type RinexWindow,
  type RinexWish,
  shareOf,
  windowFaults,
} from '../../domain/archive/rinex-order.ts'
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid, invalid, Refusal } from '../../domain/codes/refusal.ts'
import { QUOTA_DAY_MS } from '../../domain/delivery/mail/quota.ts'
import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import type { Station } from '../../domain/stations/station.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { GrowingIds } from '../../domain/webhooks/events.ts'
import { type HourInArchive, listArchivedHours, listStationsRecorded } from '../../store/archive/hours.ts'
import { countPendingRinex, countRinexHours, insertRinexOrder } from '../../store/archive/rinex-orders.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { lockOwner } from '../../store/people/owners.ts'
import { readQuotas } from '../../store/people/quotas.ts'
import { type ActionContext, record } from '../context.ts'
import { findStation } from '../credentials/request/access.ts'

export interface RinexContext extends ActionContext {
  readonly book: StationBook
}

/** For whom the files are made. */
export interface RinexOrderer {
  /** Owner of the order: an organization, its test space, or `null` for the operator. */
  readonly ownerId: number | null
  /** The organization whose quota applies; `null`: none applies. */
  readonly quotaOf: number | null
  /** Set if a customer orders on the page of this credential. */
  readonly credentialId?: number | null
}

export function orderRinex(context: RinexContext, orderer: RinexOrderer, wish: RinexWish): Promise<RinexOrder> {
  const { now, by, book } = context
  const faults: FieldFault[] = [...placeFaults(wish), ...windowFaults(wish, now)]
  const named = findStation(book, wish, (field, found) => void faults.push({ path: [field], ...found }))
  if (faults.length > 0) throw allInvalid(faults)
  return context.db.transaction(async (tx) => {
    const station = named ?? (await nearestStation(tx, book, { lat: wish.lat!, lng: wish.lng! }, wish, now))
    const hours = await listArchivedHours(tx, [station.id], wish.from, wish.to)
    refuseUnlessRecorded(hours, wish.intervalS)
    const order = {
      id: orderIds.next(now),
      ownerId: orderer.ownerId,
      stationId: station.id,
      from: wish.from,
      to: wish.to,
      hours: hoursOf(wish),
      intervalS: wish.intervalS,
      version: wish.version,
      constellations: wish.constellations,
      navigation: wish.navigation,
      hatanaka: wish.hatanaka,
      key: randomCode(RINEX_KEY_LENGTH, BASE62),
      tokenId: by.tokenId,
      userId: by.userId,
      credentialId: orderer.credentialId ?? null,
      createdAt: now,
    }
    if (orderer.quotaOf !== null) await makeRinexRoom(tx, orderer.quotaOf, order.hours, now)
    const made = await insertRinexOrder(tx, order)
    await record(tx, context, {
      action: 'rinex.ordered',
      subject: { kind: 'station', id: station.id },
      ...(order.ownerId !== null && { ownerId: order.ownerId }),
      details: { code: station.code, rinex: order.id, from: wish.from.toISOString(), to: wish.to.toISOString() },
    })
    return made
  })
}

function placeFaults({ stationId, stationCode, lat, lng }: RinexWish): FieldFault[] {
  const hasStation = stationId !== undefined || stationCode !== undefined
  const hasPosition = lat !== undefined || lng !== undefined
  if (hasStation && hasPosition) return [wrong([lat === undefined ? 'lng' : 'lat'], 'station_or_position')]
  if (hasStation) return []
  if (!hasPosition) return [wrong(['stationId'], 'missing')]
  return (['lat', 'lng'] as const).flatMap((field) =>
    (field === 'lat' ? lat : lng) === undefined ? [wrong([field], 'missing')] : [],
  )
}

/** The first epoch of a GPS hour is received in the UTC hour before. Alone it is no hour that only a daily file has. */
const LEAST_DAILY_EPOCHS = 2

function refuseUnlessRecorded(hours: readonly HourInArchive[], intervalS: number): void {
  if (!hours.some(({ epochs }) => epochs > 0)) throw nothingRecorded()
  const lastDaily = hours.findLast(({ isDaily, epochs }) => isDaily && epochs >= LEAST_DAILY_EPOCHS)
  if (lastDaily && !hasDailyEpochs(intervalS)) throw onlyDailyFile(new Date(lastDaily.hour.getTime() + HOUR_MS))
  const own = hours.flatMap(({ intervalMs }) => (intervalMs === null ? [] : [intervalMs]))
  const shortest = own.length === 0 ? 0 : Math.min(...own)
  if (intervalS * 1000 < shortest)
    throw invalid(wrong(['intervalS'], 'interval_too_short', { seconds: shortest / 1000 }))
}

const onlyDailyFile = (until: Date) => invalid(wrong(['intervalS'], 'only_daily_file', { until: until.toISOString() }))

const nothingRecorded = () => new Refusal('no_data', { code: null, sharePct: null, distanceKm: null })

/** Ids of this process grow; lists are in their order. */
const orderIds = new GrowingIds('rnx', randomCode)

/** Stations whose hours are read with one query. */
const AT_ONCE = 10

/** Rejects with the nearest station that has some data if none has enough. */
export async function nearestStation(
  db: Database,
  book: Pick<StationBook, 'active'>,
  position: Position,
  window: RinexWindow,
  now: Date,
): Promise<Station> {
  const search = (withDaily: boolean) => searchNearest(db, book, { position, window, now, withDaily })
  const found = await search(hasDailyEpochs(window.intervalS))
  if (!(found instanceof Refusal)) return found
  if (hasDailyEpochs(window.intervalS) || (await search(true)) instanceof Refusal) throw found
  throw onlyDailyFile(window.to)
}

interface Search {
  readonly position: Position
  readonly window: RinexWindow
  readonly now: Date
  /** Hours of which only a daily file is left count. */
  readonly withDaily: boolean
}

async function searchNearest(
  db: Database,
  { active }: Pick<StationBook, 'active'>,
  { position, window, now, withDaily }: Search,
): Promise<Station | Refusal> {
  const hoursOfStation = new Map(
    (await listStationsRecorded(db, window.from, window.to, withDaily)).map(({ stationId, hours }) => [
      stationId,
      hours,
    ]),
  )
  const stations = active
    .filter(({ id, positionPending }) => hoursOfStation.has(id) && !positionPending)
    .map((station) => ({ station, km: distanceKm(position, station) }))
    .toSorted((one, other) => one.km - other.km)
  const sharesOf = async (some: readonly { readonly station: Station }[]) => {
    const ids = some.map(({ station }) => station.id)
    const archived = await listArchivedHours(db, ids, window.from, window.to)
    const usable = archived.filter(({ isDaily }) => withDaily || !isDaily)
    const hours = Map.groupBy(usable, (hour) => hour.stationId)
    return ids.map((id) => shareOf(archivedHours(hours.get(id) ?? [], { ...window, now }), window))
  }
  const least = (LEAST_SHARE_PCT / 100) * (window.to.getTime() - window.from.getTime())
  // The hours of a station are read only if there are enough of them: a month of 500 stations has 372,000.
  const likely = stations.filter(({ station }) => hoursOfStation.get(station.id)! * HOUR_MS >= least)
  for (let at = 0; at < likely.length; at += AT_ONCE) {
    const some = likely.slice(at, at + AT_ONCE)
    const found = (await sharesOf(some)).findIndex((sharePct) => sharePct >= LEAST_SHARE_PCT)
    if (found >= 0) return some[found]!.station
  }
  const [nearest] = stations
  if (!nearest) return nothingRecorded()
  const [sharePct] = await sharesOf([nearest])
  const { station, km } = nearest
  return new Refusal('no_data', { code: station.code, sharePct: sharePct!, distanceKm: Math.round(km * 10) / 10 })
}

/** Concurrent requests of an organization are counted one after another. */
async function makeRinexRoom(tx: Database, organisationId: number, hours: number, now: Date): Promise<void> {
  await lockOwner(tx, organisationId)
  if ((await countPendingRinex(tx, organisationId)) >= MOST_PENDING_RINEX)
    throw new Refusal('rinex_limit_reached', { most: MOST_PENDING_RINEX })
  const { rinexHoursPerDay: limit } = await readQuotas(tx, organisationId)
  if (limit === null) return
  const used = await countRinexHours(tx, organisationId, new Date(now.getTime() - QUOTA_DAY_MS))
  if (used + hours > limit) throw new Refusal('quota_exceeded', { quota: 'rinexHoursPerDay', limit })
}
