// A button below the zoom buttons that fits all stations into the view.
import { IconZoomScan } from '@tabler/icons-react'
import L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { fitStations, type Placed } from './fit-stations.ts'
import { useMapWords } from './words.ts'

interface Props {
  readonly map: L.Map
  readonly stations: readonly Placed[]
  /** Width that a panel covers at the right edge. */
  readonly coveredRight?: () => number
}

export function FitButton({ map, stations, coveredRight }: Props) {
  const { fit } = useMapWords()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const latest = useRef(stations)
  latest.current = stations
  const isOffered = stations.length > 0
  useEffect(() => {
    if (!isOffered) return
    const control = new L.Control({ position: 'topleft' })
    const box = L.DomUtil.create('div', 'leaflet-bar map-fit')
    L.DomEvent.disableClickPropagation(box)
    control.onAdd = () => box
    control.addTo(map)
    setElement(box)
    return () => {
      control.remove()
      setElement(null)
    }
  }, [map, isOffered])
  return (
    element &&
    createPortal(
      <button
        type="button"
        title={fit}
        aria-label={fit}
        onClick={() => fitStations(map, latest.current, coveredRight?.())}
      >
        <IconZoomScan size={18} stroke={1.8} aria-hidden />
      </button>,
      element,
    )
  )
}
