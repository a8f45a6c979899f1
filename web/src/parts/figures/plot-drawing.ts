// Colours of a chart, and the hatching of periods that were not measured.
import uPlot from 'uplot'
import { type Grid, gapsOf } from './plot-grid.ts'

export interface Colours {
  readonly line: string
  readonly fill: string
  readonly text: string
  readonly grid: string
  readonly gap: string
  readonly font: string
}

/** A canvas cannot use CSS variables, so they are read when the chart is created, which a theme change repeats. */
export function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element)
  const of = (name: string) => style.getPropertyValue(name).trim()
  const line = of('--mantine-color-anchor')
  return {
    line,
    fill: `color-mix(in srgb, ${line} 18%, transparent)`,
    text: of('--mantine-color-dimmed'),
    grid: of('--outline'),
    gap: `color-mix(in srgb, ${of('--mark-unknown')} 38%, transparent)`,
    font: style.fontFamily,
  }
}

export const pathsOf = (kind: 'line' | 'bars'): uPlot.Series.PathBuilder =>
  kind === 'bars' ? uPlot.paths.bars!({ size: [0.8, 14, 2], align: -1 }) : uPlot.paths.linear!()

const STRIPE = 7

export function drawGaps(plot: uPlot, grid: Grid, colours: Colours): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = colours.gap
  ctx.lineWidth = devicePixelRatio
  for (const [from, to] of gapsOf(grid)) {
    const left = Math.max(bbox.left, plot.valToPos(from / 1000, 'x', true))
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(to / 1000, 'x', true))
    if (right - left < 1) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, right - left, bbox.height)
    ctx.clip()
    ctx.beginPath()
    const step = STRIPE * devicePixelRatio
    for (let x = Math.floor((left - bbox.height) / step) * step; x < right; x += step) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}
