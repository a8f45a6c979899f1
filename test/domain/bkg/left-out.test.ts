import { expect, it } from 'vitest'
import { atOnce } from '../../../src/base/running/turns.ts'
import { namesLeftOut } from '../../../src/domain/bkg/left-out.ts'
import { planOf, type Served } from '../../../src/domain/bkg/plan.ts'
import { countLeftOut } from '../../../src/domain/bkg/state.ts'
import type { Mount } from '../../../src/domain/sessions/access.ts'

const station = (id: number, name: string, isOpen = false) =>
  ({ kind: 'station', name, station: { id, isOpen } }) as Mount
const MOUNTS: Mount[] = [station(1, 'A'), station(2, 'B'), station(3, 'OPEN', true), { kind: 'network', name: 'NET' }]
const GROUPS = new Map([[7, { id: 7, name: 'both', stationIds: new Set([1, 2, 3]) }]])
const served = (id: number, more: Partial<Served>): Served => ({
  ...{ id, username: `u${id}`, password: `p${id}`, stationId: null, groupId: null, maxSessions: 2, fence: null },
  ...more,
})
const names = (all: readonly Served[]) => {
  const theirs = { users: new Set(['u1']), groups: new Set<string>(), mounts: new Set(['/B']) }
  const offered = { mounts: MOUNTS, groups: GROUPS, formerly: [] }
  const plan = atOnce(planOf(all, offered, theirs))
  return { names: [...namesLeftOut(all, offered, plan)], count: countLeftOut(plan.counts) }
}

it('names whom the plan counts as left out, whatever the reason', () => {
  const all = [
    served(1, {}),
    served(2, { username: 'a b', stationId: 1 }),
    served(3, { password: 'a:b', groupId: 7 }),
    served(4, { fence: 'tell' }),
  ]
  expect(names(all)).toEqual({ names: ['u1', 'a b', 'u3', 'u4'], count: 4 })
})

it('names nobody who is let in, or who has nothing to open that is ours', () => {
  const all = [
    served(5, {}),
    served(6, { groupId: 7 }),
    served(7, { stationId: 1, fence: 'tell' }),
    served(8, { stationId: 2, username: 'c d' }),
    served(9, { stationId: 3 }),
    served(10, { stationId: 99 }),
  ]
  expect(names(all)).toEqual({ names: [], count: 0 })
})

it('names those for whom a line has no more room', () => {
  const all = Array.from({ length: 20_000 }, (_, n) => served(1_000_000 + n, { stationId: 1 }))
  const { names: found, count } = names(all)
  expect(count).toBeGreaterThan(0)
  expect(found).toHaveLength(count)
})
