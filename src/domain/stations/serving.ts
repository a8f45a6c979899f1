// Which stations may be given to somebody who did not ask for them by name.
import type { Station } from './station.ts'

type Serving = Pick<Station, 'isRtcm' | 'lat' | 'lng' | 'upstream'>

/** A sourcetable that knows no place leaves it out or writes zeros; the operator may have entered it since. */
const hasPlace = ({ lat, lng, upstream }: Serving): boolean => !upstream || lat !== 0 || lng !== 0

/** An antenna with a known position, sent as RTCM: not computed elsewhere, and not hidden. */
export function isBase(station: Serving): boolean {
  const { isRtcm, upstream } = station
  const isComputed = upstream != null && (upstream.told.needsGga || upstream.told.fromNetwork)
  return isRtcm && !isComputed && hasPlace(station) && isShown(station)
}

/** Another caster's serves the network mountpoint only where its operator lets it. */
export const isNetworkBase = (station: Serving): boolean =>
  isBase(station) && (!station.upstream || station.upstream.servesNetwork)

/** Not hidden by the operator: in the sourcetable, on public pages, and chosen for rovers. */
export const isShown = ({ upstream }: Pick<Station, 'upstream'>): boolean => !upstream?.settings?.isHidden
