import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitVector } from '../../../src/domain/geometry/geodesy.ts'
import { SphereTree, surelyBeyond, surelyWithin } from '../../../src/domain/geometry/sphere-tree.ts'
import { anyPlace, kmBetween, minus, type Place, placeAround, pointOf } from '../reference-sphere.ts'

const chordSquared = (a: Place, b: Place) => minus(pointOf(a), pointOf(b)).reduce((sum, part) => sum + part * part, 0)

/** Many places in one region, some anywhere, some duplicated. */
const anyPlaces = anyPlace.chain((centre) =>
  fc
    .tuple(
      fc.array(placeAround(centre, 300), { maxLength: 60 }),
      fc.array(anyPlace, { maxLength: 20 }),
      fc.array(fc.nat(30), { maxLength: 10 }),
    )
    .map(([near, far, again]) => {
      const places = [...near, ...far]
      return [...places, ...again.flatMap((index) => places[index] ?? [])]
    }),
)

describe('SphereTree.nearest', () => {
  it('finds what a full scan finds, for any range and filter', () => {
    const limit = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 2000 }).map(surelyBeyond))
    fc.assert(
      fc.property(
        anyPlaces,
        anyPlace,
        fc.integer({ min: 1, max: 5 }),
        limit,
        fc.nat(3),
        (places, at, count, max, skip) => {
          const target = places.length > 0 && skip === 3 ? places[0]! : at
          const accepts = (index: number) => skip === 0 || index % (skip + 1) !== 0
          const tree = new SphereTree(places.map(unitVector))
          const found = tree.nearest(unitVector(target), count, max, accepts)
          const expected = places
            .map((place, index) => ({ index, chord: chordSquared(target, place) }))
            .filter(({ index, chord }) => chord <= max && accepts(index))
            .sort((a, b) => a.chord - b.chord)
            .filter(({ chord }, _, all) => all.length <= count || chord <= all[count - 1]!.chord * 1.03)
          expect(found.map((neighbour) => neighbour.chordSquared)).toEqual(expected.map(({ chord }) => chord))
          expect(new Set(found.map(({ index }) => index)).size).toBe(found.length)
          for (const { index, chordSquared: chord } of found) {
            expect(accepts(index)).toBe(true)
            expect(chord).toBe(chordSquared(target, places[index]!))
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('finds nothing in an empty tree', () => {
    expect(new SphereTree([]).nearest([1, 0, 0], 3, Number.POSITIVE_INFINITY)).toEqual([])
  })

  it('searches across the date line and the poles', () => {
    const places = [
      { lat: 0, lng: 179.9 },
      { lat: 0, lng: 0 },
      { lat: 89.9, lng: 0 },
    ]
    const tree = new SphereTree(places.map(unitVector))
    const first = (lat: number, lng: number) => tree.nearest(unitVector({ lat, lng }), 1, 4)[0]!.index
    expect(first(0, -179.9)).toBe(0)
    expect(first(89.9, 180)).toBe(2)
    expect(first(1, -1)).toBe(1)
  })

  it('keeps a hundred points at one position apart', () => {
    const tree = new SphereTree(Array.from({ length: 100 }, () => unitVector({ lat: 19.4, lng: -99.1 })))
    const found = tree.nearest(unitVector({ lat: 19.5, lng: -99.1 }), 100, Number.POSITIVE_INFINITY)
    expect(new Set(found.map(({ index }) => index)).size).toBe(100)
  })
})

it('surelyBeyond and surelyWithin hold for distances on the ellipsoid', () => {
  const pair = anyPlace.chain((a) => placeAround(a, 3000).map((b) => [a, b] as const))
  fc.assert(
    fc.property(pair, ([a, b]) => {
      expect(chordSquared(a, b)).toBeLessThanOrEqual(surelyBeyond(kmBetween(a, b)) + 1e-15)
      expect(chordSquared(a, b)).toBeGreaterThanOrEqual(surelyWithin(kmBetween(a, b)) - 1e-15)
    }),
    { numRuns: 3000 },
  )
})
