// Transformations and EPSG codes compared with PROJ, which has the parameters of the EPSG dataset and those that IGN
// published for ITRF2014. Each path of ours goes through ITRF2020, so direct ones of PROJ are an independent check.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { lacks } from '../../../../test/support/needs.ts'
import { FRAMES, type Realization, transform, type Vector } from '../../src/index.ts'
import { at, expectWithin, MILLIMETRE } from '../support/frames.ts'

const PLACES: Readonly<Record<string, readonly [number, number, number]>> = {
  'Mexico City': [-955000, -5945000, 2095000],
  Tijuana: [-2446000, -4771000, 3440000],
  Madrid: [4849202, -360328, 4114913],
  'Las Palmas': [5440000, -1522000, 2953000],
  'Buenos Aires': [2745000, -4484000, -3599000],
  Brasilia: [4115000, -4550000, -1741000],
  Darwin: [-4091000, 4685000, -1362000],
}
const YEARS = [1994.9, 2010, 2026.88]

const epsg = (code: number) => `urn:ogc:def:coordinateOperation:EPSG::${code}`
const OPERATIONS: readonly (readonly [from: Realization, to: Realization, operation: string])[] = [
  ['ITRF2014', 'ITRF2020', epsg(9991)],
  ['ITRF2008', 'ITRF2020', epsg(9992)],
  ['ITRF2005', 'ITRF2020', epsg(9993)],
  ['ITRF2000', 'ITRF2020', epsg(9994)],
  ['ITRF97', 'ITRF2020', epsg(9995)],
  ['ITRF94', 'ITRF2020', epsg(9997)],
  ['ITRF93', 'ITRF2020', epsg(9998)],
  ['ITRF92', 'ITRF2020', epsg(9999)],
  ['ITRF2014', 'ETRF2000', epsg(8405)],
  ['ITRF2014', 'ETRF2014', epsg(8366)],
  ['ITRF2014', 'NAD83', epsg(8970)],
  ['ITRF2014', 'ITRF2008', '+init=ITRF2014:ITRF2008'],
  ['ITRF2014', 'ITRF2005', '+init=ITRF2014:ITRF2005'],
  ['ITRF2014', 'ITRF2000', '+init=ITRF2014:ITRF2000'],
  ['ITRF2014', 'ITRF94', '+init=ITRF2014:ITRF94'],
  ['ITRF2014', 'ITRF93', '+init=ITRF2014:ITRF93'],
]

/** One line of `x y z year` per point. */
function cct(operation: readonly string[], points: readonly (readonly number[])[]): Vector[] {
  const input = points.map((point) => `${point.join(' ')}\n`).join('')
  const { stdout, stderr, status } = spawnSync('cct', ['-d', '6', ...operation], { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`cct: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [x, y, z] = line.trim().split(/\s+/).map(Number)
      return { x: x!, y: y!, z: z! }
    })
}

function expectAgree(ours: readonly ReturnType<typeof transform>[], theirs: readonly Vector[]): void {
  expect(theirs.length).toBe(ours.length)
  for (const [index, found] of ours.entries()) expectWithin(found, theirs[index]!, MILLIMETRE)
}

describe.skipIf(lacks('transformations compared with PROJ', 'cct', 'projinfo'))('PROJ', () => {
  const points = Object.values(PLACES).flatMap((place) => YEARS.map((year) => [...place, year] as const))
  const vectors = points.map(([x, y, z, year]) => ({ position: { x, y, z }, year }))

  it.each(OPERATIONS)('transforms %s to %s like us, within 1 mm (%s)', (from, to, operation) => {
    const ours = vectors.map(({ position, year }) => transform(position, at(from, year), at(to, year), null))
    expectAgree(ours, cct([operation], points))
  })

  it('moves a Mexican station from ITRF2008 at 2010.0 to ITRF2014 at 2026.88 like us', () => {
    const [x, y, z] = PLACES['Mexico City']!
    const velocity = { x: -0.0104, y: 0.0021, z: -0.0043 }
    const moved = transform({ x, y, z }, at('ITRF2008', 2010), at('ITRF2014', 2026.88), velocity)
    const motion = ['+proj=helmert', '+dx=-0.0104', '+dy=0.0021', '+dz=-0.0043', '+t_epoch=2010']
    const steps = ['+proj=pipeline', '+step', ...motion, '+step', '+inv', '+init=ITRF2014:ITRF2008']
    expectAgree([moved], cct(steps, [[x, y, z, 2026.88]]))
  })

  it('has our frames under their EPSG codes', () => {
    /** Newer than the dataset of PROJ 9.1. */
    const newer = ['magna-sirgas-2018', 'etrf2020', 'wgs84-g2296']
    for (const { key, epsg, epsgName } of FRAMES) {
      const { stdout, status } = spawnSync('projinfo', [`EPSG:${epsg}`, '-o', 'WKT2:2019', '-q'], { encoding: 'utf8' })
      if (status !== 0) expect(newer).toContain(key)
      else {
        expect(stdout, key).toContain(`GEOGCRS["${epsgName}"`)
        expect(stdout, key).toContain('ellipsoidal height')
      }
    }
  })
})
