// A moved antenna: where it is now, how the announced position changed, and what the operator can decide.
import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { StationDetail } from '../../../../../../src/http/console/contract/stations/stations.ts'
import { LineChart } from '../../../../parts/figures/line-chart.tsx'
import { Facts } from '../../../../parts/text/facts.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { Moment } from '../../../../parts/text/moment.tsx'
import { upperFirst } from '../../../../parts/text/upper-first.ts'
import { DAY_MS, MINUTE_MS } from '../../../../parts/time-units.ts'
import { useAnswer } from '../../../../service/answers.ts'
import { at } from '../../../../service/api.ts'
import { useMay } from '../../../../session/session.tsx'
import { alarmText, useCodeWords } from '../../../../words/codes.ts'
import { useStationWords } from '../../words.ts'
import { Decisions } from './decisions.tsx'
import { distancesOver, offsetOf, upOf } from './offsets.ts'
import { MovedPlan } from './plan.tsx'

const STEP_MS = 10 * MINUTE_MS

export function Moved({ station, metres }: { station: StationDetail; metres: number }) {
  const words = useStationWords()
  const codes = useCodeWords()
  const mayChange = useMay('network.change')
  const { takenOutFrom, movedLimitM, observed } = station
  const announced = observed === null ? station.announced : null
  const params = { metres, most: movedLimitM, ...(observed && { observed }) }
  const told = alarmText(codes, { kind: 'moved', params })
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={upperFirst(told)}>
      <Stack gap="sm">
        <Text size="sm">
          {announced && (
            <>
              {words.movedAnnounced} <Moment at={announced.since} />.{' '}
            </>
          )}
          {observed && (
            <>
              {words.movedAnnounced} <Moment at={observed.since} />. {words.movedObserved}{' '}
              <Moment at={observed.detectedAt} />.{' '}
            </>
          )}
          <TakenOut from={takenOutFrom} />
        </Text>
        {announced && <Where station={station} announced={announced} />}
        {mayChange && <Decisions station={station} />}
      </Stack>
    </Alert>
  )
}

function TakenOut({ from }: { from: string | null }) {
  const words = useStationWords()
  if (from === null) return words.movedServes
  if (new Date(from) <= new Date()) return words.movedOut
  return (
    <>
      {words.movedSoonOut} <Moment at={from} />.
    </>
  )
}

interface WhereProps {
  readonly station: StationDetail
  readonly announced: NonNullable<StationDetail['announced']>
}

function Where({ station, announced }: WhereProps) {
  const words = useStationWords()
  const { number } = useFigures()
  const { data } = useAnswer(at('/stations/:id/positions', { id: station.id }), { refetchInterval: MINUTE_MS })
  const offset = offsetOf(station, announced)
  const up = data ? upOf(station, station.movedLimitM, data.positions) : null
  const metres = (value: number) => `${value > 0 ? '+' : ''}${number(value, 3)} m`
  const frame = data && {
    from: new Date(data.since).getTime(),
    to: new Date(data.since).getTime() + DAY_MS,
    stepMs: STEP_MS,
  }
  return (
    <>
      <Group gap="md" align="flex-start">
        <MovedPlan offset={offset} code={station.code} />
        <Stack gap={4} style={{ flex: '1 1 12rem' }}>
          <Facts
            facts={[
              [words.movedEast, metres(offset.east)],
              [words.movedNorth, metres(offset.north)],
              [words.movedUp, up === null ? words.unknown : metres(up)],
            ]}
          />
          <Hint size="xs">
            ○ {words.movedRegistered}: <span className="code">{placeText(station)}</span>
            <br />▲ {words.movedTold}: <span className="code">{placeText(announced)}</span>
          </Hint>
        </Stack>
      </Group>
      {data && frame && data.positions.length > 0 && (
        <LineChart
          title={words.movedOverTime}
          points={distancesOver(station, data.positions, frame)}
          format={(value) => `${number(value, 2)} m`}
          {...frame}
        />
      )}
    </>
  )
}

/** Eight decimals: a millimetre. */
const placeText = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(8)}, ${lng.toFixed(8)}`
