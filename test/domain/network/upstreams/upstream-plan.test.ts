import { expect, it } from 'vitest'
import { atOnce } from '../../../../src/base/running/turns.ts'
import { planOf } from '../../../../src/domain/network/upstreams/plan.ts'
import type { Known, Listed } from '../../../../src/domain/network/upstreams/planned-streams.ts'

const listed = { identifier: 'X', format: 'RTCM 3.2', navSystem: 'GPS', via: [] } as unknown as Listed
const stream = (mountpoint: string): Listed => ({ ...listed, mountpoint })
const known = (id: number, name: string, isOrphan: boolean): Known => ({
  ...{ id, code: `${name}-${id}`, isOrphan, mountpoint: 'X', name, listed: !isOrphan, told: null },
})

const savedAs = (all: readonly Known[], prefix = '') =>
  atOnce(
    planOf([stream('X')], { prefix, mark: 'us', theirs: null, known: all, stations: [], taken: new Set() }),
  ).save.map(({ id }) => id)

it('takes a changed position from the table whole, never mixed with the operator’s', () => {
  const before: Known = { ...known(1, 'X', false), told: { ...listed, lat: 19.4, lng: -99.1 } }
  const inputOf = (lat: number | null, lng: number | null) => {
    const context = { prefix: '', mark: 'us', theirs: null, known: [before], stations: [], taken: new Set<string>() }
    return atOnce(planOf([{ ...stream('X'), identifier: 'Y', lat, lng }], context)).save[0]!.input
  }
  expect(inputOf(19.5, -99.1)).toMatchObject({ name: 'Y', lat: 19.5, lng: -99.1 })
  expect(inputOf(null, null)).toMatchObject({ lat: 0, lng: 0 })
  expect(inputOf(19.4, -99.1)).not.toHaveProperty('lat')
})

it('prefers a followed station to an orphan, which comes back only under its name', () => {
  const [own, orphan] = [known(1, 'X', false), known(2, 'X', true)]
  expect(savedAs([own, orphan])).toEqual([1])
  expect(savedAs([orphan, own])).toEqual([1])
  expect(savedAs([orphan])).toEqual([2])
  expect(savedAs([orphan], 'B_')).toEqual([null])
  expect(savedAs([known(3, 'B_X', true), orphan], 'B_')).toEqual([3])
})

const planWith = (
  mountpoints: readonly string[],
  all: readonly Known[],
  context: { prefix?: string; taken?: string[] } = {},
) =>
  atOnce(
    planOf(mountpoints.map(stream), {
      ...{ prefix: context.prefix ?? '', mark: 'us', theirs: null, known: all },
      ...{ stations: all.map((one) => ({ ...one, mountpoint: one.name, archived: one.isOrphan })) },
      taken: new Set(context.taken),
    }),
  )
const named = (id: number, mountpoint: string, more: Partial<Known> = {}): Known => ({
  ...{ ...known(id, mountpoint, false), mountpoint, code: mountpoint, ...more },
})
const namesOf = ({ save }: ReturnType<typeof planWith>) => save.map(({ id, input }) => [id, input.mountpoint])

it('keeps the name of an unlisted station and leaves out a mountpoint that needs it', () => {
  const plan = planWith(['B'], [named(1, 'B'), named(2, 'AB', { listed: false })], { prefix: 'A' })
  expect(plan).toMatchObject({ save: [], unlist: [1], leftOut: [{ mountpoint: 'B', why: 'mountpoint_of_station' }] })
  const unlistedNow = planWith(['B'], [named(1, 'B'), named(2, 'AB')], { prefix: 'A' })
  expect(unlistedNow).toMatchObject({ save: [], unlist: [1, 2] })
})

it('keeps the name of a left-out station, and so on for those that needed it', () => {
  const all = [named(1, 'B'), named(2, 'AB'), named(3, 'AAB'), named(4, 'C')]
  const plan = planWith(['B', 'AB', 'AAB', 'C'], all, { prefix: 'A', taken: ['aaab'] })
  expect(namesOf(plan)).toEqual([[4, 'AC']])
  expect(plan.leftOut.map(({ why }) => why)).toEqual([
    'mountpoint_of_station',
    'mountpoint_of_station',
    'mountpoint_of_network',
  ])
  expect(namesOf(planWith(['B', 'AB', 'AAB', 'C'], all, { prefix: 'A' }))).toEqual([
    [1, 'AB'],
    [2, 'AAB'],
    [3, 'AAAB'],
    [4, 'AC'],
  ])
})

it('matches a mountpoint whose case changed, unless the original is still listed', () => {
  const mex = named(1, 'mex1')
  expect(planWith(['MEX1'], [mex])).toMatchObject({
    save: [{ id: 1, mountpoint: 'MEX1', input: { code: 'mex1', mountpoint: 'MEX1' } }],
    unlist: [],
    leftOut: [],
  })
  const both = planWith(['MEX1', 'mex1'], [mex])
  expect(both.leftOut).toEqual([{ mountpoint: 'MEX1', why: 'twice' }])
  expect(namesOf(both)).toEqual([[1, 'mex1']])
  expect(namesOf(planWith(['MEX1'], [named(2, 'MEX1', { isOrphan: true }), mex]))).toEqual([[1, 'MEX1']])
  expect(namesOf(planWith(['MEX1'], [named(2, 'mex1', { isOrphan: true })]))).toEqual([[2, 'MEX1']])
})

it('gives two mountpoints with the same code different ones, and never another station’s code', () => {
  for (const prefix of ['', 'P_']) {
    const { save, leftOut } = planWith(['A.B', 'A_B'], [], { prefix })
    const codes = save.map(({ input }) => input.code)
    expect(codes).toEqual([`${prefix}A_B`, expect.stringMatching(new RegExp(`^${prefix}A_B-[0-9a-z]{7}$`))])
    expect(leftOut).toEqual([])
  }
  const { save } = planWith(['A.B', 'A_B'], [named(1, 'A.B', { code: 'A_B' })])
  expect(save[1]).toMatchObject({ id: null, input: { code: expect.stringMatching(/^A_B-/) } })
  const others = [{ id: 9, code: 'a_b', mountpoint: 'OURS', archived: true }]
  const context = { prefix: '', mark: 'us', theirs: null, known: [], stations: others, taken: new Set<string>() }
  expect(atOnce(planOf([stream('A.B')], context)).leftOut).toEqual([{ mountpoint: 'A.B', why: 'code_of_station' }])
})

it('keeps a name and a position that the operator set', () => {
  const before = named(1, 'B', { name: 'CENTRO', ownName: 'CENTRO', hasOwnPosition: true })
  const { save } = planWith(['B'], [before], { prefix: 'A_' })
  expect(save[0]!.input).toMatchObject({ mountpoint: 'CENTRO' })
  expect(save[0]!.input).not.toHaveProperty('lat')
  const orphan = { ...before, isOrphan: true }
  expect(planWith(['B'], [orphan], { prefix: 'A_' }).save).toMatchObject([{ id: 1, input: { mountpoint: 'CENTRO' } }])
})
