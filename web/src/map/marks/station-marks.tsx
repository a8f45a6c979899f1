// The stations on the map. React renders the usual status mark into the element that Leaflet positions.

import L from 'leaflet'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import { StatusShape, shownStatus } from '../../parts/marks/status-mark.tsx'
import type { Side } from './codes.ts'

const SIZE = 22
/** Below this zoom, marks are larger than what they mark: see map.css. */
const NEAR_ZOOM = 7

/** The fields that a mark needs; the public status page has no others. */
export type MapStation = Pick<Station, 'id' | 'code' | 'lat' | 'lng' | 'status' | 'measured'> &
  Partial<Pick<Station, 'movedM' | 'measuredAt'>>

/** Where a mark is drawn, which differs from the station's position if marks would overlap. */
export interface MarkPlace {
  readonly at: L.LatLng
  readonly isMoved: boolean
  /** Side of the station's code; `null` if there is no room. */
  readonly side: Side | null
}

interface Placed {
  readonly station: MapStation
  readonly element: HTMLElement
}

interface Props<Shown extends MapStation> {
  readonly map: L.Map
  readonly stations: readonly Shown[]
  readonly places: ReadonlyMap<number, MarkPlace>
  /** Lines of the tooltip: code, name, status and values. */
  readonly linesOf: (station: Shown) => readonly string[]
  readonly onOpen: (station: Shown) => void
  /** Passes clicks through to the map. */
  readonly seenOnly?: boolean
}

export function StationMarks<Shown extends MapStation>({
  map,
  stations,
  places,
  linesOf,
  onOpen,
  seenOnly = false,
}: Props<Shown>) {
  const [markers] = useState(() => new Map<number, L.Marker>())
  const [placed, setPlaced] = useState<readonly Placed[]>([])

  useEffect(() => {
    const present = new Set(stations.map(({ id }) => id))
    for (const [id, marker] of markers)
      if (!present.has(id)) {
        marker.remove()
        markers.delete(id)
      }
    setPlaced(
      stations.map((station) => {
        const marker = markers.get(station.id) ?? addMarker(map, station, seenOnly)
        markers.set(station.id, marker)
        const at = places.get(station.id)?.at ?? L.latLng(station.lat, station.lng)
        if (!marker.getLatLng().equals(at, 0)) marker.setLatLng(at)
        const lines = linesOf(station)
        marker.setTooltipContent(inLines(lines))
        marker.off('click keydown').on('click', () => onOpen(station))
        marker.on('keydown', ({ originalEvent }) => {
          if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
          originalEvent.preventDefault()
          onOpen(station)
        })
        const element = marker.getElement()!
        element.setAttribute('aria-label', lines.join(', '))
        return { station, element }
      }),
    )
  }, [map, markers, stations, places, linesOf, onOpen, seenOnly])

  useEffect(() => {
    const follow = () => map.getContainer().toggleAttribute('data-far', map.getZoom() < NEAR_ZOOM)
    follow()
    map.on('zoomend', follow)
    return () => {
      map.off('zoomend', follow)
      for (const marker of markers.values()) marker.remove()
      markers.clear()
    }
  }, [map, markers])

  return placed.map(({ station, element }) =>
    createPortal(<Mark station={station} side={places.get(station.id)?.side ?? null} />, element, String(station.id)),
  )
}

function Mark({ station, side }: { station: MapStation; side: Side | null }) {
  const status = shownStatus(station)
  return (
    <>
      {/* The key restarts the animation with each measurement. */}
      {station.measuredAt && RECEIVING.has(status) && <span key={station.measuredAt} className="map-pulse" />}
      <StatusShape status={status} size={16} />
      {side && (
        <span className="map-station-code" data-side={side} aria-hidden="true">
          {station.code}
        </span>
      )}
    </>
  )
}

/** Only a stream with observations has these statuses. */
const RECEIVING: ReadonlySet<string> = new Set(['online', 'degraded', 'moved'])

function addMarker(map: L.Map, station: MapStation, seenOnly: boolean): L.Marker {
  const icon = L.divIcon({ className: 'map-station', iconSize: [SIZE, SIZE], html: false })
  const marker = L.marker(station, { icon, keyboard: !seenOnly, riseOnHover: true, bubblingMouseEvents: seenOnly })
  marker.bindTooltip('', { direction: 'top', offset: [0, -SIZE / 2] }).addTo(map)
  if (seenOnly) marker.getElement()!.setAttribute('role', 'img')
  return marker
}

/** Builds text nodes, because names are user input. */
export function inLines(lines: readonly string[]): HTMLElement {
  const box = document.createElement('div')
  for (const line of lines) box.appendChild(document.createElement('div')).textContent = line
  return box
}
