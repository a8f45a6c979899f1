// Transformations compared with worked examples that geodetic authorities published, and with results of their programs.
// The examples are rounded to 0.1 mm or 1 mm.
import { describe, it } from 'vitest'
import { frameOf, type Realization, transform, type Vector } from '../../src/index.ts'
import { at, expectWithin, MILLIMETRE } from '../support/frames.ts'

type Numbers = readonly [number, number, number]
const vector = ([x, y, z]: Numbers): Vector => ({ x, y, z })

/**
 * EUREF Technical Note 1 (Z. Altamimi, 31 January 2024), appendix B, examples 1 and 2: one point at two epochs, as the
 * tests of PyGeodesy quote them. Metres, and metres per year. The velocity in ETRF2020 is missing: the quoted one differs
 * from the two positions in a sign.
 */
const EUREF: Readonly<
  Partial<Record<Realization, { readonly at2010: Numbers; readonly at2020: Numbers; readonly velocity?: Numbers }>>
> = {
  ITRF2020: {
    at2010: [4027893.675, 307045.9069, 4919475.1721],
    at2020: [4027893.5389, 307046.0755, 4919475.2745],
    velocity: [-0.01361, 0.01686, 0.01024],
  },
  ITRF2014: {
    at2010: [4027893.6719, 307045.9064, 4919475.1704],
    at2020: [4027893.5358, 307046.074, 4919475.2748],
    velocity: [-0.01361, 0.01676, 0.01044],
  },
  ITRF2000: {
    at2010: [4027893.6812, 307045.9082, 4919475.1547],
    at2020: [4027893.5505, 307046.0772, 4919475.2456],
    velocity: [-0.01307, 0.0169, 0.00908],
  },
  ETRF2020: {
    at2010: [4027893.9585, 307045.555, 4919474.9619],
    at2020: [4027893.9574, 307045.5561, 4919474.9643],
  },
  ETRF2014: {
    at2010: [4027893.962, 307045.548, 4919474.9553],
    at2020: [4027893.9639, 307045.545, 4919474.9573],
    velocity: [0.0002, -0.0003, 0.0002],
  },
  ETRF2000: {
    at2010: [4027894.0053, 307045.5939, 4919474.9083],
    at2020: [4027894.0033, 307045.5889, 4919474.9047],
    velocity: [-0.0002, -0.0005, -0.00036],
  },
}
const FRAMES_OF_EUREF = Object.keys(EUREF) as Realization[]
const PAIRS = FRAMES_OF_EUREF.flatMap((from) => FRAMES_OF_EUREF.map((to) => [from, to] as const))

describe('EUREF Technical Note 1', () => {
  it.each(PAIRS)('%s to %s at 2010.0 and at 2020.0', (from, to) => {
    for (const [year, key] of [[2010, 'at2010'] as const, [2020, 'at2020'] as const]) {
      const found = transform(vector(EUREF[from]![key]), at(from, year), at(to, year), null)
      expectWithin(found, vector(EUREF[to]![key]), MILLIMETRE / 5)
    }
  })

  it.each(PAIRS.filter(([from]) => EUREF[from]!.velocity))('%s at 2010.0 to %s at 2020.0', (from, to) => {
    const { at2010, velocity } = EUREF[from]!
    const found = transform(vector(at2010), at(from, 2010), at(to, 2020), vector(velocity!))
    expectWithin(found, vector(EUREF[to]!.at2020), MILLIMETRE / 5)
  })
})

interface Example {
  readonly of: string
  readonly from: readonly [frame: Realization, year: number, position: Numbers]
  readonly to: readonly [frame: Realization, year: number, position: Numbers]
  readonly velocity?: Numbers
}

const EPN: Numbers = [4027894.006, 307045.6, 4919474.91]
const epn = (from: Realization, to: Realization, expected: Numbers): Example => ({
  of: 'the EPN Central Bureau',
  from: [from, 2000, EPN],
  to: [to, 2000, expected],
})
const SAN_FRANCISCO: Numbers = [-2705105.358, -4262045.769, 3885381.686]

