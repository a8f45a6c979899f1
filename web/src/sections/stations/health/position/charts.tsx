// East, north and up over 24 hours and 60 days.
import type { ShownPosition } from '../../../../../../src/http/console/contract/stations/position.ts'
import { LineChart } from '../../../../parts/figures/line-chart.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { DAY_MS, MINUTE_MS } from '../../../../parts/time-units.ts'
import { useQualityWords } from '../quality/words.ts'

const BIN_MS = 5 * MINUTE_MS
const DAYS = 60
const AXES = ['eastMm', 'northMm', 'upMm'] as const

export function PositionCharts({ position: { offsets, days } }: { position: ShownPosition }) {
  const words = useQualityWords().place
  const { number } = useFigures()
  const format = (value: number) => `${number(value, 1)} mm`
  const newest = offsets.at(-1)
  const dayEnd = newest && new Date(newest.at).getTime()
  const lastDay = days.at(-1)
  const daysEnd = lastDay && Date.parse(lastDay.day) + DAY_MS
  const noon = (day: string) => Date.parse(day) + DAY_MS / 2
  return (
    <>
      {dayEnd !== undefined && (
        <Panel title={words.lastDay}>
          {AXES.map((axis) => (
            <LineChart
              key={axis}
              title={words.axes[axis]}
              points={offsets.map((offset) => ({ at: new Date(offset.at).getTime(), value: offset[axis] }))}
              {...{ from: dayEnd - DAY_MS, to: dayEnd, stepMs: BIN_MS, format }}
            />
          ))}
        </Panel>
      )}
      {daysEnd !== undefined && (
        <Panel title={words.lastDays}>
          {AXES.map((axis) => (
            <LineChart
              key={axis}
              title={words.axes[axis]}
              points={days.map((day) => ({ at: noon(day.day), value: day[axis] }))}
              {...{ from: daysEnd - DAYS * DAY_MS, to: daysEnd, stepMs: DAY_MS, format }}
            />
          ))}
        </Panel>
      )}
    </>
  )
}
