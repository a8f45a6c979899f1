import { describe, expect, it } from 'vitest'
import { listenersIn } from '../src/caster/listeners.ts'
import { nextStep, retryAfterMs } from '../src/caster/reload.ts'
import { misread, namesIn, passwordsIn } from '../src/files/lines.ts'
import { BEGINNING, END, joined, partsOf } from '../src/files/section.ts'
import { type OperatorsLines, planOf, type Served } from '../src/plan.ts'
import type { Network } from '../src/vertice/network.ts'
import { planSentences } from '../src/words.ts'

const NONE: OperatorsLines = { users: new Set(), groups: new Set(), mounts: new Set() }
const mountpoint = (name: string, stationId: number | null, isOpen = false) => ({ name, stationId, isOpen })
const NETWORK: Network = {
  mountpoints: [mountpoint('A', 1), mountpoint('B', 2), mountpoint('NET', null)],
  groups: new Map([['both', new Set([1, 2])]]),
}

const served = (id: number, more: Partial<Served> = {}): Served => ({
  ...{ id, username: `u${id}`, password: `p${id}`, stationId: null, group: null, geofence: null },
  ...more,
})

const plan = (all: readonly Served[], { theirs = NONE, formerly = [] as string[], network = NETWORK } = {}) =>
  planOf({ served: all, network, formerly, theirs, sessions: 2 })

describe('the managed sections', () => {
  it('have a group per credential, and a line per mountpoint with its groups or the empty group', () => {
    const { users, groups, mounts, allows, manages } = plan([
      served(1, { stationId: 1 }),
      served(40, { group: 'both' }),
      served(3, { stationId: 99 }),
      served(4, { group: 'gone' }),
    ])
    expect(users).toEqual(['u1:p1', 'u40:p40'])
    expect(groups).toEqual(['v.nobody:', 'v.1:u1:2', 'v.14:u40:2'])
    expect(mounts).toEqual(['/A:v.1,v.14', '/B:v.14', '/NET:v.nobody'])
    expect([allows('u1', 'A'), allows('u1', 'B'), allows('u40', 'NET'), manages('B'), manages('C')]).toEqual([
      ...[true, false, false, true, false],
    ])
    expect(plan([served(5)]).mounts).toContain('/NET:v.5')
  })

  it('leave the operator’s own names and mountpoints alone, and report the omitted credentials', () => {
    const theirs = { users: new Set(['u1']), groups: new Set(['v.2']), mounts: new Set(['/B', 'all']) }
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
    expect(made).toMatchObject({ users: [], mountpointsTaken: 1, hasAllLine: true })
    expect(made.mounts).toHaveLength(2)
    expect(made.leftOut).toEqual({
      username: ['a b'],
      password: ['u4'],
      taken: ['u1', 'u2'],
      line_full: [],
      geofence: [],
    })
    expect(planSentences(made).join('\n')).toContain('Left out because your own lines use the name: u1, u2')
  })

  it('serve no rover outside a geofence, on the network mountpoint or on a base with cut-off', () => {
    const made = plan([
      served(1, { geofence: 'report' }),
      served(2, { geofence: 'cut', stationId: 1 }),
      served(3, { geofence: 'report', stationId: 1 }),
      served(4, { geofence: 'cut', group: 'both' }),
      served(5, { stationId: 1 }),
    ])
    expect(made.mounts).toEqual(['/A:v.3,v.5', '/B:v.nobody', '/NET:v.nobody'])
    expect(made.users).toEqual(['u3:p3', 'u5:p5'])
    expect(made.leftOut).toMatchObject({ geofence: ['u1', 'u2', 'u4'], line_full: [] })
  })

  it('keep a former mountpoint closed, and have no line for an open one', () => {
    const mountpoints = [...NETWORK.mountpoints, mountpoint('OPEN', 3, true)]
    expect(
      plan([served(9, { stationId: 3 })], { formerly: ['OLD', 'A', 'OPEN'], network: { ...NETWORK, mountpoints } }),
    ).toMatchObject({
      mounts: ['/A:v.nobody', '/B:v.nobody', '/NET:v.nobody', '/OLD:v.nobody'],
      users: [],
    })
  })

  it('have no line that is longer than the caster reads', () => {
    const { mounts, leftOut, users } = plan(
      Array.from({ length: 20_000 }, (_, n) => served(1_000_000 + n, { stationId: 1 })),
    )
    expect(mounts[0]!.length).toBeLessThanOrEqual(99_998)
    expect(mounts[0]!.length).toBeGreaterThan(99_980)
    expect(leftOut.line_full.length).toBeGreaterThan(0)
    expect(leftOut.line_full.length + users.length).toBe(20_000)
  })
})

