// A Leaflet map over the atlas that we ship, and tiles over that where the operator configured some.
import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import './map.css'
import { AtlasLayer } from './atlas/layer.ts'
import { movesLittle } from './motion.ts'
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
/** Beyond this the atlas says nothing any more. */
const CLOSEST_WITHOUT_TILES = 12
/** To the poles; around the world as often as somebody likes. */
const EVERYWHERE: L.LatLngBoundsLiteral = [
  [-85.06, -3600],
  [85.06, 3600],
]
const LEAFLET = '<a href="https://leafletjs.com">Leaflet</a>'
/** GeoNames' licence, CC BY 4.0, asks for its name; Natural Earth asks for nothing and has it. */
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
  const isStill = movesLittle()
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: FURTHEST,
    maxZoom: tilesUrl === null ? CLOSEST_WITHOUT_TILES : CLOSEST,
    // Drawn for every zoom; tiles are sharp at whole ones.
    zoomSnap: tilesUrl === null ? 0 : 0.5,
    worldCopyJump: true,
    maxBounds: EVERYWHERE,
    maxBoundsViscosity: 1,
    // Gestures of their own: see gestures.ts.
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
