import type { ShownPosition } from '../../../../../../src/http/console/contract/stations/position.ts'
import { Chart } from '../../../../parts/figures/chart.tsx'
import type { Values } from '../../../../parts/figures/chart-export.ts'
import { daysUntil, noonOf } from '../../../../parts/figures/days.ts'
import { LineChart } from '../../../../parts/figures/line-chart.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { DAY_MS, MINUTE_MS } from '../../../../parts/time-units.ts'
import { useQualityWords } from '../quality/words.ts'

const BIN_MS = 5 * MINUTE_MS
const DAYS = 60
const AXES = ['eastMm', 'northMm', 'upMm'] as const

export function PositionCharts({ position }: { position: ShownPosition }) {
  const words = useQualityWords().place
  const { offsets, days } = position
  const newest = offsets.at(-1)
  const dayEnd = newest && new Date(newest.at).getTime()
  const lastDay = days.at(-1)
  return (
    <>
      {dayEnd !== undefined && (
        <Axes
          title={words.lastDay}
          file="position-24h"
          points={offsets.map(({ at, ...offset }) => ({ ...offset, at: new Date(at).getTime() }))}
          frame={{ from: dayEnd - DAY_MS, to: dayEnd, stepMs: BIN_MS }}
          values={{
            columns: ['time', ...AXES, 'baselines', 'attributed'],
            rows: offsets.map(({ at, baselines, isAttributed, ...offset }) => [
              ...[new Date(at).toISOString(), ...AXES.map((axis) => offset[axis])],
              ...[baselines, `${isAttributed}`],
            ]),
          }}
          position={position}
        />
      )}
      {lastDay && (
        <Axes
          title={words.lastDays}
          file="position-60d"
          points={days.map(({ day, ...offset }) => ({ ...offset, at: noonOf(day) }))}
          frame={daysUntil(lastDay.day, DAYS)}
          values={{
            columns: ['day', ...AXES, 'sigmaMm', 'sigmaUpMm'],
            rows: days.map(({ day, sigmaMm, sigmaUpMm, ...offset }) => [
              ...[day, ...AXES.map((axis) => offset[axis]), sigmaMm, sigmaUpMm],
            ]),
          }}
          position={position}
        />
      )}
    </>
  )
}

interface AxesProps {
  readonly title: string
  readonly file: string
  readonly points: readonly (Readonly<Record<(typeof AXES)[number], number>> & { readonly at: number })[]
  readonly frame: { readonly from: number; readonly to: number; readonly stepMs: number }
  readonly values: Values
  readonly position: ShownPosition
}

function Axes({ title, file, points, frame, values, position: { limits, defaults } }: AxesProps) {
  const words = useQualityWords().place
  const { number } = useFigures()
  const horizontal = limits.horizontalMm ?? defaults.horizontalMm
  const limitOf = { eastMm: horizontal, northMm: horizontal, upMm: limits.verticalMm ?? defaults.verticalMm }
  return (
    <Panel title={title}>
      {AXES.map((axis) => {
        const usual = middleOf(points.map((point) => point[axis]))
        return (
          <Chart key={axis} title={`${words.axes[axis]}, ${title}`} file={`${file}-${axis}`} values={() => values}>
            <LineChart
              title={words.axes[axis]}
              points={points.map((point) => ({ at: point.at, value: point[axis] }))}
              limits={[usual - limitOf[axis], usual + limitOf[axis]]}
              format={(value) => `${number(value, 1)} mm`}
              {...frame}
            />
          </Chart>
        )
      })}
      <Hint size="xs">{words.limitNote}</Hint>
    </Panel>
  )
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