describe('lines', () => {
  it('have a name, even if the rest is malformed; comments have none', () => {
    const text = '\uFEFFana:1\r\n# leo:2\n max:3\n\nnobody\neva:1:2\n/A:x y\nall:\na b:x\n:x\n'
    expect([...namesIn(text)]).toEqual(['ana', 'nobody', 'eva', '/A', 'all'])
  })

  it('give back the passwords that were written', () => {
    expect(passwordsIn(`${BEGINNING}\nana:p a,s#s/ñ\nleo:x\n${END}\n`)).toEqual(
      new Map([
        ['ana', 'p a,s#s/ñ'],
        ['leo', 'x'],
      ]),
    )
  })

  it('cannot carry every name and password', () => {
    expect(misread('ana', 'secret word')).toBeNull()
    for (const name of ['', 'a b', 'a:b', 'a,b', '#a', 'a\nb', ' a']) expect(misread(name, 'x')).toBe('username')
    for (const password of ['', 'a:b', ' a', 'a ', 'a\nb', 'a\u0000b', 'x'.repeat(1_000), 'ñ'.repeat(498)])
      expect(misread('ana', password)).toBe('password')
  })
})

describe('a managed section', () => {
  const ours = `${BEGINNING}\nx:y\n${END}\n`

  it('goes to the end the first time, and then stays where it is', () => {
    expect(joined(partsOf('a:b')!, ours)).toBe(`a:b\n${ours}`)
    expect(joined(partsOf('')!, ours)).toBe(ours)
    const text = `a:b\n${ours}c:d\n`
    expect(partsOf(text)).toEqual({ before: 'a:b\n', ours, after: 'c:d\n' })
    expect(joined(partsOf(text)!, ours)).toBe(text)
  })

  it('is unknown if its marks do not match', () => {
    for (const text of [BEGINNING, END, `${END}\n${BEGINNING}`, ours + ours, `${BEGINNING}\n${ours}`])
      expect(partsOf(text)).toBeNull()
  })
})

describe('reloading', () => {
  const at = (second: number, ms = 0) => second * 1_000 + ms

  it('asks at once when a file is newer than the last reading, and once more in a later second', () => {
    expect(nextStep({ fileSecond: 10, answeredSecond: 9, progress: 'new' }, at(10))).toEqual({ step: 'ask' })
    const offered = { fileSecond: 10, answeredSecond: 10, progress: 'offered' } as const
    expect(nextStep(offered, at(10, 300))).toEqual({ step: 'wait', milliseconds: 700 })
    expect(nextStep(offered, at(11))).toEqual({ step: 'renew', second: null })
    expect(nextStep({ ...offered, progress: 'certain' }, at(11))).toEqual({ step: 'done' })
  })

  it('waits for the next second if the file was written in the second of a reading', () => {
    const same = { fileSecond: 10, answeredSecond: 10, progress: 'new' } as const
    expect(nextStep(same, at(10, 999))).toEqual({ step: 'wait', milliseconds: 1 })
    expect(nextStep(same, at(11))).toEqual({ step: 'renew', second: null })
  })

  it('writes a file of the future if the clock was set back', () => {
    expect(nextStep({ fileSecond: 5, answeredSecond: 3_600, progress: 'new' }, at(5))).toEqual({
      step: 'renew',
      second: 3_601,
    })
  })

  it('backs off up to half a minute', () => {
    expect([1, 2, 3, 10].map(retryAfterMs)).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})

describe('the page of connected clients', () => {
  const line = (user: string, mountpoint: string, id: number, agent = 'NTRIP x') =>
    `<li>[Host: h] [IP: 1.2.3.4] [User: ${user}] [Mountpoint${mountpoint}] [Id: ${id}] [Connected for: 2 seconds] [User agent: ${agent}] [Type: http client]<br>`

  it('is read from the page of either version', () => {
    expect(listenersIn(`<html>\n${line('ana', ': /A', 7)}\n${line('leo', ' /B', 8)}\n[User: x]\n</html>`)).toEqual([
      { id: 7, user: 'ana', mountpoint: 'A' },
      { id: 8, user: 'leo', mountpoint: 'B' },
    ])
  })

  it('is parsed even if a name contains brackets', () => {
    for (const user of ['ana]x', 'ana[x', '[ana]', 'ana]', ']', '[Id:7]'])
      expect(listenersIn(line(user, ': /A', 7))).toEqual([{ id: 7, user, mountpoint: 'A' }])
  })

  it('never takes one client for another', () => {
    expect(listenersIn(line('ana', ': /A', 7, 'x] [User: leo] [Mountpoint: /B] [Id: 8')).map(({ id }) => id)).toEqual([
      7,
    ])
    for (const name of ['ana] [Mountpoint: /A] [Id: 8', 'x] [User: leo] [Mountpoint: /B] [Id: 8]'])
      expect(listenersIn(`${line(name, ': /OPEN', 7)}\n${line('leo', ': /B', 8)}`)).toEqual([
        { id: 8, user: 'leo', mountpoint: 'B' },
      ])
  })
})
