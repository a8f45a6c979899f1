// Orders RINEX files for the customer of a credential, on the customer's page.
import { hoursLeft, monthOf, validityFaults } from '../../domain/archive/allowance.ts'
import { hoursOf, type RinexOrder, type RinexWish, windowFaults } from '../../domain/archive/rinex-order.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { allInvalid, invalid, Refusal } from '../../domain/codes/refusal.ts'
import type { Credential } from '../../domain/credentials/credential.ts'
import type { Station } from '../../domain/stations/station.ts'
import { lockRinexHours } from '../../store/archive/allowances.ts'
import { countRinexHoursOfCredential } from '../../store/archive/rinex-orders.ts'
import type { StationBook } from '../../store/current/current.ts'
import { nearestStation, orderRinex, type RinexContext } from './order-rinex.ts'

type Access = Pick<Credential, 'stationId' | 'groupId'>

/** Stations whose observations the credential includes. */
export function stationsOf({ stationId, groupId }: Access, { active, groups }: StationBook): readonly Station[] {
  if (stationId !== null) return active.filter(({ id }) => id === stationId)
  if (groupId === null) return active
  const members = groups.get(groupId)?.stationIds
  return active.filter(({ id }) => members?.has(id))
}

/** `wish` names a station or a position. */
export function orderCustomerRinex(
  context: RinexContext,
  credential: Credential,
  wish: RinexWish,
): Promise<RinexOrder> {
  const { now, book } = context
  // Before stations are searched: a long window would read the whole archive.
  const faults = [...validityFaults(wish, credential), ...windowFaults(wish, now)]
  if (faults.length > 0) throw allInvalid(faults)
  const covered = stationsOf(credential, book)
  return context.db.transaction(async (tx) => {
    const perMonth = await lockRinexHours(tx, credential.id)
    if (perMonth === 0) throw new Refusal('rinex_not_included')
    const used = await countRinexHoursOfCredential(tx, credential.id, monthOf(now))
    const left = hoursLeft(perMonth, used)
    if (left !== null && hoursOf(wish) > left)
      throw new Refusal('rinex_month_used', { limit: perMonth!, used, wanted: hoursOf(wish) })
    const { lat, lng } = wish
    const stationId =
      lat !== undefined && lng !== undefined
        ? (await nearestStation(tx, { active: covered }, { lat, lng }, wish, now)).id
        : wish.stationId
    if (!covered.some(({ id }) => id === stationId)) throw invalid(wrong(['stationId'], 'unknown_station_id'))
    const { id: credentialId, ownerId } = credential
    const named = { ...wish, stationId, stationCode: undefined, lat: undefined, lng: undefined }
    return orderRinex({ ...context, db: tx }, { ownerId, quotaOf: ownerId, credentialId }, named)
  })
}
