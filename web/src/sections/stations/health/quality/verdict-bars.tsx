// The verdict of each of 60 days, today at the right. A day that was not measured is a low grey bar.
import type { ShownQualityHistory } from '../../../../../../src/http/console/contract/stations/quality.ts'
import { Chart } from '../../../../parts/figures/chart.tsx'
import { DAY_MS } from '../../../../parts/time-units.ts'
import { useCodeWords } from '../../../../words/codes.ts'
import classes from './verdict-bars.module.css'
import { useQualityWords } from './words.ts'

const DAYS = 60
const STEP = 10
const HEIGHT = 28
/** The worse, the higher: readable without colours. */
const HEIGHTS = { good: 10, attention: 18, bad: HEIGHT, unknown: 4 } as const

export function VerdictBars({ history: { until, days } }: { readonly history: ShownQualityHistory }) {
  const words = useQualityWords()
  const { verdicts } = useCodeWords().quality
  const known = new Map(days.map((day) => [day.day, day.verdict ?? 'unknown']))
  const shown = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(Date.parse(until) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, verdict: known.get(day) ?? 'unknown' }
  })
  const count = (verdict: keyof typeof HEIGHTS) => shown.filter((one) => one.verdict === verdict).length
  const summary = (['good', 'attention', 'bad', 'unknown'] as const)
    .map((verdict) => `${verdicts[verdict]}: ${count(verdict)}`)
    .join(', ')
  return (
    <Chart
      title={words.verdictOfDays}
      file="verdicts"
      values={() => ({
        columns: ['day', 'verdict', 'cn0Median', 'lossesPerHour', 'multipathM', 'satellites'],
        rows: days.map(({ day, verdict, ...one }) => [
          ...[day, verdict, one.cn0Median, one.lossesPerHour, one.multipathM, one.satellites],
        ]),
      })}
    >
      <figure className={classes.frame}>
        <figcaption>
          <strong>{words.verdictOfDays}</strong> <span>{summary}</span>
        </figcaption>
        <svg
          viewBox={`0 0 ${DAYS * STEP} ${HEIGHT}`}
          width="100%"
          height={HEIGHT}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${words.verdictOfDays}. ${summary}`}
        >
          {shown.map(({ day, verdict }, index) => (
            <rect
              key={day}
              className={classes[verdict]}
              x={index * STEP + 1}
              y={HEIGHT - HEIGHTS[verdict]}
              width={STEP - 2}
              height={HEIGHTS[verdict]}
            >
              <title>{`${day}: ${verdicts[verdict]}`}</title>
            </rect>
          ))}
        </svg>
      </figure>
    </Chart>
  )
}
