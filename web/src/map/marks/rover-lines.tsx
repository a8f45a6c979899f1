// A line from each rover to its base: green and solid with a fixed solution, amber and dashed with a float one, grey and
// dotted with neither.
import L from 'leaflet'
import { useEffect, useState } from 'react'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import type { MapRover } from './rover-marks.tsx'
import { SOLUTIONS, solutionOf } from './rover-shape.tsx'

/** From this zoom on, lines are visible and rovers are drawn at their exact position: see map.css. */
const EXACT_ZOOM = 6

interface Props {
  readonly map: L.Map
  readonly rovers: readonly MapRover[]
  readonly stations: readonly Pick<Station, 'id' | 'lat' | 'lng'>[]
}

export function RoverLines({ map, rovers, stations }: Props) {
  // One polyline per solution, however many rovers there are.
  const [lines] = useState(() =>
    SOLUTIONS.map((solution) => ({
      solution,
      line: L.polyline([], { className: `map-rover-line map-rover-line-${solution}`, interactive: false }),
    })),
  )
  useEffect(() => {
    const bases = new Map(stations.map((station) => [station.id, station]))
    for (const { solution, line } of lines)
      line.setLatLngs(
        rovers.flatMap(({ lat, lng, stationId, quality }): L.LatLngTuple[][] => {
          const base = stationId === null ? undefined : bases.get(stationId)
          if (lat === null || lng === null || !base || solutionOf(quality) !== solution) return []
          return [
            [
              [lat, lng],
              [base.lat, base.lng],
            ],
          ]
        }),
      )
  }, [lines, rovers, stations])
  useEffect(() => {
    for (const { line } of lines) line.addTo(map)
    const box = map.getContainer()
    const follow = () => box.toggleAttribute('data-exact', map.getZoom() >= EXACT_ZOOM)
    follow()
    map.on('zoomend', follow)
    return () => {
      map.off('zoomend', follow)
      box.removeAttribute('data-exact')
      for (const { line } of lines) line.remove()
    }
  }, [map, lines])
  return null
}
