import { useAnswer } from '../../answers.ts'
import { useNetworkWords } from './words.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 96 * QUARTER_MS
const [WIDTH, HEIGHT] = [200, 28]

/** The last day at a glance; quarters in which nobody counted are left empty. */
export function RoverSparkline() {
  const words = useNetworkWords()
  const { data } = useAnswer('/network/rover-counts', { refetchInterval: QUARTER_MS })
  const counts = data?.counts ?? []
  if (counts.length < 2) return null
  const from = Date.now() - DAY_MS
  const most = Math.max(1, ...counts.map(({ rovers }) => rovers))
  const wide = WIDTH / 96
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.history}
    >
      {counts.map(({ at, rovers }) => {
        const high = Math.max(1, (rovers / most) * HEIGHT)
        const left = ((new Date(at).getTime() - from) / DAY_MS) * WIDTH
        return (
          <rect
            key={at}
            x={left}
            y={HEIGHT - high}
            width={wide * 0.8}
            height={high}
            fill="var(--mantine-color-anchor)"
          />
        )
      })}
    </svg>
  )
}
