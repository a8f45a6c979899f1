// The service area of each station: circles that merge where they overlap, and only an outline if the station is not
// serving.
import L from 'leaflet'
import { useEffect, useState } from 'react'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import { shownStatus } from '../../parts/marks/status-mark.tsx'

const EARTH_KM = 6371
const CORNERS = 72
/** Below Leaflet's default of 1, which drops visible corners. */
const SMOOTH = 0.2

type Covering = Pick<Station, 'lat' | 'lng' | 'radiusKm' | 'status' | 'measured'>

export function Coverage({ map, stations }: { map: L.Map; stations: readonly Covering[] }) {
  const [layers] = useState(() => ({
    none: L.polygon([], { className: 'map-coverage-none', fill: false, interactive: false, smoothFactor: SMOOTH }),
    some: L.polygon([], { className: 'map-coverage', fillRule: 'nonzero', interactive: false, smoothFactor: SMOOTH }),
  }))
  useEffect(() => {
    const isServing = (station: Covering) => SERVING.has(shownStatus(station))
    layers.some.setLatLngs(stations.filter(isServing).map((station) => [circle(station)]))
    layers.none.setLatLngs(stations.filter((station) => !isServing(station)).map((station) => [circle(station)]))
  }, [layers, stations])
  useEffect(() => {
    for (const layer of [layers.none, layers.some]) layer.addTo(map)
    // Lets map.css shrink marks that are larger than their circle at low zooms.
    map.getContainer().toggleAttribute('data-coverage', true)
    return () => {
      map.getContainer().removeAttribute('data-coverage')
      for (const layer of [layers.none, layers.some]) layer.remove()
    }
  }, [map, layers])
  return null
}

const SERVING: ReadonlySet<string> = new Set(['online', 'degraded'])

/** A circle on the ground: Mercator stretches it towards the poles, so it is not a circle of pixels. */
function circle({ lat, lng, radiusKm }: Covering): L.LatLngTuple[] {
  const [angle, from] = [radiusKm / EARTH_KM, radians(lat)]
  return Array.from({ length: CORNERS }, (_, index) => {
    const bearing = (2 * Math.PI * index) / CORNERS
    const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing))
    const aside = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
      Math.cos(angle) - Math.sin(from) * Math.sin(to),
    )
    return [degrees(to), lng + degrees(aside)]
  })
}

const radians = (value: number) => (value * Math.PI) / 180
const degrees = (value: number) => (value * 180) / Math.PI
