import { expect, it } from 'vitest'
import { type Known, type Listed, planOf } from '../../src/domain/upstreams/plan.ts'
import { atOnce } from '../../src/running/turns.ts'

const listed = { identifier: 'X', format: 'RTCM 3.2', navSystem: 'GPS', via: [] } as unknown as Listed
const stream = (mountpoint: string): Listed => ({ ...listed, mountpoint })
const known = (id: number, name: string, isOrphan: boolean): Known => ({
  ...{ id, code: `${name}-${id}`, isOrphan, mountpoint: 'X', name, listed: !isOrphan, told: null },
})

const savedAs = (all: readonly Known[], prefix = '') =>
  atOnce(
    planOf([stream('X')], { prefix, mark: 'us', theirs: null, known: all, stations: [], taken: new Set() }),
  ).save.map(({ id }) => id)

it('a place that the table tells anew is taken whole: half of it and half of the operator’s would be a third one', () => {
  const before: Known = { ...known(1, 'X', false), told: { ...listed, lat: 19.4, lng: -99.1 } }
  const inputOf = (lat: number | null, lng: number | null) => {
    const means = { prefix: '', mark: 'us', theirs: null, known: [before], stations: [], taken: new Set<string>() }
    return atOnce(planOf([{ ...stream('X'), identifier: 'Y', lat, lng }], means)).save[0]!.input
  }
  expect(inputOf(19.5, -99.1)).toMatchObject({ name: 'Y', lat: 19.5, lng: -99.1 })
  expect(inputOf(null, null)).toMatchObject({ lat: 0, lng: 0 })
  expect(inputOf(19.4, -99.1)).not.toHaveProperty('lat')
})

it('a station that is followed goes before one that was another caster’s, and that comes back only under its name', () => {
  const [own, orphan] = [known(1, 'X', false), known(2, 'X', true)]
  expect(savedAs([own, orphan])).toEqual([1])
  expect(savedAs([orphan, own])).toEqual([1])
  expect(savedAs([orphan])).toEqual([2])
  expect(savedAs([orphan], 'B_')).toEqual([null])
  expect(savedAs([known(3, 'B_X', true), orphan], 'B_')).toEqual([3])
})
