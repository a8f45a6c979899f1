// Where a map looks first, and again when asked: all stations, with some land around them.
import L from 'leaflet'

const AROUND = 0.15
/** One station alone is shown with its surroundings. */
const CLOSEST_FIT = 9

export interface Placed {
  readonly lat: number
  readonly lng: number
}

export function fitStations(map: L.Map, stations: readonly Placed[]): void {
  map.fitBounds(boundsOf(stations).pad(AROUND), { maxZoom: CLOSEST_FIT, animate: false })
}

export const boundsOf = (stations: readonly Placed[]) => L.latLngBounds(stations.map(({ lat, lng }) => [lat, lng]))
