import type { ReceivedAnswer } from '../../../../../src/http/console/contract/routes.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useNetworkWords } from '../words.ts'

type Series = ReceivedAnswer<'GET /stations/:id/series'>

const [WIDTH, HEIGHT] = [280, 40]
const DAY_MS = 86_400_000
/** Keeps lines at 0 and 100 % inside the picture. */
const EDGE = 2

export function DayLine({ series: { since, stepMinutes, points } }: { series: Series }) {
  const words = useNetworkWords()
  const { percent } = useFigures()
  const measured = points.flatMap(({ at, healthPct }) =>
    healthPct === null ? [] : [{ at: Date.parse(at), healthPct }],
  )
  if (measured.length === 0) return <Hint size="xs">{words.noDay}</Hint>
  const least = Math.min(...measured.map(({ healthPct }) => healthPct))
  const label = words.day(percent(least), percent(measured.at(-1)!.healthPct))
  const x = (time: number) => ((time - Date.parse(since)) / DAY_MS) * WIDTH
  const y = (value: number) => EDGE + (1 - value / 100) * (HEIGHT - 2 * EDGE)
  const path = measured
    .map(({ at, healthPct }, place) => {
      const before = measured[place - 1]
      const isNext = before && at - before.at <= 1.5 * stepMinutes * 60_000
      return `${isNext ? 'L' : 'M'}${x(at).toFixed(1)} ${y(healthPct).toFixed(1)}`
    })
    .join('')
  return (
    <div>
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          d={`M0 ${y(0)}H${WIDTH}M0 ${y(100)}H${WIDTH}`}
          stroke="var(--outline)"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path}
          fill="none"
          stroke="var(--mantine-color-anchor)"
          strokeWidth="2"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Hint size="xs" aria-hidden>
        {label}
      </Hint>
    </div>
  )
}
