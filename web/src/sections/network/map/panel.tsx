import { Paper } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Rover } from '../../../../../src/http/console/contract/sessions.ts'
import type { Station } from '../../../../../src/http/console/contract/stations/stations.ts'
import { solutionOf } from '../../../map/marks/rover-shape.tsx'
import { useFilters } from '../../../parts/lists/filters.tsx'
import { useSimulatedWord } from '../../../parts/marks/simulated.tsx'
import { shownStatus } from '../../../parts/marks/status-mark.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Waiting } from '../../../parts/waiting.tsx'
import type { Live } from '../../../service/live.ts'
import { usePartWords } from '../../../words/common.ts'
import { useNetworkWords } from '../words.ts'
import { Legend } from './legend.tsx'
import classes from './map.module.css'
import { StationCard } from './station-card.tsx'

const loadMap = () => import('../../../map/network-map.tsx')
const NetworkMap = lazy(loadMap)
// The map comes first: its code loads beside the first answers, not after them. Rendering reports a failure.
loadMap().catch(() => {})
const NO_STATIONS: readonly Station[] = []
const NO_ROVERS: readonly Rover[] = []

interface Props {
  readonly live: Live
  readonly connected: number
  /** Shown over the map, or above it on a narrow page. */
  readonly children: ReactNode
}

/** The live map; a click opens the station's card, or the rover's credential. */
export function MapPanel({ live, connected, children }: Props) {
  const words = useNetworkWords()
  const filters = useFilters(['rovers', 'lines', 'coverage', 'station'])
  const { set, values } = filters
  const layers = {
    rovers: values.rovers !== 'off',
    lines: values.rovers !== 'off' && values.lines !== 'off',
    coverage: values.coverage === 'on',
  }
  const stations = useMemo(
    () => [...(live.stations?.values() ?? NO_STATIONS)].filter(({ positionPending }) => !positionPending),
    [live.stations],
  )
  const rovers = useMemo(
    () => (live.rovers && layers.rovers ? [...live.rovers.values()] : NO_ROVERS),
    [live.rovers, layers.rovers],
  )
  const over = useRef<HTMLDivElement>(null)
  // Only on a wide page does the panel lie over the map; otherwise it covers nothing.
  const coveredRight = useCallback(() => {
    const box = over.current
    return box && getComputedStyle(box).position === 'absolute' ? box.offsetWidth + 12 : 0
  }, [])
  // The map keeps its handlers while the filters change with every render.
  const latest = useRef(set)
  latest.current = set
  const choose = useCallback(({ id }: Station) => latest.current('station', String(id)), [])
  const chosen = live.stations?.get(Number(values.station))
  return (
    <Paper withBorder miw={0} className={classes.panel ?? ''}>
      <div className={classes.stage}>
        <div className={classes.map}>
          <Suspense fallback={<Waiting />}>
            <NetworkMap
              label={words.map}
              stations={stations}
              rovers={rovers}
              withLines={layers.lines}
              withCoverage={layers.coverage}
              coveredRight={coveredRight}
              {...useMarkLines()}
              onStation={choose}
              onRover={useOpenRover()}
            />
          </Suspense>
        </div>
        <div className={classes.over} ref={over}>
          {chosen && <StationCard key={chosen.id} station={chosen} onClose={() => set('station', null)} />}
          {children}
        </div>
      </div>
      <Legend
        stations={stations}
        layers={layers}
        onLayer={(name, value) => set(name, value)}
        located={live.rovers?.size ?? 0}
        connected={connected}
      />
    </Paper>
  )
}

/** Lines of the tooltips. */
function useMarkLines() {
  const words = useNetworkWords()
  const parts = usePartWords()
  const simulated = useSimulatedWord()
  const { number } = useFigures()
  const stationLines = useCallback(
    (station: Station) => [
      `${station.code} · ${station.name}`,
      parts.status[shownStatus(station)] + (station.simulated && simulated ? ` · ${simulated}` : ''),
      ...(station.movedM === null ? [] : [words.movedBy(number(station.movedM, 2))]),
      ...(station.latencyMs === null ? [] : [`${number(station.latencyMs)} ms`]),
      ...(station.satellites === null ? [] : [words.satellites(station.satellites)]),
    ],
    [parts, simulated, words, number],
  )
  const roverLines = useCallback(
    (rover: Rover) => [
      rover.label ?? rover.customerName ?? (rover.username || words.anonymous),
      `${rover.mountpoint}${rover.stationCode ? ` · ${rover.stationCode}` : ''}`,
      `${words.solution}: ${words.solutions[solutionOf(rover.quality)]}`,
      ...(rover.simulated && simulated ? [simulated] : []),
    ],
    [simulated, words],
  )
  return { stationLines, roverLines }
}

function useOpenRover(): (rover: Rover) => void {
  const [, go] = useLocation()
  return useCallback(
    ({ credentialId, stationId }: Rover) =>
      go(credentialId === null ? `/stations/${stationId}` : `/credentials/${credentialId}`),
    [go],
  )
}
