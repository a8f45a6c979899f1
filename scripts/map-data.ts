// Writes the data of the map, web/src/map/atlas/*.bin, from Natural Earth and GeoNames. The results are committed: run
// it again only to change them. Needs the registries of npm and Debian (apt-get, dpkg-deb): node scripts/map-data.ts
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { encodeLines, encodePlaces } from './map-data/encode.ts'
import { type Inputs, withInputs } from './map-data/inputs.ts'
import { citiesOf, countriesOf, seas, statesOf } from './map-data/places.ts'
import { type Detail, type Shapes, shapesOf } from './map-data/shapes.ts'
import { readStates } from './map-data/states.ts'
import { usage } from './usage.ts'

usage(`
usage: node scripts/map-data.ts

Makes the data of the map from Natural Earth and GeoNames. Needs npm's registry and Debian's (apt-get, dpkg-deb).
Writes web/src/map/atlas/*.bin.
`)

/** For low zoom levels: a pixel is 10 km or more. */
const WORLD: Detail = { triangleKm2: 100, statesKm2: null, islandKm2: 1200, lakeKm2: 3000, riverKm: 500 }
const WORLD_STEPS = 40
const NEAR: Detail = { triangleKm2: 16, statesKm2: 30, islandKm2: 40, lakeKm2: 80, riverKm: 40 }
const NEAR_STEPS = 300

/** Min population of a town. */
const LEAST: Record<string, number> = { MX: 5000 }
const LEAST_ELSEWHERE = 100_000
const PLACES_STEPS = 100

withInputs((inputs) => {
  const states = readStates(inputs.states)
  const shapes = shapesOf(inputs, states)
  write('world', encodeLines(layers(shapes(WORLD)), WORLD_STEPS))
  write('near', encodeLines(layers(shapes(NEAR)), NEAR_STEPS))
  write('places', encodePlaces(places(inputs, states), PLACES_STEPS))
})

/** In the order of decode.ts. */
function layers({ land, borders, states, lakes, rivers }: Shapes) {
  return [land, borders, states, lakes, rivers]
}

function places(inputs: Inputs, states: ReturnType<typeof readStates>) {
  const cities = citiesOf(inputs, (country) => LEAST[country] ?? LEAST_ELSEWHERE)
  return [countriesOf(states, inputs), statesOf(states, inputs), cities, seas()]
}

function write(name: string, bytes: Uint8Array): void {
  writeFileSync(fileURLToPath(new URL(`../web/src/map/atlas/${name}.bin`, import.meta.url)), bytes)
  console.log(`${name}: ${bytes.length} bytes, ${brotliCompressSync(bytes).length} compressed`)
}
