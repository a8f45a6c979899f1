// Stations and rovers on a map. Loaded on demand: only this chunk contains Leaflet.

import { useEffect, useRef } from 'react'
import type { Rover } from '../../../src/http/console/contract/sessions.ts'
import type { Station } from '../../../src/http/console/contract/stations/stations.ts'
import { FitButton } from './fit-button.tsx'
import { fitStations } from './fit-stations.ts'
import classes from './map-box.module.css'
import { AllStationMarks } from './marks/all-station-marks.tsx'
import { Coverage } from './marks/coverage.tsx'
import { RoverLines } from './marks/rover-lines.tsx'
import { RoverMarks } from './marks/rover-marks.tsx'
import { useMap } from './use-map.ts'

interface Props {
  readonly label: string
  readonly stations: readonly Station[]
  readonly rovers: readonly Rover[]
  readonly withLines: boolean
  readonly withCoverage: boolean
  /** Width that a panel covers at the right edge. */
  readonly coveredRight: () => number
  readonly stationLines: (station: Station) => readonly string[]
  readonly roverLines: (rover: Rover) => readonly string[]
  readonly onStation: (station: Station) => void
  readonly onRover: (rover: Rover) => void
}

export default function NetworkMap({ label, stations, rovers, withLines, withCoverage, coveredRight, ...rest }: Props) {
  const { box, map } = useMap(stations)
  const fitted = useRef(false)
  useEffect(() => {
    if (!map || fitted.current || stations.length === 0) return
    // Fits the view only once, so that it does not move away from where the user looks.
    fitted.current = true
    fitStations(map, stations, coveredRight())
  }, [map, stations, coveredRight])
  return (
    <section className={classes.box} aria-label={label}>
      <div ref={box} className={classes.map} />
      {map && (
        <>
          <FitButton map={map} stations={stations} coveredRight={coveredRight} />
          {withCoverage && <Coverage map={map} stations={stations} />}
          {withLines && <RoverLines map={map} rovers={rovers} stations={stations} />}
          <RoverMarks map={map} rovers={rovers} linesOf={rest.roverLines} onOpen={rest.onRover} />
          <AllStationMarks map={map} stations={stations} linesOf={rest.stationLines} onOpen={rest.onStation} />
        </>
      )}
    </section>
  )
}
