// Status of stations for the shop: a base that no caster hears is not sold unless the operator allows it.
import { servingStatusAt } from '../network/mountpoint-choice.ts'
import type { Station, StationStatus } from '../stations/station.ts'
import { isMeasured, isSilent } from '../stations/status.ts'

/** True if a caster measures the station and it is not silent. */
export const isHeard = (station: Station, now: Date): boolean =>
  station.health !== null && station.health.quiet !== true && !isSilent(station, now)

/** `offline` means not sold. Stations sold without measurement rank after all measured ones. */
export function saleStatusAt(station: Station, now: Date): StationStatus {
  if (isHeard(station, now)) return servingStatusAt(station, now)
  const isInService = station.declaredStatus === 'online' || station.declaredStatus === 'degraded'
  return station.sellsUnmeasured && isInService ? 'degraded' : 'offline'
}

export type NotSold = 'unmeasured' | 'silent' | 'in_doubt'

export function whyNotSold(station: Station, now: Date): NotSold | null {
  if (saleStatusAt(station, now) !== 'offline') return null
  if (!isMeasured(station, now)) return 'unmeasured'
  return isHeard(station, now) ? 'in_doubt' : 'silent'
}

/** Trusts the operator's declared status, as if every station in service were heard. */
export const inServiceStatusAt = ({ declaredStatus }: Station): StationStatus => declaredStatus
