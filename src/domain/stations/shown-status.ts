// The status under which lists show and count a station.
import { movedBy } from './position.ts'
import type { Station } from './station.ts'
import { isUnmeasured, statusAt } from './status.ts'

/** Stations that need attention first. */
export const SHOWN_STATUSES = ['offline', 'moved', 'degraded', 'maintenance', 'unmeasured', 'online'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

/** `unmeasured`: whatever was declared. `moved`: sends data, but the antenna announces another position. */
export function shownStatusAt(station: Station, now: Date): ShownStatus {
  if (isUnmeasured(station, now)) return 'unmeasured'
  const status = statusAt(station, now)
  const sends = status === 'online' || status === 'degraded'
  return sends && movedBy(station) !== null ? 'moved' : status
}
