// Rovers that told where they are: a diamond, full with a fixed solution, half with a float one, empty without either.
import L from 'leaflet'
import { useEffect, useState } from 'react'
import type { Rover } from '../network-types.ts'
import { inLines } from './station-marks.tsx'

const SIZE = 16

interface Props {
  readonly map: L.Map
  readonly rovers: readonly Rover[]
  readonly linesOf: (rover: Rover) => readonly string[]
  readonly onOpen: (rover: Rover) => void
}

export function RoverMarks({ map, rovers, linesOf, onOpen }: Props) {
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

// No keyboard stops: there may be thousands, and they all stand in the table below the map.
function addMarker(map: L.Map, place: L.LatLngTuple, rover: Rover): L.Marker {
  const marker = L.marker(place, { icon: iconOf(rover), keyboard: false, zIndexOffset: -1000 })
  return marker.bindTooltip('', { direction: 'top', offset: [0, -SIZE / 2] }).addTo(map)
}

const DIAMOND = 'M8 1.5 14.5 8 8 14.5 1.5 8Z'
const PARTS: Record<'fixed' | 'float' | 'none', string> = {
  fixed: `<path d="${DIAMOND}" fill="var(--mark-good)"/>`,
  float: `<path d="${DIAMOND}" fill="var(--mantine-color-body)" stroke="var(--mark-poor)" stroke-width="2"/><path d="M8 1.5V14.5L1.5 8Z" fill="var(--mark-poor)"/>`,
  none: `<path d="${DIAMOND}" fill="var(--mantine-color-body)" stroke="var(--mark-unknown)" stroke-width="2"/>`,
}

export const solutionOf = (quality: number | null) => (quality === 4 ? 'fixed' : quality === 5 ? 'float' : 'none')

/** Nothing in it comes from anybody. */
const iconOf = ({ quality }: Rover) =>
  L.divIcon({
    className: 'map-rover',
    iconSize: [SIZE, SIZE],
    html: `<svg width="${SIZE}" height="${SIZE}" viewBox="0 0 16 16" aria-hidden="true">${PARTS[solutionOf(quality)]}</svg>`,
  })
