// C/N0 of each tracked satellite, as bars.
import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ShownQuality } from '../../../../../../src/http/console/contract/stations/quality.ts'
import scatter from './scatter.module.css'
import classes from './strength.module.css'
import { strengthStep } from './strength.ts'
import { strengthClass } from './strength-legend.tsx'

const HEIGHT = 170
const [LEFT, TOP, BOTTOM] = [28, 8, 34]
const [WEAKEST, STRONGEST] = [15, 60]
const LINES = [20, 30, 40, 50]

export function SatelliteBars({ label, sky }: { label: string } & Pick<ShownQuality, 'sky'>) {
  const { ref, width } = useElementSize()
  const y = (cn0: number) =>
    HEIGHT - BOTTOM - ((Math.max(WEAKEST, cn0) - WEAKEST) / (STRONGEST - WEAKEST)) * (HEIGHT - TOP - BOTTOM)
  const step = Math.max(0, width - LEFT) / Math.max(1, sky.length)
  return (
    <Box ref={ref}>
      <svg width="100%" height={HEIGHT} role="img" aria-label={label} style={{ display: 'block' }}>
        {LINES.map((value) => (
          <g key={value}>
            <line className={scatter.grid} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
            <text className={scatter.text} x={LEFT - 5} y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {sky.map(({ satellite, cn0 }, place) => {
          const middle = LEFT + (place + 0.5) * step
          return (
            <g key={satellite}>
              {cn0 !== null && (
                <rect
                  x={middle - 0.35 * step}
                  width={0.7 * step}
                  y={y(cn0)}
                  height={HEIGHT - BOTTOM - y(cn0)}
                  className={`${classes.fill} ${strengthClass(strengthStep(cn0))}`}
                />
              )}
              <text
                className={scatter.text}
                textAnchor="end"
                transform={`translate(${middle + 3} ${HEIGHT - BOTTOM + 6}) rotate(-90)`}
                style={{ fontSize: Math.min(11, Math.max(7, step)) }}
              >
                {satellite}
              </text>
            </g>
          )
        })}
      </svg>
    </Box>
  )
}
