// The stations on a map: single marks with their codes, or clusters where many are close together.
import L from 'leaflet'
import { useEffect, useMemo, useState } from 'react'
import { shownStatus } from '../../parts/marks/status-mark.tsx'
import { CLUSTER_SIZE, ClusterMarks } from './cluster-marks.tsx'
import { clustered } from './clusters.ts'
import { codeSides } from './codes.ts'
import { Leaders } from './leaders.tsx'
import { spread } from './spread.ts'
import { type MapStation, type MarkPlace, StationMarks } from './station-marks.tsx'

/** From this zoom on, stations are not clustered. */
const NEAR_ZOOM = 10
/** Marks are spread to this distance, which leaves a gap between two marks. */
const APART_PX = 25
/** Spreading compares all marks with each other. */
const MOST_SPREAD = 300
/** Codes are placed within the view and this share around it. */
const AROUND = 0.3
const PROBLEMS: ReadonlySet<string> = new Set(['offline', 'degraded', 'moved'])

interface Props<Shown extends MapStation> {
  readonly map: L.Map
  readonly stations: readonly Shown[]
  readonly linesOf: (station: Shown) => readonly string[]
  readonly onOpen: (station: Shown) => void
  readonly seenOnly?: boolean
}

export function AllStationMarks<Shown extends MapStation>({ map, stations, ...rest }: Props<Shown>) {
  const { zoom, bounds } = useView(map)
  const { singles, clusters } = useMemo(
    () =>
      zoom >= NEAR_ZOOM
        ? { singles: stations, clusters: [] }
        : clustered(stations, (station) => map.project(station, zoom)),
    [map, stations, zoom],
  )
  const places = useMemo(() => {
    const exact = singles.map((station) => map.project(station, zoom))
    const spots = singles.length > MOST_SPREAD ? exact : spread(exact, APART_PX)
    const shown = [...singles.keys()].filter((place) => bounds.contains(singles[place]!))
    const sides = codeSides(
      shown.map((place) => {
        const station = singles[place]!
        return { ...spots[place]!, code: station.code, isProblem: PROBLEMS.has(shownStatus(station)) }
      }),
      clusters.map(({ at }) => ({ ...pointOf(map.project(at, zoom)), size: CLUSTER_SIZE })),
    )
    const sideOf = new Map(shown.map((place, index) => [place, sides[index]!]))
    return new Map(
      singles.map((station, place): [number, MarkPlace] => {
        const spot = spots[place]!
        const isMoved = spot !== exact[place]
        const at = isMoved ? map.unproject(L.point(spot.x, spot.y), zoom) : L.latLng(station.lat, station.lng)
        return [station.id, { at, isMoved, side: sideOf.get(place) ?? null }]
      }),
    )
  }, [map, singles, clusters, zoom, bounds])
  return (
    <>
      <Leaders map={map} stations={singles} places={places} />
      <StationMarks map={map} stations={singles} places={places} {...rest} />
      <ClusterMarks map={map} clusters={clusters} />
    </>
  )
}

const pointOf = ({ x, y }: L.Point) => ({ x, y })

function useView(map: L.Map): { readonly zoom: number; readonly bounds: L.LatLngBounds } {
  const [view, setView] = useState(() => viewOf(map))
  useEffect(() => {
    const follow = () => setView(viewOf(map))
    follow()
    map.on('moveend zoomend resize', follow)
    return () => {
      map.off('moveend zoomend resize', follow)
    }
  }, [map])
  return view
}

const viewOf = (map: L.Map) => ({ zoom: map.getZoom(), bounds: map.getBounds().pad(AROUND) })
