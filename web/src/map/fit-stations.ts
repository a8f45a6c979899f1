// Fits all stations into the view, with a margin around them.
import L from 'leaflet'

const AROUND = 0.15
/** Maximum zoom, so that a single station is shown with its surroundings. */
const CLOSEST_FIT = 9

export interface Placed {
  readonly lat: number
  readonly lng: number
}

export function fitStations(map: L.Map, stations: readonly Placed[]): void {
  map.fitBounds(boundsOf(stations).pad(AROUND), { maxZoom: CLOSEST_FIT, animate: false })
}

export const boundsOf = (stations: readonly Placed[]) => L.latLngBounds(stations.map(({ lat, lng }) => [lat, lng]))
