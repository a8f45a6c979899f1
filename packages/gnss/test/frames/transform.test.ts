import { describe, expect, it } from 'vitest'
import { FRAMES, type Frame, frameOf, REALIZATIONS, type Realization, transform, type Vector } from '../../src/index.ts'
import { at, expectWithin, MILLIMETRE } from '../support/frames.ts'

/** From ITRF2014, computed by PROJ 9 with the EPSG dataset (cs2cs, geocentric codes). */
const COMPUTED_BY_PROJ: readonly (readonly [
  year: number,
  from: readonly number[],
  to: Readonly<Partial<Record<Realization, readonly number[]>>>,
])[] = [
  [
    2026.5,
    [-955000, -5945000, 2095000],
    {
      ITRF2020: [-954999.999, -5945000.00045, 2094999.99718],
      ITRF2008: [-954999.99885, -5945000.00092, 2095000.00175],
      ITRF2005: [-954999.9938, -5945000.00741, 2094999.99901],
      ITRF2000: [-955000.00141, -5945000.02054, 2094999.95079],
      ITRF97: [-954999.97946, -5945000.04584, 2094999.89486],
      ITRF94: [-954999.97946, -5945000.04584, 2094999.89486],
      ITRF93: [-955000.12394, -5944999.99585, 2095000.01482],
      ITRF92: [-954999.97079, -5945000.03962, 2094999.88537],
      ETRF2000: [-955000.61679, -5944999.86288, 2094999.90032],
      ETRF2014: [-955000.62999, -5944999.89868, 2095000.00032],
      ETRF2020: [-955000.61519, -5944999.90246, 2094999.99434],
      NAD83: [-954999.14024, -5945001.58454, 2095000.29708],
    },
  ],
  [
    2010.25,
    [4849202, -360328, 4114913],
    {
      ITRF2020: [4849202.00344, -360327.99973, 4114913.00128],
      ITRF2008: [4849202.00154, -360327.9981, 4114913.00232],
      ITRF2005: [4849202.00717, -360327.99933, 4114913.00149],
      ITRF2000: [4849202.01114, -360327.99955, 4114912.98226],
      ITRF97: [4849202.02646, -360327.99578, 4114912.95214],
      ITRF94: [4849202.02646, -360327.99578, 4114912.95214],
      ITRF93: [4849201.9022, -360327.93186, 4114913.04249],
      ITRF92: [4849202.03102, -360327.99352, 4114912.94121],
      ETRF2000: [4849202.24346, -360328.37855, 4114912.68646],
      ETRF2014: [4849202.19652, -360328.42071, 4114912.73157],
      ETRF2020: [4849202.1955, -360328.41237, 4114912.7388],
      NAD83: [4849203.0003, -360329.63157, 4114912.49198],
    },
  ],
]
const vector = ([x, y, z]: readonly number[]): Vector => ({ x: x!, y: y!, z: z! })

describe.each(COMPUTED_BY_PROJ)('a position at %d', (year, from, to) => {
  it.each(Object.entries(to))('in %s is within 1 mm of what PROJ computes', (realization, expected) => {
    const there = transform(vector(from), at('ITRF2014', year), at(realization as Realization, year), null)
    expectWithin(there, vector(expected), MILLIMETRE)
    expectWithin(
      transform(there as Vector, at(realization as Realization, year), at('ITRF2014', year), null),
      vector(from),
      1e-5,
    )
  })

  it('covers every realization', () => {
    expect([...Object.keys(to), 'ITRF2014'].toSorted()).toEqual(Object.keys(REALIZATIONS).toSorted())
  })
})

describe('another epoch', () => {
  const position = vector([-955000, -5945000, 2095000])
  const mexico = frameOf('mexico-itrf2008') as Frame

  it('moves the point with its velocity', () => {
    const velocity = { x: -0.01, y: 0.002, z: -0.004 }
    const found = transform(position, { frame: mexico, epoch: 2010 }, { frame: mexico, epoch: 2026 }, velocity)
    expectWithin(found, vector([-955000.16, -5944999.968, 2094999.936]), 1e-6)
  })

  it('needs the velocity', () => {
    const there = { frame: mexico, epoch: 2026 }
    expect(transform(position, { frame: mexico, epoch: 2010 }, there, null)).toBe('velocity_unknown')
    expect(transform(position, there, there, null)).toEqual(position)
  })
})

it('refuses a frame that is not exact, except to itself', () => {
  const [wgs84, itrf] = [frameOf('wgs84') as Frame, frameOf('itrf2014') as Frame]
  const position = vector([1, 2, 3])
  expect(transform(position, { frame: wgs84, epoch: 2020 }, { frame: itrf, epoch: 2020 }, null)).toBe('frame_not_exact')
  expect(transform(position, { frame: wgs84, epoch: 2020 }, { frame: wgs84, epoch: 2020 }, null)).toEqual(position)
})

it('has each frame once', () => {
  expect(new Set(FRAMES.map(({ key }) => key)).size).toBe(FRAMES.length)
  expect(new Set(FRAMES.map(({ epsg }) => epsg)).size).toBe(FRAMES.length)
  expect(frameOf('none')).toBeUndefined()
})
