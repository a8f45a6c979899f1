// Draws land, water and borders on a canvas.

import type { Shape, Shapes } from './decode.ts'
import { copiesIn, type View } from './view.ts'

export interface Inks {
  readonly sea: string
  readonly land: string
  readonly coast: string
  /** Colour of the water along a coast. */
  readonly shore: string
  readonly border: string
  readonly state: string
  readonly river: string
}

/** Points closer together than this are skipped: the difference is not visible. */
const LEAST_PX = 0.6

export function drawShapes(context: CanvasRenderingContext2D, view: View, shapes: Shapes, inks: Inks): void {
  const zoom = Math.log2(view.scale / 256)
  context.fillStyle = inks.sea
  context.fillRect(0, 0, view.width, view.height)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const moved of copiesIn(view)) {
    const pen = new Pen(context, view, moved)
    pen.lines(shapes.land, inks.shore, zoom < 3.5 ? 3 : zoom < 6 ? 7 : 12)
    pen.areas(shapes.land, inks.land)
    pen.lines(shapes.rivers, inks.river, zoom < 5 ? 0.7 : zoom < 8 ? 1 : 1.6)
    pen.areas(shapes.lakes, inks.sea)
    pen.lines(shapes.lakes, inks.coast, 0.7)
    pen.lines(shapes.land, inks.coast, zoom < 5 ? 0.7 : 1)
    pen.lines(shapes.states, inks.state, zoom < 6 ? 0.7 : 1)
    pen.lines(shapes.borders, inks.border, zoom < 5 ? 0.8 : 1.3)
  }
}

class Pen {
  readonly #context: CanvasRenderingContext2D
  readonly #view: View
  readonly #moved: number

  constructor(context: CanvasRenderingContext2D, view: View, moved: number) {
    this.#context = context
    this.#view = view
    this.#moved = moved
  }

  /** Fills all shapes as one path, so that a ring inside another ring becomes a hole. */
  areas(shapes: readonly Shape[], ink: string): void {
    this.#context.beginPath()
    for (const shape of shapes) if (this.#isSeen(shape)) this.#trace(shape, false)
    this.#context.fillStyle = ink
    this.#context.fill('evenodd')
  }

  lines(shapes: readonly Shape[], ink: string, width: number): void {
    this.#context.beginPath()
    for (const shape of shapes) if (this.#isSeen(shape)) this.#trace(shape, true)
    this.#context.strokeStyle = ink
    this.#context.lineWidth = width
    this.#context.stroke()
  }

  #isSeen({ west, north, east, south }: Shape): boolean {
    const { scale, top, width, height } = this.#view
    return (
      east * scale + this.#moved > -2 &&
      west * scale + this.#moved < width + 2 &&
      south * scale - top > -2 &&
      north * scale - top < height + 2
    )
  }

  #trace({ points }: Shape, isLine: boolean): void {
    const { scale, top } = this.#view
    let [lastX, lastY] = [Number.NaN, Number.NaN]
    let wasCut = false
    for (let at = 0; at < points.length; at += 2) {
      const [x, y] = [points[at]! * scale + this.#moved, points[at + 1]! * scale - top]
      const isLast = at + 2 >= points.length
      if (!isLast && Math.abs(x - lastX) < LEAST_PX && Math.abs(y - lastY) < LEAST_PX) continue
      // The edge of the world is not a coast, so no line is drawn along it.
      const isCut = isLine && (points[at] === 0 || points[at] === 1 || points[at + 1]! >= 1)
      if (at === 0 || (isCut && wasCut)) this.#context.moveTo(x, y)
      else this.#context.lineTo(x, y)
      wasCut = isCut
      lastX = x
      lastY = y
    }
  }
}
