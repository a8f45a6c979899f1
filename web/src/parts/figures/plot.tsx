// One value over time, drawn by uPlot. Loaded on demand: the default export is for `lazy`.
// Where nothing was measured, the line stops and the background is hatched: a gap is not zero.
import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLanguage } from '../../language.tsx'
import { localeOf, NETWORK_ZONE } from '../text/moment.tsx'
import classes from './plot.module.css'
import { coloursOf, drawGaps, pathsOf } from './plot-drawing.ts'
import type { Grid } from './plot-grid.ts'

export interface PlotProps {
  readonly label: string
  readonly description: string
  readonly grid: Grid
  readonly kind: 'line' | 'bars'
  /** Highest possible value; if undefined, the scale follows the data. */
  readonly top?: number | undefined
  readonly format: (value: number) => string
  readonly textOf: (place: number) => string
  readonly onPick: (place: number) => void
  readonly dark: boolean
}

const HEIGHT = 132
const DAY_S = 86_400

export default function Plot({ label, description, grid, kind, top, format, textOf, onPick, dark }: PlotProps) {
  const { ref, width } = useElementSize()
  const { language } = useLanguage()
  const plot = useRef<uPlot | null>(null)
  const holder = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  // A ref, so that new data does not recreate the chart.
  const current = useRef({ format, grid })
  current.current = { format, grid }
  const hasWidth = width > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: size and data have their own effects
  useEffect(() => {
    if (!hasWidth) return
    const colours = coloursOf(holder.current!)
    const axis = { stroke: colours.text, font: `11px ${colours.font}`, grid: { stroke: colours.grid, width: 1 } }
    const made = new uPlot(
      {
        width,
        height: HEIGHT,
        padding: [8, 8, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { setScale: false, x: false, y: false }, points: { size: 7 } },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), NETWORK_ZONE),
        scales: {
          x: { range: () => [current.current.grid.from / 1000, current.current.grid.to / 1000] },
          y: { range: (_, __, most) => [0, top ?? highest(most)] },
        },
        axes: [
          { ...axis, space: 64, size: 24, gap: 4, ticks: { show: false }, values: (_, splits) => times(splits) },
          {
            ...axis,
            size: 62,
            space: 32,
            gap: 4,
            ticks: { show: false },
            values: (_, splits) => splits.map((value) => current.current.format(value)),
          },
        ],
        series: [
          {},
          {
            stroke: colours.line,
            fill: kind === 'bars' ? colours.line : colours.fill,
            width: kind === 'bars' ? 0 : 1.75,
            points: { show: false },
            spanGaps: false,
            paths: pathsOf(kind),
          },
        ],
        hooks: {
          drawClear: [(drawn) => drawGaps(drawn, current.current.grid, colours)],
          setCursor: [({ cursor }) => setActive(cursor.idx ?? null)],
        },
      },
      dataOf(current.current.grid),
      holder.current!,
    )
    function times(splits: readonly number[]): string[] {
      const long = current.current.grid.to - current.current.grid.from > 1000 * DAY_S
      const parts: Intl.DateTimeFormatOptions = long
        ? { day: 'numeric', month: 'short' }
        : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      const format = new Intl.DateTimeFormat(localeOf(language), { ...parts, timeZone: NETWORK_ZONE })
      return splits.map((seconds) => format.format(seconds * 1000))
    }
    plot.current = made
    return () => {
      made.destroy()
      plot.current = null
    }
  }, [hasWidth, dark, language, kind, top])
  useEffect(() => plot.current?.setSize({ width, height: HEIGHT }), [width])
  useEffect(() => plot.current?.setData(dataOf(grid)), [grid])

  const last = grid.at.length - 1
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active !== null) return onPick(active)
    const next = { ArrowLeft: (active ?? last + 1) - 1, ArrowRight: (active ?? -1) + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const place = Math.min(last, Math.max(0, next))
    const left = plot.current?.valToPos(grid.at[place]! / 1000, 'x') ?? 0
    plot.current?.setCursor({ left, top: 20 })
    setActive(place)
  }
  const leave = () => {
    plot.current?.setCursor({ left: -10, top: -10 })
    setActive(null)
  }
  const shown = active === null ? null : textOf(active)
  return (
    <div className={classes.frame}>
      <Box
        ref={ref}
        className={classes.plot ?? ''}
        tabIndex={0}
        role="img"
        aria-label={`${label} ${description}`}
        onKeyDown={walk}
        onBlur={leave}
        onClick={() => active !== null && onPick(active)}
        mih={HEIGHT}
      >
        <div ref={holder} aria-hidden="true" />
      </Box>
      <div className={classes.tooltip} aria-live="polite" data-side={sideOf(active, last)}>
        {shown}
      </div>
    </div>
  )
}

const sideOf = (place: number | null, last: number) => (place !== null && place > last / 2 ? 'left' : 'right')

const dataOf = ({ at, values }: Grid): uPlot.AlignedData => [at.map((time) => time / 1000), [...values]]

/** Leaves some room above; without data, the scale gets round labels. */
const highest = (most: number | null): number => (most === null || most <= 0 ? 4 : most * 1.12)
