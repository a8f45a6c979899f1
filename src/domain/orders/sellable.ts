// What the shop may count on: nobody is sold a base that nobody hears, unless its operator says so.
import { servingStatusAt } from '../network/mountpoint-choice.ts'
import type { Station, StationStatus } from '../stations/station.ts'
import { isMeasured, isSilent } from '../stations/status.ts'

/** Somebody measures it, and it is not silent. */
export const isHeard = (station: Station, now: Date): boolean =>
  station.health !== null && station.health.quiet !== true && !isSilent(station, now)

/** `offline`: it is not sold. One that is sold unheard comes after all that are heard. */
export function saleStatusAt(station: Station, now: Date): StationStatus {
  if (isHeard(station, now)) return servingStatusAt(station, now)
  const isInService = station.declaredStatus === 'online' || station.declaredStatus === 'degraded'
  return station.sellsUnmeasured && isInService ? 'degraded' : 'offline'
}

/** Of one that would serve a place and is not sold; null: nothing stands against it. */
export type NotSold = 'unmeasured' | 'silent' | 'in_doubt'

export function whyNotSold(station: Station, now: Date): NotSold | null {
  if (saleStatusAt(station, now) !== 'offline') return null
  if (!isMeasured(station, now)) return 'unmeasured'
  return isHeard(station, now) ? 'in_doubt' : 'silent'
}

/** As if all were heard that are in service on the operator's word. */
export const inServiceStatusAt = ({ declaredStatus }: Station): StationStatus => declaredStatus
