import { SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  ShownQualityDay,
  ShownQualityHistory,
} from '../../../../../../src/http/console/contract/stations/quality.ts'
import { Chart } from '../../../../parts/figures/chart.tsx'
import { daysUntil, noonOf } from '../../../../parts/figures/days.ts'
import { LineChart } from '../../../../parts/figures/line-chart.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { DAY_MS, MINUTE_MS } from '../../../../parts/time-units.ts'
import { Scatter } from './scatter.tsx'
import { VerdictBars } from './verdict-bars.tsx'
import { useQualityWords } from './words.ts'

/** In the order of the service. */
const BANDS = ['L1', 'L2', 'E5b', 'L5', 'E6', 'S']
const STEP_MS = 10 * MINUTE_MS
const SHOWN_DAYS = 60
const VALUES = ['cn0Median', 'multipathM', 'lossesPerHour'] as const

interface Day {
  readonly day: ShownQualityDay
}

/** C/N0, multipath and losses of each band, of 24 hours or 60 days. */
export function BandCharts({
  day: { since, times, limits },
  history,
}: Day & { readonly history: ShownQualityHistory }) {
  const words = useQualityWords()
  const [period, setPeriod] = useState<'day' | 'days'>('day')
  if (times.length + history.days.length === 0) return null
  const ofDays = history.bands.map(({ day, ...value }) => ({ ...value, at: noonOf(day) }))
  return (
    <Panel title={period === 'day' ? words.lastDay : words.lastDays}>
      <SegmentedControl
        aria-label={words.period}
        size="xs"
        value={period}
        onChange={(next) => setPeriod(next as 'day' | 'days')}
        data={[
          { value: 'day', label: words.dayOfTracks },
          { value: 'days', label: words.sixtyDays },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {period === 'days' && <VerdictBars history={history} />}
      <Bands
        file={period}
        values={period === 'day' ? times.map((one) => ({ ...one, at: Date.parse(one.at) })) : ofDays}
        limits={limits}
        frame={period === 'day' ? frameFrom(since) : daysUntil(history.until, SHOWN_DAYS)}
      />
      <Hint size="xs">{words.limitNote}</Hint>
    </Panel>
  )
}

type BandValues = Pick<ShownQualityDay['times'][number], 'band' | (typeof VALUES)[number]>

interface BandsProps {
  readonly file: string
  readonly values: readonly (BandValues & { readonly at: number })[]
  readonly limits: ShownQualityDay['limits']
  readonly frame: { readonly from: number; readonly to: number; readonly stepMs: number }
}

function Bands({ file, values, limits, frame }: BandsProps) {
  const words = useQualityWords()
  const { number } = useFigures()
  const bands = BANDS.filter((known) => values.some(({ band }) => band === known))
  const formats = {
    cn0Median: (value: number) => `${number(value, 1)} dB`,
    multipathM: (value: number) => `${number(value, 2)} m`,
    lossesPerHour: (value: number) => number(value, 1),
  }
  if (bands.length === 0) return <Text size="sm">{words.noBandTimes}</Text>
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {VALUES.flatMap((value) =>
        bands.map((band) => {
          const points = values.filter((one) => one.band === band).map((one) => ({ at: one.at, value: one[value] }))
          const title = words.valueOf[value](band)
          const rows = points.map((point) => [new Date(point.at).toISOString(), point.value])
          return (
            <Chart
              key={`${value} ${band}`}
              title={title}
              file={`${value}-${band}-${file}`}
              values={() => ({ columns: ['time', value], rows })}
            >
              <LineChart title={title} points={points} limits={[limits[value]]} format={formats[value]} {...frame} />
            </Chart>
          )
        }),
      )}
    </SimpleGrid>
  )
}

const ELEVATIONS = { from: 0, to: 90, step: 30 }
const STRENGTHS = { from: 15, to: 60, step: 15 }

/** How C/N0 grows with the elevation: a bad antenna or cable is low everywhere, an obstruction only near the horizon. */
export function StrengthOverElevation({ day: { since, tracks } }: Day) {
  const words = useQualityWords()
  const points = tracks.flatMap(({ satellite, points: track }) =>
    track.flatMap(([minutes, , elevation, cn0]) => (cn0 ? [{ satellite, minutes, x: elevation, y: cn0 }] : [])),
  )
  if (points.length === 0) return null
  const values = () => ({
    columns: ['time', 'satellite', 'elevation', 'cn0'],
    rows: points.map(({ satellite, minutes, x, y }) => [timeOf(since, minutes), satellite, x, y]),
  })
  return (
    <Panel title={words.overElevation}>
      <Chart title={words.overElevation} file="elevation" values={values}>
        <Scatter
          label={words.overElevationLabel(points.length)}
          points={points}
          across={{ ...ELEVATIONS, label: `${words.elevation} (°)` }}
          up={{ ...STRENGTHS, label: words.cn0 }}
          format={(value) => `${value}`}
        />
      </Chart>
    </Panel>
  )
}

/** Where the antenna seemed to be, and how far from the registered position. */
export function PositionCharts({ day: { since, positions, limits } }: Day) {
  const words = useQualityWords()
  const { number } = useFigures()
  if (positions.length === 0) return null
  const distances = positions.map(({ at, eastM, northM }) => ({ at: Date.parse(at), value: Math.hypot(eastM, northM) }))
  const farthest = Math.max(limits.positionM, ...distances.map(({ value }) => value))
  const step =
    [2, 5, 10, 20, 50, 100, 1_000, 10_000].find((one) => 3 * one >= farthest) ?? 10 ** Math.ceil(Math.log10(farthest))
  const axis = { from: -3 * step, to: 3 * step, step }
  const values = () => ({
    columns: ['time', 'east_m', 'north_m'],
    rows: positions.map(({ at, eastM, northM }) => [at, eastM, northM]),
  })
  return (
    <>
      <Chart title={words.scatter} file="position" values={values}>
        <Scatter
          label={words.scatterLabel(positions.length, number(limits.positionM))}
          points={positions.map(({ eastM, northM }) => ({ x: eastM, y: northM }))}
          across={{ ...axis, label: `${words.east_} (m)` }}
          up={{ ...axis, label: `${words.north_} (m)` }}
          circles={[limits.positionM]}
          format={(value) => `${value}`}
          isSquare
        />
      </Chart>
      <Chart title={words.distance} file="distance" values={values}>
        <LineChart
          title={words.distance}
          points={distances}
          limits={[limits.positionM]}
          format={(value) => `${number(value, 1)} m`}
          {...frameFrom(since)}
        />
      </Chart>
    </>
  )
}

const timeOf = (since: string, minutes: number) => new Date(Date.parse(since) + minutes * MINUTE_MS).toISOString()

/** The last step may not be over. */
const frameFrom = (since: string) => ({
  from: Date.parse(since),
  to: Date.parse(since) + DAY_MS + STEP_MS,
  stepMs: STEP_MS,
})
