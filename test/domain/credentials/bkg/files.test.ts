import { describe, expect, it } from 'vitest'
import {
  mountNameOf,
  namesOf,
  readGroups,
  readMounts,
  readUsers,
} from '../../../../src/domain/credentials/bkg/files.ts'
import { linesOf, type Steps } from '../../../../src/domain/credentials/bkg/lines.ts'
import { groupLine, mountLine, uncarried, userLine } from '../../../../src/domain/credentials/bkg/print.ts'

function done<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const users = (text: string) => done(readUsers(text))
const groups = (text: string) => done(readGroups(text))
const mounts = (text: string) => done(readMounts(text))

describe('users.aut', () => {
  it('is users and passwords, with the numbers of their lines', () => {
    expect(users('# who may come\n\nana:secret\n no user\nleo:p,a#s /word\r\n')).toEqual({
      entries: [
        { line: 3, name: 'ana', password: 'secret' },
        { line: 5, name: 'leo', password: 'p,a#s /word' },
      ],
      faults: [],
      unread: [],
    })
  })

  it('says of each line what is wrong with it', () => {
    const text = ['nobody', ':x', 'a b:x', 'ana:', 'leo:1:2', `max:${'x'.repeat(1_000)}`, 'eva:a\u0001b'].join('\n')
    expect(users(text)).toEqual({
      entries: [],
      faults: [
        { line: 1, code: 'no_colon' },
        { line: 2, code: 'no_name' },
        { line: 3, code: 'name_with_blank' },
        { line: 4, code: 'no_password' },
        { line: 5, code: 'password_with_colon' },
        { line: 6, code: 'line_too_long' },
        { line: 7, code: 'control_characters' },
      ],
      unread: [
        { line: 1, name: 'nobody' },
        { line: 4, name: 'ana' },
        { line: 5, name: 'leo' },
        { line: 6, name: 'max' },
        { line: 7, name: 'eva' },
        { line: 2, name: null },
        { line: 3, name: null },
      ],
    })
  })

  it('takes the later of two lines for the same user, as the caster does', () => {
    expect(users('ana:1\nleo:2\nana:3')).toEqual({
      entries: [
        { line: 2, name: 'leo', password: '2' },
        { line: 3, name: 'ana', password: '3' },
      ],
      faults: [{ line: 1, code: 'repeated_later' }],
      unread: [],
    })
  })

  it('takes none where the later one cannot be read, and a still later one that can', () => {
    expect(users('ana:1\nana:2:3')).toEqual({
      entries: [],
      faults: [
        { line: 1, code: 'repeated_later' },
        { line: 2, code: 'password_with_colon' },
      ],
      unread: [{ line: 2, name: 'ana' }],
    })
    expect(users('ana:1\nana:2:3\nana:4')).toMatchObject({
      entries: [{ line: 3, name: 'ana', password: '4' }],
      unread: [],
    })
  })

  it('counts length in bytes: what is not ASCII takes more', () => {
    expect(users(`ana:${'ñ'.repeat(497)}`).faults).toEqual([])
    expect(users(`ana:${'ñ'.repeat(498)}`).faults).toEqual([{ line: 1, code: 'line_too_long' }])
  })

  it('reads a file of an editor that marks its encoding', () => {
    expect(users('\uFEFFana:1').entries).toEqual([{ line: 1, name: 'ana', password: '1' }])
  })

  it('reads a hundred thousand users, step by step', () => {
    const text = Array.from({ length: 100_000 }, (_, n) => `u${n}:p${n}`).join('\n')
    const steps = readUsers(text)
    let count = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done) {
        expect(value.entries).toHaveLength(100_000)
        break
      }
      count += 1
    }
    expect(count).toBe(100_000)
  })
})

describe('groups.aut', () => {
  it('is names of users, and perhaps how many connections they have together, or each from one address', () => {
    expect(groups('all:ana, leo,,ana\nfew:ana:3\nbyip:leo:ip2\nnone:\n').entries).toEqual([
      { line: 1, name: 'all', users: ['ana', 'leo'], limit: null, limitByAddress: null },
      { line: 2, name: 'few', users: ['ana'], limit: 3, limitByAddress: null },
      { line: 3, name: 'byip', users: ['leo'], limit: null, limitByAddress: 2 },
      { line: 4, name: 'none', users: [], limit: null, limitByAddress: null },
    ])
  })

  it('says what is wrong with a line', () => {
    expect(groups(`a:x:many\nb:x y\nc\nd:${'x'.repeat(100_000)}`).faults).toEqual([
      { line: 1, code: 'bad_limit' },
      { line: 2, code: 'name_with_blank' },
      { line: 3, code: 'no_colon' },
      { line: 4, code: 'line_too_long' },
    ])
  })
})

