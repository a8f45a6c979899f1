// Decodes the files that scripts/map-data.ts writes. All numbers are base-128 varints, low end first; signed ones are
// zigzag-encoded.
//
// Shapes: steps per degree, number of layers; per layer the number of lines, the number of points of each line, all
// longitudes and all latitudes, each as the difference from the previous point.
// Places: steps per degree, number of kinds; per kind the count, longitudes, latitudes, weights and names, one per line
// ("English|Spanish" where the two differ).

/** A line or ring in Mercator coordinates: the world spans 0 to 1 on both axes. */
export interface Shape {
  /** x, y, x, y … */
  readonly points: Float32Array
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

const LAYERS = ['land', 'borders', 'states', 'lakes', 'rivers'] as const
export type Shapes = Readonly<Record<(typeof LAYERS)[number], readonly Shape[]>>

export interface Place {
  readonly x: number
  readonly y: number
  /** Rank within its kind: higher weights are labelled first. */
  readonly weight: number
  /** For a country, its ISO code. */
  readonly name: string
  readonly spanish: string
}

const KINDS = ['countries', 'states', 'cities', 'seas'] as const
export type Kind = (typeof KINDS)[number]
export type Places = Readonly<Record<Kind, readonly Place[]>>

export function decodeShapes(bytes: Uint8Array): Shapes {
  const reader = new Reader(bytes)
  const steps = reader.whole()
  return named(LAYERS, reader, () => {
    const lengths = Array.from({ length: reader.whole() }, () => reader.whole())
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const points = new Float32Array(2 * total)
    reader.differences(total, (value, index) => {
      points[2 * index] = mercatorX(value / steps)
    })
    reader.differences(total, (value, index) => {
      points[2 * index + 1] = mercatorY(value / steps)
    })
    let from = 0
    return lengths.map((length) => {
      const own = points.subarray(from, from + 2 * length)
      from += 2 * length
      return { points: own, ...boxOf(own) }
    })
  })
}

export function decodePlaces(bytes: Uint8Array): Places {
  const reader = new Reader(bytes)
  const steps = reader.whole()
  return named(KINDS, reader, () => {
    const count = reader.whole()
    const [xs, ys] = [new Float64Array(count), new Float64Array(count)]
    reader.differences(count, (value, index) => {
      xs[index] = mercatorX(value / steps)
    })
    reader.differences(count, (value, index) => {
      ys[index] = mercatorY(value / steps)
    })
    const weights = Array.from({ length: count }, () => reader.whole())
    const names = reader.text().split('\n')
    return weights
      .map((weight, index) => {
        const [name, spanish] = names[index]!.split('|') as [string, string?]
        return { x: xs[index]!, y: ys[index]!, weight, name, spanish: spanish ?? name }
      })
      .sort((a, b) => b.weight - a.weight)
  })
}

function named<Name extends string, Value>(names: readonly Name[], reader: Reader, read: () => Value) {
  if (reader.whole() !== names.length) throw new Error('Map data has an unknown format')
  return Object.fromEntries(names.map((name) => [name, read()])) as Record<Name, Value>
}

/** Latitude limit of Leaflet's projection (EPSG:3857). */
const FURTHEST = 85.0511287798

export const mercatorX = (lng: number) => lng / 360 + 0.5
export function mercatorY(lat: number): number {
  const sine = Math.sin((Math.max(-FURTHEST, Math.min(FURTHEST, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

function boxOf(points: Float32Array) {
  const box = { west: 1, north: 1, east: 0, south: 0 }
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!]
    if (x < box.west) box.west = x
    if (x > box.east) box.east = x
    if (y < box.north) box.north = y
    if (y > box.south) box.south = y
  }
  return box
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  whole(): number {
    for (let [value, factor] = [0, 1]; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('Map data is truncated')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  differences(count: number, take: (value: number, index: number) => void): void {
    let value = 0
    for (let index = 0; index < count; index++) {
      const zigzag = this.whole()
      value += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
      take(value, index)
    }
  }

  text(): string {
    const length = this.whole()
    this.#at += length
    return new TextDecoder().decode(this.#bytes.subarray(this.#at - length, this.#at))
  }
}
