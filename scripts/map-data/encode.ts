// Writes the format that web/src/map/atlas/decode.ts reads and documents.
import type { Line } from './geometry.ts'

class Bytes {
  readonly #bytes: number[] = []

  whole(value: number): this {
    for (let left = value; ; left = Math.floor(left / 128)) {
      if (left < 128) {
        this.#bytes.push(left)
        return this
      }
      this.#bytes.push((left % 128) + 128)
    }
  }

  signed(value: number): this {
    return this.whole(value < 0 ? -2 * value - 1 : 2 * value)
  }

  text(value: string): this {
    const utf8 = Buffer.from(value)
    this.whole(utf8.length)
    this.#bytes.push(...utf8)
    return this
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}

/** All lengths, then all steps east, then all steps north: similar values side by side compress best. */
export function encodeLines(layers: readonly (readonly Line[])[], stepsADegree: number): Uint8Array {
  const bytes = new Bytes().whole(stepsADegree).whole(layers.length)
  for (const layer of layers) {
    const lines = nearby(layer.map((line) => inSteps(line, stepsADegree)).filter((line) => line.length > 1))
    bytes.whole(lines.length)
    for (const line of lines) bytes.whole(line.length)
    for (const axis of [0, 1] as const) {
      let last = 0
      for (const line of lines)
        for (const point of line) {
          bytes.signed(point[axis] - last)
          last = point[axis]
        }
    }
  }
  return bytes.done()
}

function inSteps(line: Line, stepsADegree: number): Line {
  const points = line.map(([lng, lat]): [number, number] => [
    Math.round(lng * stepsADegree),
    Math.round(lat * stepsADegree),
  ])
  return points.filter(([x, y], index) => {
    const before = points[index - 1]
    return before === undefined || before[0] !== x || before[1] !== y
  })
}

/** Sorts from west to east in bands, so that neighbours differ little. */
function nearby(lines: readonly Line[]): Line[] {
  const band = ([, y]: readonly [number, number]) => Math.floor(y / 2000)
  return lines.toSorted(([a], [b]) => band(a!) - band(b!) || a![0] - b![0])
}

export interface Named {
  readonly lng: number
  readonly lat: number
  /** Importance, 0 to 255. */
  readonly weight: number
  readonly name: string
  /** The Spanish name, if different. */
  readonly spanish?: string
}

export function encodePlaces(kinds: readonly (readonly Named[])[], stepsADegree: number): Uint8Array {
  const bytes = new Bytes().whole(stepsADegree).whole(kinds.length)
  for (const kind of kinds) {
    const band = ({ lat }: Named) => Math.floor(lat / 2)
    const places = kind.toSorted((a, b) => band(a) - band(b) || a.lng - b.lng)
    bytes.whole(places.length)
    for (const axis of ['lng', 'lat'] as const) {
      let last = 0
      for (const place of places) {
        const step = Math.round(place[axis] * stepsADegree)
        bytes.signed(step - last)
        last = step
      }
    }
    for (const { weight } of places) bytes.whole(weight)
    bytes.text(places.map(({ name, spanish }) => (spanish ? `${name}|${spanish}` : name)).join('\n'))
  }
  return bytes.done()
}
