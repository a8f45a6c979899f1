// A Leaflet map over the built-in atlas, with tiles on top if the operator configured any.
import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import './map.css'
import { AtlasLayer } from './atlas/layer.ts'
import { prefersReducedMotion } from './motion.ts'
import type { MapWords } from './words.ts'

export interface Tiles {
  readonly tilesUrl: string | null
  readonly attribution: string | null
}

/** Mexico. */
const DEFAULT_BOUNDS: L.LatLngBoundsLiteral = [
  [14.5, -117.2],
  [32.8, -86.6],
]
const FURTHEST = 2
const CLOSEST = 18
/** The atlas shows no more detail beyond this zoom. */
const CLOSEST_WITHOUT_TILES = 12
/** Limits panning at the poles; east and west allow ten turns around the world. */
const EVERYWHERE: L.LatLngBoundsLiteral = [
  [-85.06, -3600],
  [85.06, 3600],
]
const LEAFLET = '<a href="https://leafletjs.com">Leaflet</a>'
/** GeoNames' licence (CC BY 4.0) requires attribution. Natural Earth does not, and is credited anyway. */
const SOURCES = [
  '<a href="https://www.naturalearthdata.com">Natural Earth</a>',
  '<a href="https://www.geonames.org">GeoNames</a> (CC BY 4.0)',
]

export interface BaseMap {
  readonly map: L.Map
  readonly atlas: AtlasLayer
}

export function makeMap(
  element: HTMLElement,
  words: MapWords,
  language: string,
  { tilesUrl, attribution }: Tiles,
): BaseMap {
  const isStill = prefersReducedMotion()
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: FURTHEST,
    maxZoom: tilesUrl === null ? CLOSEST_WITHOUT_TILES : CLOSEST,
    // The atlas is drawn for any zoom; tiles are sharp only at whole zooms.
    zoomSnap: tilesUrl === null ? 0 : 0.5,
    worldCopyJump: true,
    maxBounds: EVERYWHERE,
    maxBoundsViscosity: 1,
    // Replaced by gestures.ts.
    scrollWheelZoom: false,
    zoomAnimation: !isStill,
    markerZoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
  })
  map.fitBounds(DEFAULT_BOUNDS, { animate: false })
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  const credits = L.control.attribution({ prefix: LEAFLET }).addTo(map)
  const atlas = new AtlasLayer({ language, onlyCoasts: tilesUrl !== null }).addTo(map)
  if (tilesUrl === null) for (const source of SOURCES) credits.addAttribution(source)
  else L.tileLayer(tilesUrl, { maxZoom: CLOSEST, attribution: asText(attribution ?? '') }).addTo(map)
  return { map, atlas }
}

/** Escapes text, because Leaflet inserts the attribution as HTML. */
function asText(text: string): string {
  const span = document.createElement('span')
  span.textContent = text
  return span.innerHTML
}

/** Adapts the map when its box changes size, such as in a drawer or on a rotated phone. */
export function followSize(map: L.Map, element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  observer.observe(element)
  return () => observer.disconnect()
}