describe('clientmounts.aut', () => {
  it('is mountpoints and the groups that may open them, and lines about all, or the rest', () => {
    expect(mounts('/CDMX:a,b\n/admin:\nall:ops\ndefault:\nrest:a\n').entries).toEqual([
      { line: 1, mountpoint: 'CDMX', keyword: null, groups: ['a', 'b'] },
      { line: 2, mountpoint: 'admin', keyword: null, groups: [] },
      { line: 3, mountpoint: null, keyword: 'all', groups: ['ops'] },
      { line: 4, mountpoint: null, keyword: 'default', groups: [] },
      { line: 5, mountpoint: null, keyword: 'rest', groups: ['a'] },
    ])
  })

  it('says what is wrong with a line', () => {
    expect(mounts('CDMX:a\n/:a\n/A:x y').faults).toEqual([
      { line: 1, code: 'not_a_mountpoint' },
      { line: 2, code: 'not_a_mountpoint' },
      { line: 3, code: 'name_with_blank' },
    ])
  })

  it('says what a line is about that cannot be read, where that can', () => {
    const { entries, unread } = mounts('/A:a\nall:a\nall:x y\n/A\nCDMX:a\n/:a\n/B C:a')
    expect(entries).toEqual([])
    expect(namesOf(mounts('/A:a\nall:x y\n/B\nC'), mountNameOf)).toEqual(new Set(['/A', 'all', '/B']))
    expect(unread).toEqual([
      { line: 3, name: 'all' },
      { line: 4, name: '/A' },
      ...[5, 6, 7].map((line) => ({ line, name: null })),
    ])
  })
})

describe('what is written', () => {
  it('is read as it was meant', () => {
    const ana = { line: 1, name: 'ana', password: 'p a,s#s/ñ' }
    expect(users(userLine(ana)).entries).toEqual([ana])
    for (const limits of [
      { limit: null, limitByAddress: null },
      { limit: 3, limitByAddress: null },
      { limit: null, limitByAddress: 2 },
    ]) {
      const group = { line: 1, name: 'g', users: ['ana', 'leo'], ...limits }
      expect(groups(groupLine(group)).entries).toEqual([group])
    }
    for (const mount of [
      { line: 1, mountpoint: 'CDMX', keyword: null, groups: ['a', 'b'] },
      { line: 1, mountpoint: 'CDMX', keyword: null, groups: [] },
      { line: 1, mountpoint: null, keyword: 'default' as const, groups: [] },
    ])
      expect(mounts(mountLine(mount)).entries).toEqual([mount])
  })

  it('is told apart from what the caster cannot carry', () => {
    const told = (name: string, password: string) => uncarried({ name, password })
    expect(told('ana', 'secret word')).toBeNull()
    for (const name of ['', 'a b', 'a:b', 'a,b', '#a', 'a\nb', ' a']) expect(told(name, 'x')).toBe('username')
    for (const password of ['', 'a:b', ' a', 'a ', 'a\nb', 'a\u0000b', 'x'.repeat(1_000)])
      expect(told('ana', password)).toBe('password')
  })

  it('whatever can be carried comes back as it was, among hostile neighbours', () => {
    const LETTERS = ['a', 'Z', '0', '-', '.', '#', ' ', ',', ':', '\t', '\n', '\r', 'ñ', '€', '\u0000', '"', "'", '/']
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const text = () => Array.from({ length: 1 + next(6) }, () => LETTERS[next(LETTERS.length)]!).join('')
    let carried = 0
    for (let round = 0; round < 20_000; round += 1) {
      const user = { name: text(), password: text() }
      if (uncarried(user)) continue
      carried += 1
      expect(users(`x:1\n${userLine(user)}\ny:2\n`).entries).toEqual([
        { line: 1, name: 'x', password: '1' },
        ...(user.name === 'x' || user.name === 'y' ? [] : [{ line: 2, ...user }]),
        { line: 3, name: 'y', password: '2' },
      ])
    }
    expect(carried).toBeGreaterThan(1_000)
  })
})

it('lines are counted whatever ends them', () => {
  expect([...linesOf('a\r\nb\n\nc')].map(({ number, text }) => `${number}${text}`)).toEqual(['1a', '2b', '4c'])
  expect([...linesOf('')]).toEqual([])
})
