// One value over time. The line stops where nothing was measured: a gap is not zero.
import { Box, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useLanguage } from '../../language.tsx'
import { usePartWords } from '../../words/common.ts'
import { Hint } from '../text/hint.ts'
import { localeOf, NETWORK_ZONE } from '../text/moment.tsx'
import { DAY_MS } from '../time-units.ts'
import classes from './line-chart.module.css'

interface ChartPoint {
  /** Unix time in milliseconds. */
  readonly at: number
  readonly value: number | null
}

interface Props {
  readonly title: string
  readonly points: readonly ChartPoint[]
  readonly from: number
  readonly to: number
  /** Expected distance between points; a larger one is a gap. With a day, labels are dates without hours. */
  readonly stepMs: number
  readonly format: (value: number) => string
  readonly height?: number
  /** Drawn as dashed lines. */
  readonly limits?: readonly number[]
}

const NO_LIMITS: readonly number[] = []
const LEFT = 58
const RIGHT = 8
const TOP = 8
const BOTTOM = 20
const LINES = 3
/** Zero is in the middle. */
const SIGNED_LINES = 2

export function LineChart({ title, points, from, to, stepMs, format, height = 132, limits = NO_LIMITS }: Props) {
  const words = usePartWords().chart
  const { ref, width } = useElementSize()
  const timeOf = useTime(to - from, stepMs)
  const edgeMs = stepMs >= DAY_MS ? stepMs / 2 : 0
  const [active, setActive] = useState<number | null>(null)
  const measured = points.filter((point): point is { at: number; value: number } => point.value !== null)
  const values = measured.map(({ value }) => value)
  const shownValues = [...limits, ...values]
  const isSigned = shownValues.some((value) => value < 0)
  const highest = niceMaximum(Math.max(0, ...shownValues.map(Math.abs)))
  const lowest = isSigned ? -highest : 0
  const lines = isSigned ? SIGNED_LINES : LINES
  const x = (at: number) => LEFT + ((at - from) / (to - from)) * Math.max(0, width - LEFT - RIGHT)
  const y = (value: number) => TOP + ((highest - value) / (highest - lowest)) * (height - TOP - BOTTOM)
  const shown = active === null ? null : measured[active]
  const walk = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (steps === undefined || measured.length === 0) return
    event.preventDefault()
    setActive((current) => Math.min(measured.length - 1, Math.max(0, (current ?? measured.length - 1) + steps)))
  }
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const at =
      from + ((clientX - currentTarget.getBoundingClientRect().left - LEFT) / (width - LEFT - RIGHT)) * (to - from)
    setActive(measured.length === 0 ? null : nearest(measured, at))
  }
  const summary =
    values.length === 0
      ? words.nothing
      : words.summary(format(Math.min(...values)), format(Math.max(...values)), format(values.at(-1)!))
  return (
    <Box component="figure" m={0}>
      <Group justify="space-between" gap="xs" component="figcaption">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Hint size="xs" aria-live="polite">
          {shown ? `${timeOf(shown.at)}: ${format(shown.value)}` : summary}
        </Hint>
      </Group>
      <Box
        ref={ref}
        className={classes.frame ?? ''}
        tabIndex={0}
        role="img"
        aria-label={`${title}. ${summary}`}
        onKeyDown={walk}
        onBlur={() => setActive(null)}
        onPointerMove={follow}
        onPointerLeave={() => setActive(null)}
      >
        <svg width="100%" height={height} aria-hidden="true">
          {Array.from({ length: lines + 1 }, (_, line) => lowest + ((highest - lowest) * line) / lines).map((value) => (
            <g key={value} className={classes.grid}>
              <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
                {format(value)}
              </text>
            </g>
          ))}
          {limits.map((limit) => (
            <line key={limit} className={classes.limit} x1={LEFT} x2={width - RIGHT} y1={y(limit)} y2={y(limit)} />
          ))}
          {ticksOf(from + edgeMs, to - edgeMs, width).map((at, place, all) => (
            <text key={at} className={classes.tick} x={x(at)} y={height - 4} textAnchor={anchorOf(place, all.length)}>
              {timeOf(at)}
            </text>
          ))}
          {runsOf(measured, stepMs).map((run) => (
            <path key={run[0]!.at} className={classes.line} d={pathOf(run, x, y)} />
          ))}
          {shown && (
            <g className={classes.cursor}>
              <line x1={x(shown.at)} x2={x(shown.at)} y1={TOP} y2={height - BOTTOM} />
              <circle cx={x(shown.at)} cy={y(shown.value)} r={3.5} />
            </g>
          )}
        </svg>
      </Box>
    </Box>
  )
}

type Measured = { readonly at: number; readonly value: number }

/** Runs of points without a gap. */
function runsOf(points: readonly Measured[], stepMs: number): Measured[][] {
  const runs: Measured[][] = []
  for (const point of points) {
    const last = runs.at(-1)
    if (last && point.at - last.at(-1)!.at <= 1.5 * stepMs) last.push(point)
    else runs.push([point])
  }
  return runs
}

/** A single point is drawn as a dot: a path of almost no length with round ends. */
const pathOf = (run: readonly Measured[], x: (at: number) => number, y: (value: number) => number) => {
  const line = run.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
  return run.length === 1 ? `${line[0]}h0.1` : line.join('')
}

function nearest(points: readonly Measured[], at: number): number {
  let best = 0
  points.forEach((point, index) => {
    if (Math.abs(point.at - at) < Math.abs(points[best]!.at - at)) best = index
  })
  return best
}

/** Rounds up to 1.2, 1.5, 3, 4.5, 6, 9 or 12 times a power of ten, so that the three grid lines get round labels. */
function niceMaximum(value: number): number {
  if (value <= 0) return 3
  const power = 10 ** Math.floor(Math.log10(value))
  return power * [1.2, 1.5, 3, 4.5, 6, 9, 12].find((factor) => factor * power >= value)!
}

function ticksOf(from: number, to: number, width: number): number[] {
  const count = Math.max(2, Math.min(6, Math.floor(width / 110)))
  return Array.from({ length: count }, (_, place) => from + ((to - from) * place) / (count - 1))
}

const anchorOf = (place: number, count: number) => (place === 0 ? 'start' : place === count - 1 ? 'end' : 'middle')

function useTime(spanMs: number, stepMs: number): (at: number) => string {
  const { language } = useLanguage()
  const day = { day: 'numeric', month: 'short' } as const
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const parts: Intl.DateTimeFormatOptions =
    stepMs >= DAY_MS ? day : spanMs > DAY_MS ? { ...day, ...clock } : { weekday: 'short', ...clock }
  const format = new Intl.DateTimeFormat(localeOf(language), { ...parts, hourCycle: 'h23', timeZone: NETWORK_ZONE })
  return (at) => format.format(at)
}
