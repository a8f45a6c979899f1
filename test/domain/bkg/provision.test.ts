import { describe, expect, it } from 'vitest'
import { listenersIn } from '../../../src/domain/bkg/listeners.ts'
import { type OperatorsLines, planOf, type Served } from '../../../src/domain/bkg/plan.ts'
import { BEGINNING, END, joined, partsOf } from '../../../src/domain/bkg/section.ts'
import { nextStep, retryAfterMs } from '../../../src/domain/bkg/telling.ts'
import type { Mount } from '../../../src/domain/sessions/access.ts'

const NONE: OperatorsLines = { users: new Set(), groups: new Set(), mounts: new Set() }
const station = (id: number, name: string) => ({ kind: 'station', name, station: { id } }) as Mount
const MOUNTS: Mount[] = [station(1, 'A'), station(2, 'B'), { kind: 'network', name: 'NET' }]
const GROUPS = new Map([[7, { id: 7, name: 'both', stationIds: new Set([1, 2]) }]])

const served = (id: number, more: Partial<Served> = {}): Served => ({
  ...{ id, username: `u${id}`, password: `p${id}`, stationId: null, groupId: null, maxSessions: 2, fence: null },
  ...more,
})

function plan(all: readonly Served[], { theirs = NONE, formerly = [] as string[], mounts = MOUNTS } = {}) {
  const steps = planOf(all, { mounts, groups: GROUPS, formerly }, theirs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

describe('what the files say', () => {
  it('is a group a credential, and mountpoints with who may open them, or nobody', () => {
    const { users, groups, mounts, lets, isOurs } = plan([
      served(1, { stationId: 1 }),
      served(40, { groupId: 7 }),
      served(3, { stationId: 99 }),
    ])
    expect(users).toEqual(['u1:p1', 'u40:p40'])
    expect(groups).toEqual(['v.nobody:', 'v.1:u1:2', 'v.14:u40:2'])
    expect(mounts).toEqual(['/A:v.1,v.14', '/B:v.14', '/NET:v.nobody'])
    expect([lets('u1', 'A'), lets('u1', 'B'), lets('u40', 'NET'), isOurs('B'), isOurs('C')]).toEqual([
      ...[true, false, false, true, false],
    ])
    expect(plan([served(5)]).mounts).toContain('/NET:v.5')
  })

  it('leaves the operator’s own names and mountpoints alone, and counts what it leaves out', () => {
    const theirs: OperatorsLines = {
      users: new Set(['u1']),
      groups: new Set(['v.2']),
      mounts: new Set(['/B', 'all']),
    }
    const made = plan(
      [
        served(1),
        served(2),
        served(3, { username: 'a b' }),
        served(4, { password: 'a:b' }),
        served(6, { stationId: 2 }),
      ],
      { theirs },
    )
    expect(made.users).toEqual([])
    expect(made.counts).toEqual({
      ...{ users: 0, mountpoints: 2, mountpointsTaken: 1, allLine: true },
      leftOut: { username: 1, password: 1, taken: 2, line_full: 0, fence: 0 },
    })
  })

  it('lets nobody past a fence: neither on the network, nor on a base where it cuts', () => {
    const made = plan([
      served(1, { fence: 'tell' }),
      served(2, { fence: 'cut', stationId: 1 }),
      served(3, { fence: 'tell', stationId: 1 }),
      served(4, { fence: 'cut', groupId: 7 }),
      served(5, { stationId: 1 }),
    ])
    expect(made.mounts).toEqual(['/A:v.3,v.5', '/B:v.nobody', '/NET:v.nobody'])
    expect(made.users).toEqual(['u3:p3', 'u5:p5'])
    expect(made.counts.leftOut).toMatchObject({ fence: 3, line_full: 0 })
  })

  it('keeps closed what was once ours', () => {
    expect(plan([], { formerly: ['OLD', 'A'] }).mounts).toEqual([
      '/A:v.nobody',
      '/B:v.nobody',
      '/NET:v.nobody',
      '/OLD:v.nobody',
    ])
  })

  it('never makes a line longer than the caster reads: whoever does not fit is left out', () => {
    const { mounts, counts, users } = plan(
      Array.from({ length: 20_000 }, (_, n) => served(1_000_000 + n, { stationId: 1 })),
    )
    expect(mounts[0]!.length).toBeLessThanOrEqual(99_998)
    expect(mounts[0]!.length).toBeGreaterThan(99_980)
    expect(counts.leftOut.line_full + users.length).toBe(20_000)
  })
})

describe('our part of a file', () => {
  const ours = `${BEGINNING}\nx:y\n${END}\n`

  it('goes to the end the first time, and then stays where it is', () => {
    expect(joined(partsOf('a:b')!, ours)).toBe(`a:b\n${ours}`)
    expect(joined(partsOf('')!, ours)).toBe(ours)
    const text = `a:b\n${ours}c:d\n`
    expect(partsOf(text)).toEqual({ before: 'a:b\n', ours, after: 'c:d\n' })
    expect(joined(partsOf(text)!, ours)).toBe(text)
  })

  it('is not guessed at when its marks do not fit together', () => {
    for (const text of [BEGINNING, END, `${END}\n${BEGINNING}`, ours + ours, `${BEGINNING}\n${ours}`])
      expect(partsOf(text)).toBeNull()
  })
})

describe('telling the caster', () => {
  const at = (second: number, ms = 0) => second * 1_000 + ms

  it('asks at once when a file is newer than the last reading, and once more in a later second', () => {
    expect(nextStep({ fileSecond: 10, answeredSecond: 9, progress: 'new' }, at(10))).toEqual({ step: 'ask' })
    const given = { fileSecond: 10, answeredSecond: 10, progress: 'given' } as const
    expect(nextStep(given, at(10, 300))).toEqual({ step: 'wait', milliseconds: 700 })
    expect(nextStep(given, at(11))).toEqual({ step: 'renew', second: null })
    expect(nextStep({ ...given, progress: 'sure' }, at(11))).toEqual({ step: 'done' })
  })

  it('waits for the next second with what was written in that of a reading', () => {
    const same = { fileSecond: 10, answeredSecond: 10, progress: 'new' } as const
    expect(nextStep(same, at(10, 999))).toEqual({ step: 'wait', milliseconds: 1 })
    expect(nextStep(same, at(11))).toEqual({ step: 'renew', second: null })
  })

  it('makes a file of the future when the clock was set back', () => {
    expect(nextStep({ fileSecond: 5, answeredSecond: 3_600, progress: 'new' }, at(5))).toEqual({
      step: 'renew',
      second: 3_601,
    })
  })

  it('tries again ever more slowly, and at least every half minute', () => {
    expect([1, 2, 3, 10].map(retryAfterMs)).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})

describe('who is connected', () => {
  const line = (user: string, mountpoint: string, id: number, agent = 'NTRIP x') =>
    `<li>[Host: h] [IP: 1.2.3.4] [User: ${user}] [Mountpoint${mountpoint}] [Id: ${id}] [Connected for: 2 seconds] [User agent: ${agent}] [Type: http client]<br>`

  it('is read from the page of either version', () => {
    expect(listenersIn(`<html>\n${line('ana', ': /A', 7)}\n${line('leo', ' /B', 8)}\n[User: x]\n</html>`)).toEqual([
      { id: 7, user: 'ana', mountpoint: 'A' },
      { id: 8, user: 'leo', mountpoint: 'B' },
    ])
  })

  it('is known by a name with brackets too, or nobody could cut them', () => {
    for (const user of ['ana]x', 'ana[x', '[ana]', 'ana]', ']', '[Id:7]'])
      expect(listenersIn(line(user, ': /A', 7))).toEqual([{ id: 7, user, mountpoint: 'A' }])
  })

  it('whatever a rover calls itself, nobody else is meant', () => {
    expect(listenersIn(line('ana', ': /A', 7, 'x] [User: leo] [Mountpoint: /B] [Id: 8')).map(({ id }) => id)).toEqual([
      7,
    ])
    for (const name of ['ana] [Mountpoint: /A] [Id: 8', 'x] [User: leo] [Mountpoint: /B] [Id: 8]'])
      expect(listenersIn(`${line(name, ': /OPEN', 7)}\n${line('leo', ': /B', 8)}`)).toEqual([
        { id: 8, user: 'leo', mountpoint: 'B' },
      ])
  })
})
