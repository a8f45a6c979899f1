import { describe, expect, it } from 'vitest'
import { mercatorX, mercatorY, type Place, type Places } from '../../web/src/map/atlas/decode.ts'
import { type Lettering, placeLabels } from '../../web/src/map/atlas/place-labels.ts'
import { copiesIn, type View } from '../../web/src/map/atlas/view.ts'
import { clustered, FEW } from '../../web/src/map/marks/clusters.ts'

const lettering: Lettering = {
  textsOf: (_, { spanish }) => [spanish],
  widthOf: (_, text, size) => text.length * size * 0.6,
}
const place = (spanish: string, lng: number, lat: number, weight: number): Place => ({
  x: mercatorX(lng),
  y: mercatorY(lat),
  weight,
  name: spanish,
  spanish,
})
const around = (lng: number, lat: number, zoom: number): View => {
  const scale = 256 * 2 ** zoom
  return { scale, left: mercatorX(lng) * scale - 400, top: mercatorY(lat) * scale - 300, width: 800, height: 600 }
}
const only = (some: Partial<Places>): Places => ({ countries: [], states: [], cities: [], seas: [], ...some })
const named = (places: Places, view: View, taken: Parameters<typeof placeLabels>[3] = []) =>
  placeLabels(places, view, lettering, taken).map(({ text }) => text)

const cities = [
  place('Ciudad de México', -99.13, 19.43, 187),
  place('Ecatepec', -99.05, 19.6, 128),
  place('Pachuca', -98.73, 20.1, 105),
]

describe('labels on the map', () => {
  it('show only the most important from afar, and the others when zoomed in', () => {
    expect(named(only({ cities }), around(-99, 19.5, 5))).toEqual(['Ciudad de México'])
    expect(named(only({ cities }), around(-99, 19.5, 9))).toEqual(['Ciudad de México', 'Ecatepec', 'Pachuca'])
  })

  it('cover no station and stay inside the view', () => {
    const station = { left: 350, top: 280, right: 450, bottom: 320 }
    expect(named(only({ cities: cities.slice(0, 1) }), around(-99.13, 19.43, 6), [station])).toEqual([])
    expect(named(only({ cities }), around(20, 50, 6))).toEqual([])
  })

  it('show a country once its name fits into it', () => {
    const countries = [place('REPÚBLICA DEMOCRÁTICA DEL CONGO', 24, -3, 145), place('MÉXICO', -102, 23.6, 143)]
    expect(named(only({ countries }), around(-40, 10, 2))).toEqual(['MÉXICO'])
    expect(named(only({ countries }), around(-100, 22, 1))).toEqual([])
    expect(named(only({ countries }), around(24, -3, 5))).toEqual(['REPÚBLICA DEMOCRÁTICA DEL CONGO'])
  })

  it('continue beyond the date line', () => {
    const view = around(180, 0, 2)
    expect(copiesIn(view)).toHaveLength(2)
    const seas = [place('A', 178, 0, 255), place('B', -170, 20, 255)]
    expect(named(only({ seas }), view)).toEqual(['A', 'B'])
  })
})

describe('many stations', () => {
  const stations = Array.from({ length: 240 }, (_, id) => ({
    id,
    lat: 20 + (id % 16),
    lng: -100 + Math.floor(id / 16),
  }))
  const at = (pxADegree: number) => clustered(stations, ({ lat, lng }) => ({ x: lng * pxADegree, y: lat * pxADegree }))

  it('are clustered where they would overlap, and none is lost', () => {
    const { singles, clusters } = at(12)
    expect(clusters.length).toBeGreaterThan(10)
    expect(clusters.length + singles.length).toBeLessThan(80)
    const marks = [...singles, ...clusters.map((cluster) => cluster.at)]
    const gaps = marks.flatMap((one, index) =>
      marks.slice(index + 1).map((other) => 12 * Math.hypot(one.lat - other.lat, one.lng - other.lng)),
    )
    expect(Math.min(...gaps)).toBeGreaterThan(40)
    const all = [...singles, ...clusters.flatMap(({ members }) => members)].map(({ id }) => id)
    expect(all.toSorted((a, b) => a - b)).toEqual(stations.map(({ id }) => id))
  })

  it('are separate once there is room', () => {
    expect(at(45).clusters).toEqual([])
    expect(at(45).singles).toHaveLength(240)
  })

  it('are never clustered if they are few', () => {
    const few = stations.slice(0, FEW)
    expect(clustered(few, () => ({ x: 0, y: 0 }))).toEqual({ singles: few, clusters: [] })
  })
})
