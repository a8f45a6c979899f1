// The map's atlas: complete and correct in known places. (test/http/pages/build.long.test.ts checks its size.)
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { encodeLines, encodePlaces } from '../../scripts/map-data/encode.ts'
import { decodePlaces, decodeShapes, mercatorX, mercatorY, type Shape } from '../../web/src/map/atlas/decode.ts'

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../web/src/map/atlas/${name}.bin`, import.meta.url)))

const files = { world: read('world'), near: read('near'), places: read('places') }
const atlases = { world: decodeShapes(files.world), near: decodeShapes(files.near) }
const places = decodePlaces(files.places)

/** Even-odd rule: counts crossings to the right of the point. */
function isInside(rings: readonly Shape[], lng: number, lat: number): boolean {
  const [x, y] = [mercatorX(lng), mercatorY(lat)]
  let inside = false
  for (const { points } of rings)
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x1, y1, x2, y2] = points.subarray(at, at + 4) as unknown as [number, number, number, number]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
  return inside
}

const LAND: Record<string, [number, number]> = {
  'Mexico City': [-99.13, 19.43],
  Tijuana: [-116.9, 32.45],
  Mérida: [-89.6, 20.95],
  'Isla Cozumel': [-86.9, 20.42],
  Moscow: [37.6, 55.75],
  Nairobi: [36.8, -1.3],
  Sydney: [150.9, -33.85],
  Tokyo: [139.5, 35.75],
  'La Plata': [-58, -35],
  Reykjavík: [-21.5, 64.1],
  Chukotka: [179, 67.5],
  'beyond the date line': [-178, 67],
  'Antarctica, 80° S': [0, -80],
}
const SEA: Record<string, [number, number]> = {
  'Gulf of Mexico': [-92, 25],
  'Gulf of California': [-111.2, 26.9],
  'Bahía de Campeche': [-93, 19.6],
  Pacific: [-140, 0],
  Atlantic: [-30, 0],
  Caspian: [50.8, 41.5],
  Mediterranean: [18, 35],
  'south of Cape Horn': [-67, -58],
}

describe('the atlas', () => {
  for (const [name, { land }] of Object.entries(atlases)) {
    it(`${name}: has land and sea in the right places`, () => {
      const wrong = [
        ...Object.entries(LAND).filter(
          ([place, at]) => !(name === 'world' && place.startsWith('Isla')) && !isInside(land, ...at),
        ),
        ...Object.entries(SEA).filter(([, at]) => isInside(land, ...at)),
      ]
      expect(wrong.map(([place]) => place)).toEqual([])
    })

    it(`${name}: covers the whole world, and every ring of land is closed`, () => {
      const edges = [Math.min(...land.map(({ west }) => west)), Math.max(...land.map(({ east }) => east))]
      expect(edges).toEqual([0, 1])
      const open = land.filter(({ points }) => points[0] !== points.at(-2) || points[1] !== points.at(-1))
      expect(open).toHaveLength(0)
    })
  }

  it('has lakes and rivers on every inhabited continent', () => {
    const { lakes, rivers } = atlases.near
    expect(isInside(lakes, -103, 20.25), 'Chapala').toBe(true)
    expect(isInside(lakes, -87.5, 44), 'Michigan').toBe(true)
    expect(isInside(lakes, 33, -1), 'Victoria').toBe(true)
    expect(isInside(lakes, 108, 53.5), 'Baikal').toBe(true)
    const passes = (lng: number, lat: number, within: number) =>
      rivers.some(({ points }) =>
        points.some(
          (x, at) => at % 2 === 0 && Math.hypot(x - mercatorX(lng), points[at + 1]! - mercatorY(lat)) < within / 360,
        ),
      )
    const known: Record<string, [number, number]> = {
      'Río Bravo': [-99.5, 27.5],
      Amazon: [-60, -3.2],
      Nile: [31.2, 29],
      Danube: [19.05, 47.5],
      Ganges: [83, 25.4],
      Murray: [142.2, -34.2],
    }
    expect(
      Object.entries(known)
        .filter(([, at]) => !passes(...at, 0.4))
        .map(([name]) => name),
    ).toEqual([])
  })

  it('names Mexico’s 32 states, each inside borders that separate it from its neighbours', () => {
    const inMexico = places.states.filter(({ x, y }) => isMexico(x, y))
    const names = new Set(inMexico.map(({ spanish }) => spanish))
    expect(STATES.filter((name) => !names.has(name))).toEqual([])
    const { states, borders } = atlases.near
    // A border separates each pair of neighbours.
    const pairs: [string, string][] = [
      ['Jalisco', 'Nayarit'],
      ['Sonora', 'Chihuahua'],
      ['Oaxaca', 'Chiapas'],
      ['Yucatán', 'Quintana Roo'],
      ['Tlaxcala', 'Puebla'],
      ['Morelos', 'Guerrero'],
      ['Ciudad de México', 'Estado de México'],
      ['Baja California', 'Baja California Sur'],
    ]
    const at = new Map(inMexico.map((place) => [place.spanish, place]))
    const uncrossed = pairs.filter(
      ([one, other]) => crossings([...states, ...borders], at.get(one)!, at.get(other)!) === 0,
    )
    expect(uncrossed).toEqual([])
  })

  it('names cities worldwide, the large ones first, and in Spanish if that name differs', () => {
    const { cities } = places
    expect(cities.length).toBeGreaterThan(5000)
    const large = [
      'Mexico City',
      'Tokyo',
      'London',
      'São Paulo',
      'Lagos',
      'Sydney',
      'New York',
      'Guadalajara',
      'Monterrey',
    ]
    const rank = large.map((name) => cities.findIndex((city) => city.name === name))
    expect(
      rank.every((at) => at >= 0 && at < 400),
      String(rank),
    ).toBe(true)
    expect(cities.find(({ name }) => name === 'Mexico City')!.spanish).toBe('Ciudad de México')
    expect(cities.find(({ name }) => name === 'London')!.spanish).toBe('Londres')
    expect(places.countries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['MX', 'US', 'JP', 'ZA', 'NZ', 'BR']),
    )
    expect(places.seas.map(({ spanish }) => spanish)).toContain('Golfo de México')
    expect(cities.filter(({ x, y }) => !(x >= 0 && x <= 1 && y >= 0 && y <= 1))).toEqual([])
  })
})

describe('the atlas format', () => {
  it('round-trips', () => {
    const lines = [
      [
        [-99.5, 19.25],
        [-99, 19.5],
        [180, -60],
      ],
      [
        [-180, 0.25],
        [0, 0],
      ],
    ] as [number, number][][]
    const { land, rivers } = decodeShapes(encodeLines([lines, [], [], [], lines.slice(1)], 4))
    expect([land.length, rivers.length]).toEqual([2, 1])
    const first = land.find(({ points }) => points.length === 6)!
    expect(first.points[0]).toBeCloseTo(mercatorX(-99.5), 6)
    expect(first.points[5]).toBeCloseTo(mercatorY(-60), 6)
    const named = [{ lng: -99.1, lat: 19.4, weight: 200, name: 'Mexico City', spanish: 'Ciudad de México' }]
    const { cities } = decodePlaces(encodePlaces([[], [], named, []], 100))
    expect(cities).toMatchObject([{ weight: 200, name: 'Mexico City', spanish: 'Ciudad de México' }])
  })

  it('is rejected if it is another kind or truncated', () => {
    expect(() => decodeShapes(files.places)).toThrow('unknown format')
    expect(() => decodeShapes(files.world.subarray(0, 1000))).toThrow('Map data is truncated')
  })
})

const isMexico = (x: number, y: number) =>
  x > mercatorX(-118) && x < mercatorX(-86) && y < mercatorY(14) && y > mercatorY(33)

function crossings(lines: readonly Shape[], from: { x: number; y: number }, to: { x: number; y: number }): number {
  const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number) =>
    Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))
  let count = 0
  for (const { points } of lines)
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x1, y1, x2, y2] = points.subarray(at, at + 4) as unknown as [number, number, number, number]
      const isApart = side(from.x, from.y, to.x, to.y, x1, y1) !== side(from.x, from.y, to.x, to.y, x2, y2)
      if (isApart && side(x1, y1, x2, y2, from.x, from.y) !== side(x1, y1, x2, y2, to.x, to.y)) count++
    }
  return count
}

const STATES = [
  'Aguascalientes',
  'Baja California',
  'Baja California Sur',
  'Campeche',
  'Chiapas',
  'Chihuahua',
  'Ciudad de México',
  'Coahuila',
  'Colima',
  'Durango',
  'Estado de México',
  'Guanajuato',
  'Guerrero',
  'Hidalgo',
  'Jalisco',
  'Michoacán',
  'Morelos',
  'Nayarit',
  'Nuevo León',
  'Oaxaca',
  'Puebla',
  'Querétaro',
  'Quintana Roo',
  'San Luis Potosí',
  'Sinaloa',
  'Sonora',
  'Tabasco',
  'Tamaulipas',
  'Tlaxcala',
  'Veracruz',
  'Yucatán',
  'Zacatecas',
]
