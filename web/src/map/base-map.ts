// A Leaflet map with the outlines that we ship, and tiles over them where the operator configured some.
import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import './map.css'
import { OUTLINES } from './outlines.ts'

export interface MapWords {
  readonly zoomIn: string
  readonly zoomOut: string
}

export interface Tiles {
  readonly tilesUrl: string | null
  readonly attribution: string | null
}

/** Mexico. */
const DEFAULT_BOUNDS: L.LatLngBoundsLiteral = [
  [14.5, -117.2],
  [32.8, -86.6],
]
const STEPS_A_DEGREE = 100
const CLOSEST = 18
/** Beyond this the outlines say nothing any more. */
const CLOSEST_WITHOUT_TILES = 12

export function makeMap(element: HTMLElement, words: MapWords, { tilesUrl, attribution }: Tiles): L.Map {
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: 3,
    maxZoom: tilesUrl === null ? CLOSEST_WITHOUT_TILES : CLOSEST,
    zoomSnap: 0.5,
    worldCopyJump: true,
    // Whoever wants less motion has none.
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  const credits = L.control.attribution({ prefix: '<a href="https://leafletjs.com">Leaflet</a>' }).addTo(map)
  if (tilesUrl === null) {
    L.polygon(OUTLINES.map(polygonOf), { className: 'map-land', interactive: false }).addTo(map)
    credits.addAttribution('Natural Earth')
  } else L.tileLayer(tilesUrl, { maxZoom: CLOSEST, attribution: asText(attribution ?? '') }).addTo(map)
  map.fitBounds(DEFAULT_BOUNDS)
  return map
}

function polygonOf(text: string): L.LatLngTuple[][] {
  return text.split('|').map((ring) => {
    const steps = ring.split(' ').map(Number)
    let [lng, lat] = [0, 0]
    return Array.from({ length: steps.length / 2 }, (_, index) => {
      lng += steps[2 * index]!
      lat += steps[2 * index + 1]!
      return [lat / STEPS_A_DEGREE, lng / STEPS_A_DEGREE]
    })
  })
}

/** Leaflet takes HTML there. */
function asText(text: string): string {
  const span = document.createElement('span')
  span.textContent = text
  return span.innerHTML
}

/** Follows its box: a drawer or a phone that is turned changes it. */
export function followSize(map: L.Map, element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  observer.observe(element)
  return () => observer.disconnect()
}
