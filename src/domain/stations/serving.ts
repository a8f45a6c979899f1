// Selects the stations that may be chosen for a rover that did not request them by name.
import type { Station } from './station.ts'

type Serving = Pick<Station, 'isRtcm' | 'lat' | 'lng' | 'upstream' | 'positionPending'>

/** A sourcetable that does not know a position omits it or has zeros. The operator can enter one. */
const hasPlace = ({ lat, lng, upstream }: Serving): boolean => !upstream || lat !== 0 || lng !== 0

/** A real antenna with a known position that sends RTCM; not computed by a network, not hidden. */
export function isBase(station: Serving): boolean {
  const { isRtcm, upstream } = station
  const isComputed = upstream != null && (upstream.told.needsGga || upstream.told.fromNetwork)
  return isRtcm && !isComputed && hasPlace(station) && isShown(station)
}

/** Upstream stations serve the network mountpoint only if the operator allows it. */
export const isNetworkBase = (station: Serving): boolean =>
  isBase(station) && (!station.upstream || station.upstream.servesNetwork)

/**
 * False if the operator hid the station from the sourcetable, public pages and the choice for rovers, or if its
 * position is still to be read from its stream.
 */
export const isShown = ({
  upstream,
  positionPending = false,
}: Pick<Station, 'upstream' | 'positionPending'>): boolean => !positionPending && !upstream?.settings?.isHidden
