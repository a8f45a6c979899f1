// A position picked by a click on the map. The text fields beside it do the same without a mouse.

import L from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Area } from '../../../../src/http/console/contract/credentials/geofence.ts'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import type { Tiles } from '../base-map.ts'
import { FitButton } from '../fit-button.tsx'
import { fitStations } from '../fit-stations.ts'
import classes from '../map-box.module.css'
import { AllStationMarks } from '../marks/all-station-marks.tsx'
import type { MapStation } from '../marks/station-marks.tsx'
import { useMap } from '../use-map.ts'
import { ringOf } from './geofence-ring.ts'

export interface Position {
  readonly lat: number
  readonly lng: number
}

interface Props {
  readonly label: string
  readonly value: Position | null
  readonly onPick: (position: Position) => void
  /** Existing stations, to show where one is missing. */
  readonly others: readonly (MapStation & Pick<Station, 'name'>)[]
  /** The area in which a position is valid. */
  readonly area?: Area | null
  /** Fits the view to the existing stations instead of the whole country. */
  readonly fit?: boolean
  readonly tall?: boolean
  /** Drawn below the stations. */
  readonly layers?: ((map: L.Map) => ReactNode) | undefined
  /** Loads the tile settings on public pages, which have no session. */
  readonly askTiles?: (signal: AbortSignal) => Promise<Tiles>
}

const DECIMALS = 5
const NEAR_ZOOM = 8
const namedBy = ({ code, name }: Pick<Station, 'code' | 'name'>) => [`${code} · ${name}`]
const ignore = () => {}

export default function PositionPicker({
  label,
  value,
  onPick,
  others,
  area = null,
  fit = false,
  tall = false,
  layers,
  askTiles,
}: Props) {
  const { box, map } = useMap(others, askTiles)
  const [pin] = useState(() =>
    L.marker([0, 0], {
      draggable: true,
      keyboard: false,
      icon: L.divIcon({
        className: 'map-pin',
        iconSize: [28, 34],
        iconAnchor: [14, 33],
        html: '<svg width="28" height="34" viewBox="0 0 28 34" aria-hidden="true"><path d="M14 1a12.5 12.5 0 0 0-12.5 12.5C1.5 22.5 14 33 14 33s12.5-10.5 12.5-19.5A12.5 12.5 0 0 0 14 1Z" fill="currentColor" stroke="#fff" stroke-width="1.5"/><circle cx="14" cy="13.5" r="4.5" fill="#fff"/></svg>',
      }),
    }),
  )

  useEffect(() => {
    if (!map) return
    const pick = ({ lat, lng }: L.LatLng) => onPick({ lat: rounded(lat), lng: rounded(lng) })
    const onClick = ({ latlng }: L.LeafletMouseEvent) => pick(latlng.wrap())
    const onDragEnd = () => pick(pin.getLatLng().wrap())
    map.on('click', onClick)
    pin.on('dragend', onDragEnd)
    return () => {
      map.off('click', onClick)
      pin.off('dragend', onDragEnd)
    }
  }, [map, pin, onPick])

  const fitted = useRef(false)
  useEffect(() => {
    if (!map || !fit || fitted.current || others.length === 0) return
    fitted.current = true
    fitStations(map, others)
  }, [map, fit, others])

  useEffect(() => {
    if (!map || !area) return
    const drawn = L.polygon(ringOf(area), { className: 'map-fence', interactive: false }).addTo(map)
    if (!map.hasLayer(pin)) map.fitBounds(drawn.getBounds(), { animate: false, maxZoom: 9, padding: [16, 16] })
    return () => void drawn.remove()
  }, [map, area, pin])

  const { lat = null, lng = null } = value ?? {}
  useEffect(() => {
    if (!map) return
    if (lat === null || lng === null) {
      pin.remove()
      return
    }
    const isFirst = !map.hasLayer(pin)
    pin.setLatLng([lat, lng]).addTo(map)
    if (isFirst || !map.getBounds().contains([lat, lng]))
      map.setView([lat, lng], Math.max(map.getZoom(), NEAR_ZOOM), { animate: false })
  }, [map, pin, lat, lng])

  return (
    <section className={classes.box} aria-label={label}>
      <div ref={box} className={`${classes.map} ${tall ? classes.tall : classes.picker}`} />
      {map && (
        <>
          {layers?.(map)}
          <FitButton map={map} stations={others} />
          <AllStationMarks map={map} stations={others} linesOf={namedBy} onOpen={ignore} seenOnly />
        </>
      )}
    </section>
  )
}

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))
