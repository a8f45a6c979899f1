// Thin lines from marks that were moved apart to the positions of their stations.
import L from 'leaflet'
import { useEffect, useState } from 'react'
import type { MapStation, MarkPlace } from './station-marks.tsx'

interface Props {
  readonly map: L.Map
  readonly stations: readonly MapStation[]
  readonly places: ReadonlyMap<number, MarkPlace>
}

export function Leaders({ map, stations, places }: Props) {
  const [line] = useState(() => L.polyline([], { className: 'map-leader', interactive: false }))
  useEffect(() => {
    const moved = stations.flatMap((station) => {
      const place = places.get(station.id)
      return place?.isMoved ? [[L.latLng(station.lat, station.lng), place.at]] : []
    })
    line.setLatLngs(moved)
  }, [line, stations, places])
  useEffect(() => {
    line.addTo(map)
    return () => {
      line.remove()
    }
  }, [map, line])
  return null
}
