// A geofence on the map: a circle, or a polygon whose points are added by clicks and dragged. The text fields beside it
// do the same without a mouse.
import L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import classes from '../map-box.module.css'
import { AllStationMarks } from '../marks/all-station-marks.tsx'
import type { MapStation } from '../marks/station-marks.tsx'
import { useMap } from '../use-map.ts'
import { around } from './geofence-ring.ts'

type Point = readonly [lat: number, lng: number]

interface Props {
  readonly label: string
  /** The shape to draw: `null` and no points until the first click. */
  readonly circle: { readonly lat: number; readonly lng: number; readonly radiusKm: number } | null
  readonly points: readonly Point[]
  /** If omitted, the map is read-only. */
  readonly onClick?: (point: Point) => void
  readonly onMove?: (index: number, point: Point) => void
  readonly stations: readonly (MapStation & Pick<Station, 'name'>)[]
}

const DECIMALS = 5
const namedBy = ({ code, name }: Pick<Station, 'code' | 'name'>) => [`${code} · ${name}`]
const ignore = () => {}

export default function GeofenceMap({ label, circle, points, onClick, onMove, stations }: Props) {
  const { box, map } = useMap(stations)
  const [area] = useState(() => L.polygon([], { className: 'map-fence', interactive: false }))
  const corners = useRef<L.Marker[]>([])

  useEffect(() => {
    if (!map || !onClick) return
    const click = ({ latlng }: L.LeafletMouseEvent) => onClick(roundedOf(latlng.wrap()))
    map.on('click', click)
    return () => void map.off('click', click)
  }, [map, onClick])

  const isOpening = useRef(true)
  const isFirst = useRef(true)
  const drawn = JSON.stringify([circle, points])
  useEffect(() => {
    if (!map) return
    const [ring, own] = JSON.parse(drawn) as [Props['circle'], Point[]]
    area.setLatLngs(ring ? around(ring) : own.map(([lat, lng]): L.LatLngTuple => [lat, lng])).addTo(map)
    for (const corner of corners.current) corner.remove()
    corners.current = own.map((point, index) => {
      const icon = L.divIcon({ className: 'map-fence-corner', iconSize: [16, 16] })
      const corner = L.marker([point[0], point[1]], { icon, keyboard: false, draggable: onMove !== undefined })
      corner.on('dragend', () => onMove?.(index, roundedOf(corner.getLatLng().wrap())))
      return corner.addTo(map)
    })
    const bounds = area.getBounds()
    if (bounds.isValid()) {
      // Clicking polygon corners keeps the view. A circle is complete after one click, so the view fits it.
      const isNew = isFirst.current && (isOpening.current || ring !== null)
      if (isNew || (ring && !map.getBounds().contains(bounds)))
        map.fitBounds(bounds, { animate: false, maxZoom: 11, padding: [16, 16] })
      isFirst.current = false
    }
    isOpening.current = false
  }, [map, area, drawn, onMove])

  return (
    <section className={classes.box} aria-label={label}>
      <div ref={box} className={`${classes.map} ${classes.picker}`} />
      {map && <AllStationMarks map={map} stations={stations} linesOf={namedBy} onOpen={ignore} seenOnly />}
    </section>
  )
}

const roundedOf = ({ lat, lng }: L.LatLng): Point => [Number(lat.toFixed(DECIMALS)), Number(lng.toFixed(DECIMALS))]
