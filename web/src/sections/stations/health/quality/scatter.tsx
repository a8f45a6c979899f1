// Points over two values, such as C/N0 over elevation. Dots of one path, so that thousands cost nothing.
import classes from './scatter.module.css'

export interface Axis {
  readonly label: string
  readonly from: number
  readonly to: number
  readonly step: number
}

interface Props {
  readonly label: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
  readonly across: Axis
  readonly up: Axis
  /** Radii around zero, drawn as dashed circles; the axes must have the same scale. */
  readonly circles?: readonly number[]
  readonly format: (value: number) => string
  readonly isSquare?: boolean
}

const WIDTH = 340
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 10, 10, 40]

export function Scatter({ label, points, across, up, circles = [], format, isSquare = false }: Props) {
  const height = isSquare ? WIDTH - LEFT - RIGHT + TOP + BOTTOM : 230
  const x = (value: number) => LEFT + ((value - across.from) / (across.to - across.from)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => height - BOTTOM - ((value - up.from) / (up.to - up.from)) * (height - TOP - BOTTOM)
  const isInside = (value: number, { from, to }: Axis) => value >= from && value <= to
  const dots = points
    .filter((point) => isInside(point.x, across) && isInside(point.y, up))
    .map((point) => `M${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}h0.01`)
    .join('')
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} className={classes.scatter} role="img" aria-label={label}>
      {ticks(across).map((value) => (
        <g key={value}>
          <line className={classes.grid} x1={x(value)} x2={x(value)} y1={TOP} y2={height - BOTTOM} />
          <text className={classes.text} x={x(value)} y={height - BOTTOM + 14} textAnchor="middle">
            {format(value)}
          </text>
        </g>
      ))}
      {ticks(up).map((value) => (
        <g key={value}>
          <line className={classes.grid} x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
          <text className={classes.text} x={LEFT - 5} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {circles.map((radius) => (
        <circle key={radius} className={classes.limit} cx={x(0)} cy={y(0)} r={x(radius) - x(0)} />
      ))}
      <path className={classes.dots} d={dots} />
      <text className={classes.text} x={(LEFT + WIDTH - RIGHT) / 2} y={height - 6} textAnchor="middle">
        {across.label}
      </text>
      <text
        className={classes.text}
        textAnchor="middle"
        transform={`translate(11 ${(TOP + height - BOTTOM) / 2}) rotate(-90)`}
      >
        {up.label}
      </text>
    </svg>
  )
}

const ticks = ({ from, to, step }: Axis): number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, at) => from + at * step)