const EXAMPLES: readonly Example[] = [
  // The transformation service of the EUREF Permanent Network, as the tests of swiftnav-rs quote its results.
  epn('ITRF2020', 'ITRF2014', [4027894.0029, 307045.6005, 4919474.9063]),
  epn('ITRF2020', 'ITRF2008', [4027894.0032, 307045.6023, 4919474.9082]),
  epn('ITRF2020', 'ETRF2020', [4027894.1545, 307045.4157, 4919474.7999]),
  epn('ITRF2014', 'ETRF2014', [4027894.1579, 307045.4123, 4919474.7973]),
  epn('ITRF2000', 'ETRF2000', [4027894.2015, 307045.4596, 4919474.7581]),
  {
    of: 'the EPN Central Bureau',
    from: ['ITRF2014', 2000, EPN],
    to: ['ETRF2014', 2008, [4027894.3484, 307046.8758, 4919474.9554]],
    velocity: [0.01, 0.2, 0.03],
  },
  // Example 5 that the U.S. National Geodetic Survey ships with HTDP 3.6.0.
  {
    of: 'NGS, Kansas',
    from: ['NAD83', 2010, [-690801.675, -4915309.324, 3992549.871]],
    to: ['ITRF2020', 2020, [-690802.57, -4915307.967, 3992549.746]],
    velocity: [0.00238, 0.00102, -0.00009],
  },
  // HTDP on the internet, as the tests of swiftnav-rs quote its results.
  {
    of: 'NGS, California',
    from: ['ITRF2014', 2010, SAN_FRANCISCO],
    to: ['NAD83', 2010, [-2705104.572, -4262047.032, 3885381.705]],
  },
  {
    of: 'NGS, California',
    from: ['ITRF2014', 2020, SAN_FRANCISCO],
    to: ['NAD83', 2010, [-2705104.349, -4262047.291, 3885381.579]],
    velocity: [-0.02225, 0.02586, 0.01258],
  },
  // Onsala with the parameters that the IERS published before ITRF2020, as the tests of PROJ quote GNSStrans.
  {
    of: 'Lantmäteriet, Onsala',
    from: ['ITRF2000', 2017, [3370658.378, 711877.314, 5349787.086]],
    to: ['ITRF93', 2017, [3370658.1889, 711877.4237, 5349787.1243]],
  },
  // Station IGM1 in the frame of POSGAR 07 with velocities of VEMOS 2009 (cafegeodesico.blogspot.com, April 2013).
  {
    of: 'IGM1, Buenos Aires',
    from: ['ITRF2005', 2006.632, [2751804.044, -4479879.309, -3598922.511]],
    to: ['ITRF2005', 2013.255, [2751804.063, -4479879.349, -3598922.447]],
    velocity: [0.0029, -0.006, 0.0097],
  },
]

it.each(EXAMPLES)('$of: $from.0 at $from.1 to $to.0 at $to.1', ({ from, to, velocity }) => {
  const found = transform(vector(from[2]), at(from[0], from[1]), at(to[0], to[1]), velocity ? vector(velocity) : null)
  expectWithin(found, vector(to[2]), MILLIMETRE)
})

/** GDA2020 Technical Manual 1.0: the plate model is part of the definition. Test point ALIC, as the tests of PROJ quote it. */
it('GDA2020 Technical Manual, Alice Springs: ITRF2014 at 2018.0 to GDA2020', () => {
  const [x, y, z]: Numbers = [-4052052.6588, 4212835.9938, -2545104.6946]
  const [wx, wy, wz] = [1.50379, 1.18346, 1.20716].map(
    (milliarcseconds) => (milliarcseconds / 3_600_000) * (Math.PI / 180),
  )
  const velocity = { x: wy! * z - wz! * y, y: wz! * x - wx! * z, z: wx! * y - wy! * x }
  const gda2020 = frameOf('gda2020')!
  const found = transform({ x, y, z }, at('ITRF2014', 2018), { frame: gda2020, epoch: gda2020.epoch! }, velocity)
  expectWithin(found, vector([-4052052.7373, 4212835.9835, -2545104.5867]), MILLIMETRE / 5)
})
