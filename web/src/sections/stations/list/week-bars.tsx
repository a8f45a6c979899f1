import { Tooltip } from '@mantine/core'
import { toneOf } from '../../../parts/figures/uptime-tone.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { useStationWords } from '../words.ts'
import classes from './week-bars.module.css'

/** Uptime of the last seven days as seven bars, today at the right. */
export function WeekBars({ week }: { week: readonly (number | null)[] }) {
  const words = useStationWords()
  const { percent } = useFigures()
  const text = (pct: number | null) => (pct === null ? words.weekUnknown : percent(pct))
  const label = words.weekLabel(week.map(text).join(' · '))
  return (
    <Tooltip label={label}>
      <span className={classes.bars} role="img" aria-label={label}>
        {week.map((pct, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is a day, and days keep their place
          <span key={index} className={classes.bar} data-tone={toneOf(pct)} />
        ))}
      </span>
    </Tooltip>
  )
}
