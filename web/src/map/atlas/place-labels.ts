// Chooses which names fit on the map: the heaviest first, none over another name or a station.

import type { Kind, Place, Places } from './decode.ts'
import { copiesIn, type View } from './view.ts'

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Label {
  readonly kind: Kind
  readonly text: string
  /** Position of a city's dot, or of the middle of the name. */
  readonly x: number
  readonly y: number
  /** Side of the dot on which a city's name is written. */
  readonly side: 'right' | 'left' | 'middle'
  readonly size: number
}

export interface Lettering {
  /** Variants of the name; the first one that fits is used. */
  readonly textsOf: (kind: Kind, place: Place) => readonly string[]
  /** Width in pixels, in the font of the kind. */
  readonly widthOf: (kind: Kind, text: string, size: number) => number
}

/** Minimum weight to be labelled at a zoom; `null` if the kind is not labelled at all. */
const LEAST: Record<Kind, (zoom: number) => number | null> = {
  countries: (zoom) => (zoom > 7.5 ? null : 0),
  states: (zoom) => (zoom < 4.2 || zoom > 10 ? null : 0),
  cities: (zoom) => (zoom < 3 ? null : 160 - 19 * (zoom - 3)),
  seas: (zoom) => (zoom < 2 ? 245 : 230 - 30 * (zoom - 2)),
}
/** A name may be at most this many times as long as the side of a square with the place's area. */
const SIDES = 1.5
const SMALLEST_STATE_PX = 34
const EARTH_KM = 40_075
/** Kinds that come first get the space first. */
const ORDER: readonly Kind[] = ['countries', 'seas', 'cities', 'states']
const DOT_PX = 6
/** Gap between names. */
const AIR_PX = 5
/** Upper bound for the work per drawing; more than any screen can show. */
const MOST_TRIED = 4000

export function placeLabels(
  places: Places,
  view: View,
  lettering: Lettering,
  taken: readonly Rectangle[] = [],
): Label[] {
  const zoom = Math.log2(view.scale / 256)
  const room = new Room(taken)
  const labels: Label[] = []
  for (const kind of ORDER) {
    const least = LEAST[kind](zoom)
    if (least === null) continue
    for (const { place, forms } of candidates(kind, places[kind], least, view, lettering)) {
      const most = longest(kind, place, view)
      for (const form of forms) {
        const fitting = fitted(form, most, lettering, room)
        if (!fitting) continue
        labels.push(fitting)
        break
      }
    }
  }
  return labels
}

function* candidates(
  kind: Kind,
  places: readonly Place[],
  least: number,
  view: View,
  { textsOf }: Lettering,
): Generator<{ place: Place; forms: readonly Label[] }> {
  const copies = copiesIn(view)
  let tried = 0
  for (const place of places) {
    if (place.weight < least || tried > MOST_TRIED) return // places are sorted by weight, heaviest first
    const y = place.y * view.scale - view.top
    if (y < 0 || y > view.height) continue
    for (const moved of copies) {
      const x = place.x * view.scale + moved
      if (x < 0 || x > view.width) continue
      tried++
      const side = kind === 'cities' ? 'right' : 'middle'
      const size = sizeOf(kind, place, least, view)
      yield { place, forms: textsOf(kind, place).map((text) => ({ kind, text, x, y, side, size })) }
    }
  }
}

function longest(kind: Kind, place: Place, view: View): number {
  if (kind === 'cities' || kind === 'seas') return Number.POSITIVE_INFINITY
  const side = sidePx(place, view)
  return kind === 'states' && side < SMALLEST_STATE_PX ? 0 : SIDES * side
}

/** Side in pixels of a square with the place's area, which its weight encodes (see scripts/map-data/places.ts). */
function sidePx({ weight, y }: Place, { scale }: View): number {
  const km = Math.sqrt(100 * 2 ** (weight / 10))
  const stretched = Math.cosh(Math.PI * (1 - 2 * y)) // Mercator's scale factor at this latitude
  return (km / EARTH_KM) * scale * stretched
}

/** The further a place's weight exceeds the minimum, the larger its name. */
function sizeOf(kind: Kind, place: Place, least: number, view: View): number {
  const above = place.weight - least
  if (kind === 'seas') return above > 90 ? 13 : 11.5
  if (kind === 'cities') return above > 60 && place.weight >= 130 ? 13 : above > 30 ? 12 : 11
  const side = sidePx(place, view)
  if (kind === 'states') return side > 110 ? 11 : 10
  return side > 220 ? 14 : side > 90 ? 12 : 10.5
}

function fitted(label: Label, longest: number, { widthOf }: Lettering, room: Room): Label | null {
  const width = widthOf(label.kind, label.text, label.size)
  if (width > longest) return null
  const sides: readonly Label['side'][] = label.side === 'middle' ? ['middle'] : ['right', 'left']
  for (const side of sides) {
    const rectangle = rectangleOf({ ...label, side }, width)
    if (room.take(rectangle)) return { ...label, side }
  }
  return null
}

function rectangleOf({ x, y, side, size }: Label, width: number): Rectangle {
  const [top, bottom] = [y - size * 0.7, y + size * 0.7]
  if (side === 'right') return { left: x - DOT_PX / 2, top, right: x + DOT_PX + width, bottom }
  if (side === 'left') return { left: x - DOT_PX - width, top, right: x + DOT_PX / 2, bottom }
  return { left: x - width / 2, top, right: x + width / 2, bottom }
}

const CELL_PX = 64

/** Rectangles that do not overlap, indexed by the grid cells that they touch. */
class Room {
  readonly #cells = new Map<string, Rectangle[]>()

  constructor(taken: readonly Rectangle[]) {
    for (const rectangle of taken) for (const cell of this.#cellsOf(rectangle)) cell.push(rectangle)
  }

  take(wanted: Rectangle): boolean {
    const cells = this.#cellsOf(wanted)
    if (cells.some((cell) => cell.some((other) => overlap(wanted, other)))) return false
    for (const cell of cells) cell.push(wanted)
    return true
  }

  #cellsOf({ left, top, right, bottom }: Rectangle): Rectangle[][] {
    const cells: Rectangle[][] = []
    const cellAt = (px: number) => Math.floor(px / CELL_PX)
    for (let row = cellAt(top - AIR_PX); row <= cellAt(bottom + AIR_PX); row++)
      for (let column = cellAt(left - AIR_PX); column <= cellAt(right + AIR_PX); column++) {
        const key = `${row} ${column}`
        const cell = this.#cells.get(key) ?? []
        this.#cells.set(key, cell)
        cells.push(cell)
      }
    return cells
  }
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right + AIR_PX && b.left < a.right + AIR_PX && a.top < b.bottom + 2 && b.top < a.bottom + 2
