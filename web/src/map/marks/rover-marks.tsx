// Rovers that reported a position: a diamond, full with a fixed solution, half with a float one, empty with neither.

import L from 'leaflet'
import { useEffect, useState } from 'react'
import type { Rover } from '../../../../src/http/console/contract/sessions.ts'
import { roverSvg, solutionOf } from './rover-shape.tsx'
import { inLines } from './station-marks.tsx'

const SIZE = 14

/** The fields that a mark needs; the public wall has no others. */
export type MapRover = Pick<Rover, 'id' | 'lat' | 'lng' | 'stationId' | 'quality'>

interface Props<Shown extends MapRover> {
  readonly map: L.Map
  readonly rovers: readonly Shown[]
  readonly linesOf: (rover: Shown) => readonly string[]
  readonly onOpen: (rover: Shown) => void
}

export function RoverMarks<Shown extends MapRover>({ map, rovers, linesOf, onOpen }: Props<Shown>) {
  const [markers] = useState(() => new Map<string, { marker: L.Marker; quality: number | null }>())
  useEffect(() => {
    const located = rovers.filter(({ lat, lng }) => lat !== null && lng !== null)
    const present = new Set(located.map(({ id }) => id))
    for (const [id, { marker }] of markers)
      if (!present.has(id)) {
        marker.remove()
        markers.delete(id)
      }
    for (const rover of located) {
      const place: L.LatLngTuple = [rover.lat!, rover.lng!]
      const known = markers.get(rover.id) ?? { marker: addMarker(map, place, rover), quality: rover.quality }
      if (known.quality !== rover.quality) known.marker.setIcon(iconOf(rover))
      markers.set(rover.id, { marker: known.marker, quality: rover.quality })
      known.marker.setLatLng(place).setTooltipContent(inLines(linesOf(rover)))
      known.marker.off('click').on('click', () => onOpen(rover))
    }
  }, [map, markers, rovers, linesOf, onOpen])
  useEffect(
    () => () => {
      for (const { marker } of markers.values()) marker.remove()
      markers.clear()
    },
    [markers],
  )
  return null
}

// Not focusable by keyboard: there can be thousands, and the table below the map lists them all.
function addMarker(map: L.Map, place: L.LatLngTuple, rover: MapRover): L.Marker {
  const marker = L.marker(place, { icon: iconOf(rover), keyboard: false, zIndexOffset: 1000 })
  return marker.bindTooltip('', { direction: 'top', offset: [0, -SIZE / 2] }).addTo(map)
}

/** The HTML contains no user input. */
const iconOf = ({ quality }: MapRover) =>
  L.divIcon({
    className: 'map-rover',
    iconSize: [SIZE, SIZE],
    html: roverSvg(solutionOf(quality), SIZE),
  })
