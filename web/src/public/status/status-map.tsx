// The public map of stations: a mark shows its station's status and does not open anything.
import { useEffect, useMemo, useRef } from 'react'
import { FitButton } from '../../map/fit-button.tsx'
import { fitStations } from '../../map/fit-stations.ts'
import classes from '../../map/map-box.module.css'
import { AllStationMarks } from '../../map/marks/all-station-marks.tsx'
import { useMap } from '../../map/use-map.ts'
import { shownStatus } from '../../parts/marks/status-mark.tsx'
import { usePartWords } from '../../words/common.ts'
import { askAbout, type PublicStation, usePublicWords } from '../state.ts'

const tilesOf = async (signal: AbortSignal) => (await askAbout(signal)).map
const nothing = () => {}

export default function StatusMap({ stations }: { stations: readonly PublicStation[] }) {
  const words = usePublicWords()
  const { status } = usePartWords()
  const { box, map } = useMap(stations, tilesOf)
  const fitted = useRef(false)
  const marked = useMemo(() => stations.map((station, id) => ({ ...station, id })), [stations])
  const linesOf = useMemo(
    () => (station: PublicStation) => [`${station.code} ${station.name}`, status[shownStatus(station)]],
    [status],
  )
  useEffect(() => {
    if (!map || fitted.current) return
    fitted.current = true
    fitStations(map, stations)
  }, [map, stations])
  return (
    <section className={classes.box} aria-label={words.map}>
      <div ref={box} className={classes.map} />
      {map && (
        <>
          <FitButton map={map} stations={stations} />
          <AllStationMarks map={map} stations={marked} linesOf={linesOf} onOpen={nothing} />
        </>
      )}
    </section>
  )
}
