// The stations on a map: single marks, or clusters where many are close together.
import type L from 'leaflet'
import { useEffect, useMemo, useState } from 'react'
import { ClusterMarks } from './cluster-marks.tsx'
import { clustered } from './clusters.ts'
import { type MapStation, StationMarks } from './station-marks.tsx'

/** From this zoom on, stations are not clustered. */
const NEAR_ZOOM = 10

interface Props<Shown extends MapStation> {
  readonly map: L.Map
  readonly stations: readonly Shown[]
  readonly linesOf: (station: Shown) => readonly string[]
  readonly onOpen: (station: Shown) => void
  readonly seenOnly?: boolean
}

export function AllStationMarks<Shown extends MapStation>({ map, stations, ...rest }: Props<Shown>) {
  const zoom = useZoom(map)
  const { singles, clusters } = useMemo(
    () =>
      zoom >= NEAR_ZOOM
        ? { singles: stations, clusters: [] }
        : clustered(stations, (station) => map.project(station, zoom)),
    [map, stations, zoom],
  )
  return (
    <>
      <StationMarks map={map} stations={singles} {...rest} />
      <ClusterMarks map={map} clusters={clusters} />
    </>
  )
}

function useZoom(map: L.Map): number {
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const follow = () => setZoom(map.getZoom())
    follow()
    map.on('zoomend', follow)
    return () => {
      map.off('zoomend', follow)
    }
  }, [map])
  return zoom
}
