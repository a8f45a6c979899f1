// The map of a wall: stations and rovers without controls. It moves to each region in turn.
import L from 'leaflet'
import { useCallback, useEffect } from 'react'
import type { Tiles } from '../map/base-map.ts'
import { boundsOf } from '../map/fit-stations.ts'
import { AllStationMarks } from '../map/marks/all-station-marks.tsx'
import { RoverLines } from '../map/marks/rover-lines.tsx'
import { type MapRover, RoverMarks } from '../map/marks/rover-marks.tsx'
import type { MapStation } from '../map/marks/station-marks.tsx'
import { prefersReducedMotion } from '../map/motion.ts'
import { useMap } from '../map/use-map.ts'
import { shownStatus } from '../parts/marks/status-mark.tsx'
import { usePartWords } from '../words/common.ts'
import classes from './wall.module.css'

const CLOSEST = 9
const FLIGHT_SECONDS = 2.5
const nothing = () => {}
const noLines = () => []

export type WallStation = MapStation & { readonly name: string; readonly federalState: string }

/** Pixels at each edge that panels cover. */
export interface Covered {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Props {
  readonly label: string
  readonly stations: readonly WallStation[]
  readonly rovers: readonly MapRover[]
  /** Identifies the region in view; the map moves when it changes. */
  readonly regionKey: string
  readonly region: readonly WallStation[]
  readonly covered: () => Covered
  readonly askTiles?: ((signal: AbortSignal) => Promise<Tiles>) | undefined
}

export default function WallMap({ label, stations, rovers, regionKey, region, covered, askTiles }: Props) {
  const { status } = usePartWords()
  const { box, map } = useMap(stations, askTiles)
  const linesOf = useCallback(
    (station: WallStation) => [`${station.code} · ${station.name}`, status[shownStatus(station)]],
    [status],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves for another region, not for each update of its stations
  useEffect(() => {
    if (!map || region.length === 0) return
    const { left, top, right, bottom } = covered()
    const padding = { paddingTopLeft: L.point(left, top), paddingBottomRight: L.point(right, bottom) }
    const bounds = boundsOf(region)
    if (prefersReducedMotion()) map.fitBounds(bounds, { ...padding, maxZoom: CLOSEST, animate: false })
    else map.flyToBounds(bounds, { ...padding, maxZoom: CLOSEST, duration: FLIGHT_SECONDS })
  }, [map, regionKey])
  return (
    <section className={classes.map} aria-label={label}>
      <div ref={box} className={classes.leaflet} />
      {map && (
        <>
          <RoverLines map={map} rovers={rovers} stations={stations} />
          <RoverMarks map={map} rovers={rovers} linesOf={noLines} onOpen={nothing} />
          <AllStationMarks map={map} stations={stations} linesOf={linesOf} onOpen={nothing} seenOnly />
        </>
      )}
    </section>
  )
}
