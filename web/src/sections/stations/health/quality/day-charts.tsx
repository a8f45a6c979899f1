import type { ShownQuality } from '../../../../../../src/http/console/contract/stations/quality.ts'
import { LineChart } from '../../../../parts/figures/line-chart.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../parts/time-units.ts'
import { useQualityWords } from './words.ts'

/** In the order of the service. */
const BANDS = ['L1', 'L2', 'E5b', 'L5', 'E6', 'S']
const STEP_MS = 10 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** C/N0 and multipath of each band. */
export function DayCharts({ times }: Pick<ShownQuality, 'times'>) {
  const words = useQualityWords()
  const { number } = useFigures()
  if (times.length === 0) return null
  const newest = Math.max(...times.map(({ at }) => new Date(at).getTime()))
  const frame = { from: newest - DAY_MS, to: newest + STEP_MS, stepMs: STEP_MS }
  const bands = BANDS.filter((known) => times.some(({ band }) => band === known))
  const pointsOf = (band: string, field: 'cn0Median' | 'multipathM') =>
    times.filter((one) => one.band === band).map((one) => ({ at: new Date(one.at).getTime(), value: one[field] }))
  return (
    <Panel title={words.lastDay}>
      {bands.map((band) => (
        <LineChart
          key={band}
          title={words.cn0Of(band)}
          points={pointsOf(band, 'cn0Median')}
          format={(value) => `${number(value, 1)} dB`}
          {...frame}
        />
      ))}
      {bands.map((band) => (
        <LineChart
          key={band}
          title={words.multipathOf(band)}
          points={pointsOf(band, 'multipathM')}
          format={(value) => `${number(value, 2)} m`}
          {...frame}
        />
      ))}
    </Panel>
  )
}
