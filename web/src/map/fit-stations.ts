// Where a map looks first: all stations, with some land around them.
import type L from 'leaflet'

const AROUND = 0.15
/** One station alone is shown with its surroundings. */
const CLOSEST_FIT = 9

export function fitStations(map: L.Map, stations: readonly { readonly lat: number; readonly lng: number }[]): void {
  const [lats, lngs] = [stations.map(({ lat }) => lat), stations.map(({ lng }) => lng)]
  const south = [Math.min(...lats), Math.min(...lngs)] as const
  const north = [Math.max(...lats), Math.max(...lngs)] as const
  const [high, wide] = [(north[0] - south[0]) * AROUND, (north[1] - south[1]) * AROUND]
  map.fitBounds(
    [
      [south[0] - high, south[1] - wide],
      [north[0] + high, north[1] + wide],
    ],
    { maxZoom: CLOSEST_FIT, animate: false },
  )
}
