import { Group, Paper, Stack, Switch, Text, Tooltip } from '@mantine/core'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Rover } from '../../../../src/http/console/contract/sessions.ts'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import { RoverShape, SOLUTIONS, solutionOf } from '../../map/marks/rover-shape.tsx'
import { useFilters } from '../../parts/lists/filters.tsx'
import { useSimulatedWord } from '../../parts/marks/simulated.tsx'
import { StatusMark, shownStatus } from '../../parts/marks/status-mark.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Waiting } from '../../parts/waiting.tsx'
import type { Live } from '../../service/live.ts'
import { usePartWords } from '../../words/common.ts'
import classes from './network.module.css'
import { useNetworkWords } from './words.ts'

const NetworkMap = lazy(() => import('../../map/network-map.tsx'))
const NO_STATIONS: readonly Station[] = []
const NO_ROVERS: readonly Rover[] = []
const LEGEND = ['online', 'degraded', 'offline', 'moved', 'maintenance', 'unknown'] as const

/** The live map; a click opens the station, or the rover's credential. */
export function MapPanel({ live, connected }: { live: Live; connected: number }) {
  const words = useNetworkWords()
  const parts = usePartWords()
  const simulated = useSimulatedWord()
  const { number } = useFigures()
  const [, go] = useLocation()
  const filters = useFilters(['rovers', 'lines', 'coverage'])
  const withRovers = filters.values.rovers !== 'off'
  const withLines = withRovers && filters.values.lines !== 'off'
  const withCoverage = filters.values.coverage === 'on'
  const stations = useMemo(() => (live.stations ? [...live.stations.values()] : NO_STATIONS), [live.stations])
  const rovers = useMemo(
    () => (live.rovers && withRovers ? [...live.rovers.values()] : NO_ROVERS),
    [live.rovers, withRovers],
  )
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
  const openStation = useCallback(({ id }: Station) => go(`/stations/${id}`), [go])
  const openRover = useCallback(
    ({ credentialId, stationId }: Rover) =>
      go(credentialId === null ? `/stations/${stationId}` : `/credentials/${credentialId}`),
    [go],
  )
  return (
    <Paper withBorder p="xs" miw={0}>
      <Stack gap="xs">
        <Group gap="md" px={4} role="group" aria-label={words.layers}>
          <Switch
            label={words.showRovers}
            checked={withRovers}
            onChange={({ currentTarget }) => filters.set('rovers', currentTarget.checked ? null : 'off')}
          />
          <Switch
            label={words.showLines}
            checked={withLines}
            disabled={!withRovers}
            onChange={({ currentTarget }) => filters.set('lines', currentTarget.checked ? null : 'off')}
          />
          <Tooltip label={words.coverageHint} multiline maw={280}>
            <Switch
              label={words.showCoverage}
              checked={withCoverage}
              onChange={({ currentTarget }) => filters.set('coverage', currentTarget.checked ? 'on' : null)}
            />
          </Tooltip>
        </Group>
        <div className={classes.map}>
          <Suspense fallback={<Waiting />}>
            <NetworkMap
              label={words.map}
              stations={stations}
              rovers={rovers}
              withLines={withLines}
              withCoverage={withCoverage}
              stationLines={stationLines}
              roverLines={roverLines}
              onStation={openStation}
              onRover={openRover}
            />
          </Suspense>
        </div>
        <Group justify="space-between" gap="xs" px={4}>
          <Group gap="md" role="group" aria-label={words.legend}>
            {LEGEND.map((status) => (
              <StatusMark key={status} status={status} />
            ))}
            {withRovers &&
              SOLUTIONS.map((solution) => (
                <Group key={solution} gap={6} wrap="nowrap">
                  <RoverShape solution={solution} />
                  <Text size="sm">{words.roverWith[solution]}</Text>
                </Group>
              ))}
          </Group>
          <Text size="xs" c="dimmed">
            {words.located(live.rovers?.size ?? 0, connected)}
          </Text>
        </Group>
      </Stack>
    </Paper>
  )
}
