// Fits all stations into the view, with a margin around them.
import L from 'leaflet'

/** Room for marks and codes at the edges, and for the buttons at the left one. */
const AROUND_PX = 36
const LEFT_PX = 64
/** Maximum zoom, so that a single station is shown with its surroundings. */
const CLOSEST_FIT = 9

export interface Placed {
  readonly lat: number
  readonly lng: number
}

/** `coveredRight`: width in pixels that a panel covers at the right edge. */
export function fitStations(map: L.Map, stations: readonly Placed[], coveredRight = 0): void {
  const padding = {
    paddingTopLeft: L.point(LEFT_PX, AROUND_PX),
    paddingBottomRight: L.point(AROUND_PX + coveredRight, AROUND_PX),
  }
  map.fitBounds(boundsOf(stations), { ...padding, maxZoom: CLOSEST_FIT, animate: false })
}

export const boundsOf = (stations: readonly Placed[]) => L.latLngBounds(stations.map(({ lat, lng }) => [lat, lng]))
