import { LineChart } from '../../../parts/figures/line-chart.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { HOUR_MS, MINUTE_MS } from '../../../parts/time-units.ts'
import { Waiting } from '../../../parts/waiting.tsx'
import { useStationWords } from '../words.ts'
import { PeriodChoice } from './period-choice.tsx'
import { useSeries } from './use-series.ts'

export function ChartsPanel({ id }: { id: number }) {
  const words = useStationWords()
  const { number } = useFigures()
  const { period, choose, series, error, again } = useSeries(id)
  if (error && !series) return <ProblemPanel error={error} again={again} />
  if (!series) return <Waiting />
  const from = new Date(series.since).getTime()
  const frame = { from, to: from + Number(period) * HOUR_MS, stepMs: series.stepMinutes * MINUTE_MS }
  const pointsOf = (field: 'latencyMs' | 'satellites') =>
    series.points.map((point) => ({ at: new Date(point.at).getTime(), value: point[field] }))
  return (
    <Panel title={words.charts}>
      <PeriodChoice period={period} onChange={choose} />
      <LineChart
        title={words.latency}
        points={pointsOf('latencyMs')}
        format={(value) => `${number(value)} ms`}
        {...frame}
      />
      <LineChart
        title={words.satellites}
        points={pointsOf('satellites')}
        format={(value) => number(value)}
        {...frame}
      />
    </Panel>
  )
}
