import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitVector } from '../../../src/domain/geometry/geodesy.ts'
import { Triangulation } from '../../../src/domain/geometry/triangulation.ts'
import {
  anyPlace,
  type Corners,
  depthIn,
  flatness,
  heightOverCap,
  type Place,
  placeAround,
  placeFrom,
  pointOf,
} from '../reference-sphere.ts'

function cornersAround(places: readonly Place[], at: Place, near = 0): Corners | null {
  const triangle = new Triangulation(places.map(unitVector)).triangleAround(unitVector(at), near)
  return (
    triangle && ([triangle.a, triangle.b, triangle.c].map((index) => pointOf(places[index]!)) as unknown as Corners)
  )
}

/** A network of up to `km` around a place, and a position inside or slightly outside of it. */
const network = (km: number, most: number) =>
  anyPlace.chain((centre) =>
    fc.tuple(
      fc.array(placeAround(centre, km), { minLength: 3, maxLength: most }),
      placeAround(centre, km * 1.1),
      fc.nat(most - 1),
    ),
  )

/** Every triangle with an empty circumcircle that contains the place, by trying all triples. */
function slowTriangles(places: readonly Place[], at: Place): Corners[] {
  const points = places.map(pointOf)
  const found: Corners[] = []
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const corners: Corners = [points[i]!, points[j]!, points[k]!]
        // Clearly inside, and not so flat that rounding decides.
        if (flatness(corners) < 0.05 || depthIn(corners, pointOf(at)) < 1e-9) continue
        if (points.every((point) => heightOverCap(corners, point) < 1e-15)) found.push(corners)
      }
  return found
}

describe('the triangle around a point', () => {
  it.each([100, 1000, 4000])('contains the point, and its circumcircle contains no other station (%i km)', (km) => {
    let held = 0
    fc.assert(
      fc.property(network(km, 40), ([places, at, near]) => {
        const corners = cornersAround(places, at, Math.min(near, places.length - 1))
        if (!corners) return
        held++
        expect(depthIn(corners, pointOf(at))).toBeGreaterThan(-1e-10)
        for (const place of places) expect(heightOverCap(corners, pointOf(place))).toBeLessThan(1e-12)
      }),
      { numRuns: 300 },
    )
    expect(held).toBeGreaterThan(50)
  })

  it('is found whenever trying every triple finds one, from any start', () => {
    fc.assert(
      fc.property(network(200, 10), ([places, at, near]) => {
        const slow = slowTriangles(places, at)
        const quick = cornersAround(places, at, Math.min(near, places.length - 1))
        if (slow.length > 0) expect(quick).not.toBeNull()
        if (!quick) expect(slow).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })

  it('is found across a pole or the date line, despite a station on the other side of the Earth', () => {
    for (const centre of [
      { lat: 90, lng: 0 },
      { lat: -90, lng: 0 },
      { lat: 10, lng: 180 },
      { lat: 19.4, lng: -99.1 },
    ]) {
      const places = [0, 120, 240].map((azimuth) => placeFrom(centre, azimuth, 30))
      const far = { lat: -centre.lat / 2, lng: centre.lng + 120 }
      const corners = cornersAround([...places, far], centre, 1)
      expect(corners, JSON.stringify(centre)).not.toBeNull()
      expect(depthIn(corners!, pointOf(centre))).toBeGreaterThan(0)
      expect(corners).not.toContainEqual(pointOf(far))
    }
  })

  it('includes its corners and sides, and nothing beyond', () => {
    const [a, b, c] = [0, 120, 240].map((azimuth) => placeFrom({ lat: 19.4, lng: -99.1 }, azimuth, 30)) as [
      Place,
      Place,
      Place,
    ]
    const middle = pointOf(a).map((part, axis) => part + pointOf(b)[axis]!)
    const [x = 0, y = 0, z = 0] = middle
    const onSide = {
      lat: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
      lng: (Math.atan2(y, x) * 180) / Math.PI,
    }
    expect(cornersAround([a, b, c], a)).not.toBeNull()
    expect(cornersAround([a, b, c], onSide)).not.toBeNull()
    expect(cornersAround([a, b, c], placeFrom({ lat: 19.4, lng: -99.1 }, 60, 16))).toBeNull()
  })

  it('leaves no holes in a grid, where each circle touches four stations', () => {
    const places = Array.from({ length: 49 }, (_, index) => ({
      lat: 19 + (index % 7) / 2,
      lng: -99 + Math.floor(index / 7) / 2,
    }))
    const inside = fc.tuple(fc.integer({ min: 1, max: 299 }), fc.integer({ min: 1, max: 299 }))
    fc.assert(
      fc.property(inside, fc.nat(48), ([north, east], near) => {
        const at = { lat: 19 + north / 100, lng: -99 + east / 100 }
        const corners = cornersAround(places, at, near)
        // The northern and southern edges of the grid are parallels, not great circles: some metres belong to neither.
        if (north > 5 && north < 295) expect(corners).not.toBeNull()
        if (corners) expect(depthIn(corners, pointOf(at))).toBeGreaterThan(-1e-12)
      }),
      { numRuns: 500 },
    )
  })
})

describe('too few stations for a triangle', () => {
  const here = { lat: 19.4, lng: -99.1 }
  it.each([
    ['no station', []],
    ['one', [here]],
    ['two', [here, { lat: 20, lng: -99.1 }]],
    ['one station three times', [here, here, here]],
    ['two places with two stations each', [here, here, { lat: 20, lng: -99.1 }, { lat: 20, lng: -99.1 }]],
    ['stations along a meridian', [17, 18, 19, 20, 21].map((lat) => ({ lat, lng: -99.1 }))],
    ['stations along the equator', [-2, -1, 0, 1, 2].map((lng) => ({ lat: 0, lng }))],
  ])('%s', (_, places) => {
    const at = { lat: 19.41, lng: -99.05 }
    expect(cornersAround(places, at)).toBeNull()
  })

  it('treats two receivers at one site as one, despite rounding', () => {
    const site = { lat: -69.224, lng: 0.005 }
    const places = [{ lat: -69.43485028285436, lng: 0.6314746745777464 }, site, { ...site, lng: 0.005000000000003222 }]
    expect(cornersAround(places, site)).toBeNull()
  })

  it('ignores duplicates', () => {
    const places = [0, 120, 240].map((azimuth) => placeFrom(here, azimuth, 30))
    const twice = [...places, ...places]
    for (let near = 0; near < 6; near++) expect(cornersAround(twice, here, near)).not.toBeNull()
  })
})
