// Cuts the outlines of the countries around the network out of Natural Earth (1:50m) and writes the file that the map ships:
// web/src/map/outlines.ts. Run it again only to change the region or the detail: node scripts/cut-outlines.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** Mexico with a wide margin: whoever zooms out still sees where they are. */
const REGION = { west: -125, south: 5, east: -75, north: 40 }
/** Steps of a hundredth of a degree, about a kilometre, which nobody sees at the zoom that these outlines are for. */
const STEPS_A_DEGREE = 100

type Point = readonly [lng: number, lat: number]
type Ring = readonly Point[]

const source = fileURLToPath(new URL('../node_modules/world-atlas/countries-50m.json', import.meta.url))
const target = fileURLToPath(new URL('../web/src/map/outlines.ts', import.meta.url))

const atlas = JSON.parse(readFileSync(source, 'utf8')) as Topology<{ countries: GeometryCollection }>
const { features } = feature(atlas, atlas.objects.countries)

const polygons = features.flatMap(({ geometry }): Ring[][] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates as unknown as Ring[]]
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as unknown as Ring[][]) : []
})
const cut = polygons
  .map((rings) => rings.map((ring) => rounded(clipped(ring))).filter((ring) => ring.length >= 4))
  .filter((rings) => rings.length > 0)

writeFileSync(
  target,
  `// Made by scripts/cut-outlines.ts from Natural Earth, which is in the public domain. A polygon each: rings between bars, every
// point as its distance from the one before, in hundredths of a degree, longitude first.
export const OUTLINES: readonly string[] = [
${cut.map((rings) => `  '${rings.map(inSteps).join('|')}',`).join('\n')}
]
`,
)
console.log(`${cut.length} outlines, ${cut.flat(2).length} points`)

function inSteps(ring: Ring): string {
  return ring
    .map(([lng, lat], index) => {
      const [fromLng, fromLat] = ring[index - 1] ?? [0, 0]
      return `${lng - fromLng} ${lat - fromLat}`
    })
    .join(' ')
}

/** Sutherland and Hodgman: one side of the region after the other. */
function clipped(ring: Ring): Ring {
  const sides: readonly [inside: (p: Point) => boolean, axis: 0 | 1, at: number][] = [
    [([lng]) => lng >= REGION.west, 0, REGION.west],
    [([lng]) => lng <= REGION.east, 0, REGION.east],
    [([, lat]) => lat >= REGION.south, 1, REGION.south],
    [([, lat]) => lat <= REGION.north, 1, REGION.north],
  ]
  return sides.reduce<Ring>((points, [inside, axis, at]) => {
    const kept: Point[] = []
    points.forEach((point, index) => {
      const before = points[(index + points.length - 1) % points.length]!
      if (inside(point) !== inside(before)) kept.push(crossing(before, point, axis, at))
      if (inside(point)) kept.push(point)
    })
    return kept
  }, ring)
}

function crossing(from: Point, to: Point, axis: 0 | 1, at: number): Point {
  const share = (at - from[axis]) / (to[axis] - from[axis])
  const other = axis === 0 ? 1 : 0
  const value = from[other] + share * (to[other] - from[other])
  return axis === 0 ? [at, value] : [value, at]
}

/** Whole steps. */
function rounded(ring: Ring): Ring {
  const points = ring.map(([lng, lat]): Point => [Math.round(lng * STEPS_A_DEGREE), Math.round(lat * STEPS_A_DEGREE)])
  const distinct = points.filter((point, index) => index === 0 || String(point) !== String(points[index - 1]))
  // A ring ends where it begins (RFC 7946, 3.1.6).
  const [first] = distinct
  return first && String(first) !== String(distinct.at(-1)) ? [...distinct, first] : distinct
}
